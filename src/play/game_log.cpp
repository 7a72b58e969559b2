#include "play/game_log.h"

#include <zstd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>

#include "game/packing.h"
#include "play/header_json.h"
#include "play/record_codec.h"

namespace zymurgy {
namespace {

constexpr std::string_view kLogMagic = "zymurgy games 1\n";
// Frames hold some hundred games; one larger than this is not from a log of ours.
constexpr unsigned long long kMaxFrame = 64u << 20;

// The kind of a frame: its first byte.
enum FrameKind : char { kHeaderFrame = 'H', kGamesFrame = 'G', kEndFrame = 'E' };

std::string pack(FrameKind kind, std::string_view content) {
  std::string plain(1, kind);
  plain += content;
  return compress(plain, kRecordsLevel);
}

constexpr auto kFields = [](auto& header, auto&& field, auto&& extra) {
  field("lexicon", header.lexicon);
  field("tiles", header.tiles);
  field("layout", header.layout);
  field("players", header.players);
  field("leaves", header.leaves);
  field("seed", header.seed);
  field("pairs", header.pairs);
  field("bingo_bonus", header.rules.bingo_bonus);
  field("exchange_limit", header.rules.exchange_limit);
  field("max_zero_turns", header.rules.max_scoreless_turns);
  // Left out if empty, so that runs keep their names (run_hash in play/autoplay.cpp).
  extra("networks", header.networks);
  extra("words", header.words);
  extra("run", header.run);
};

}  // namespace

std::array<std::string, 2> player_names(const LogHeader& header) {
  std::array<std::string, 2> names = header.players;
  for (std::size_t p = 0; p < 2; ++p) {
    std::string with = header.leaves[p] != header.lexicon ? header.leaves[p] : "";
    if (!header.networks[p].empty()) with += (with.empty() ? "" : ", ") + header.networks[p];
    if (!with.empty()) names[p] += " (" + with + ")";
  }
  return names;
}

Result<Position> start_of(const LogHeader& header) {
  const auto tiles = TileSet::find(header.tiles);
  if (!tiles) return tl::unexpected(tiles.error());
  const auto layout = Layout::find(header.layout);
  if (!layout) return tl::unexpected(layout.error());
  if (!header.rules.possible()) return failure("impossible rules");
  return Position(**tiles, **layout, header.rules);
}

std::string header_text(const LogHeader& header) {
  return std::string(kLogMagic) + json_of_header(header, kFields);
}

bool is_game_log(const std::string& path) {
  std::string head(1, kHeaderFrame);
  head += kLogMagic.substr(0, kLogMagic.rfind(' ') + 1);
  const auto start = decompress_start(path, head.size());
  return !start || *start == head;
}

std::string games_frame(std::string_view records) { return pack(kGamesFrame, records); }

Result<GameLogWriter> GameLogWriter::create(const std::string& path, const LogHeader& header) {
  auto file = NewFile::create(path);
  if (!file) return tl::unexpected(file.error());
  if (auto done = file->write(pack(kHeaderFrame, header_text(header))); !done)
    return tl::unexpected(done.error());
  return GameLogWriter(std::move(*file));
}

Result<void> GameLogWriter::add(std::string_view frame, std::uint64_t games) {
  games_ += games;
  return file_.write(frame);
}

Result<void> GameLogWriter::finish() {
  if (auto done = file_.write(pack(kEndFrame, std::to_string(games_))); !done) return done;
  return file_.finish();
}

Result<GameLogReader> GameLogReader::open(const std::string& path) {
  GameLogReader reader;
  reader.path_ = path;
  auto file = open_file(path);
  if (!file) return tl::unexpected(file.error());
  reader.file_ = std::move(*file);
  reader.input_.resize(4);  // enough to recognise packed data
  reader.input_.resize(std::fread(reader.input_.data(), 1, 4, reader.file_.get()));
  if (!is_packed(reader.input_)) return failure(path + ": not an autoplay log");
  const auto kind = reader.next_frame();
  if (!kind) return tl::unexpected(kind.error());
  std::string_view text = reader.rest();
  if (*kind != kHeaderFrame || !text.starts_with(kLogMagic))
    return failure(path + ": not a game log of this version");
  text.remove_prefix(kLogMagic.size());
  auto header = header_of_json<LogHeader>(text, path, kFields);
  if (!header) return tl::unexpected(header.error());
  reader.header_ = std::move(*header);
  reader.frame_bytes_.clear();
  reader.used_ = 0;
  return reader;
}

Result<bool> GameLogReader::next(GameRecord& record) {
  while (rest().empty()) {
    if (ended_) return false;
    const auto kind = next_frame();
    if (!kind) return tl::unexpected(kind.error());
    if (*kind == kEndFrame) return end().map([] { return false; });
    if (*kind != kGamesFrame) return damaged("unknown content");
  }
  std::string_view bytes = rest();
  if (!decode(bytes, record)) return damaged("a game is garbled");
  used_ = frame_bytes_.size() - bytes.size();
  ++games_;
  return true;
}

// Checks the last frame, which gives the number of games.
Result<void> GameLogReader::end() {
  ended_ = true;
  if (rest() != std::to_string(games_)) return damaged("games are missing before it");
  if (!input_.empty() || std::fgetc(file_.get()) != EOF) return damaged("data after the end");
  used_ = frame_bytes_.size();
  return {};
}

Result<char> GameLogReader::next_frame() {
  ++frame_;
  frame_bytes_.clear();
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                     &ZSTD_freeDCtx);
  std::array<char, 1 << 16> buffer;
  for (bool whole = false, flushed = true; !whole;) {
    if (input_.empty() && flushed) {
      input_.resize(1 << 16);
      input_.resize(std::fread(input_.data(), 1, input_.size(), file_.get()));
      if (input_.empty()) return damaged("the file ends too early");
    }
    ZSTD_inBuffer in{input_.data(), input_.size(), 0};
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    const std::size_t left = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(left)) return damaged(ZSTD_getErrorName(left));
    input_.erase(0, in.pos);
    frame_bytes_.append(buffer.data(), out.pos);
    if (frame_bytes_.size() > kMaxFrame) return damaged("too large");
    whole = left == 0;
    flushed = out.pos < out.size;
  }
  if (frame_bytes_.empty()) return damaged("unknown content");
  used_ = 1;
  return frame_bytes_.front();
}

tl::unexpected<Error> GameLogReader::damaged(const std::string& what) const {
  return failure(path_ + ", frame " + std::to_string(frame_) + ": " + what);
}

}  // namespace zymurgy
