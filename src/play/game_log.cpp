#include "play/game_log.h"

#include <zstd.h>

#include <nlohmann/json.hpp>

#include "game/json_text.h"
#include "game/packing.h"
#include "play/record_codec.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kLogMagic = "zymurgy games 1\n";
// Frames hold some hundred games; what claims to be larger is no log of ours.
constexpr unsigned long long kMaxFrame = 64u << 20;

// What a frame holds, its first byte.
enum FrameKind : char { kHeaderFrame = 'H', kGamesFrame = 'G', kEndFrame = 'E' };

std::string pack(FrameKind kind, std::string_view content) {
  std::string plain(1, kind);
  plain += content;
  return compress(plain, kRecordsLevel);
}

// Throws nlohmann's exceptions, which the caller turns into an error.
LogHeader header_from(const Json& json) {
  LogHeader header;
  json.at("engine").get_to(header.engine);
  json.at("lexicon").get_to(header.lexicon);
  json.at("tiles").get_to(header.tiles);
  json.at("layout").get_to(header.layout);
  json.at("players").get_to(header.players);
  json.at("leaves").get_to(header.leaves);
  if (json.contains("networks")) json.at("networks").get_to(header.networks);
  json.at("seed").get_to(header.seed);
  json.at("pairs").get_to(header.pairs);
  json.at("bingo_bonus").get_to(header.rules.bingo_bonus);
  json.at("exchange_limit").get_to(header.rules.exchange_limit);
  json.at("max_zero_turns").get_to(header.rules.max_zero_turns);
  return header;
}

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

std::string header_text(const LogHeader& header) {
  const Rules& rules = header.rules;
  Json json = {{"engine", header.engine},
               {"board", kBoardDim},
               {"lexicon", header.lexicon},
               {"tiles", header.tiles},
               {"layout", header.layout},
               {"players", header.players},
               {"leaves", header.leaves},
               {"seed", header.seed},
               {"pairs", header.pairs},
               {"bingo_bonus", rules.bingo_bonus},
               {"exchange_limit", rules.exchange_limit},
               {"max_zero_turns", rules.max_zero_turns}};
  // Only where there are any: what other players left keeps its name (play/shards.h).
  if (header.networks != std::array<std::string, 2>{}) json["networks"] = header.networks;
  return std::string(kLogMagic) + json_text(json) + "\n";
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
  reader.file_.reset(std::fopen(path.c_str(), "rb"));
  if (!reader.file_) return system_failure("cannot read " + path);
  const auto kind = reader.next_frame();
  if (!kind) return tl::unexpected(kind.error());
  std::string_view text = reader.rest();
  if (*kind != kHeaderFrame || !text.starts_with(kLogMagic))
    return failure(path + ": not a game log of this version");
  text.remove_prefix(kLogMagic.size());
  try {
    const Json json = Json::parse(text);
    if (json.at("board") != kBoardDim)
      return failure(path + ": games on another board size than this program's");
    reader.header_ = header_from(json);
  } catch (const Json::exception&) {
    return reader.damaged("the header is incomplete");
  }
  reader.frame_bytes_.clear();
  reader.used_ = 0;
  return reader;
}

Result<bool> GameLogReader::next(GameRecord& record) {
  while (rest().empty()) {
    if (ended_) return false;
    const auto kind = next_frame();
    if (!kind) return tl::unexpected(kind.error());
    ended_ = *kind == kEndFrame;
    if (ended_ && rest() != std::to_string(games_)) return damaged("games are missing before it");
    if (ended_) used_ = frame_bytes_.size();
    if (ended_ && (!input_.empty() || std::fgetc(file_.get()) != EOF))
      return damaged("more follows the end");
    if (!ended_ && *kind != kGamesFrame) return damaged("unknown content");
  }
  std::string_view bytes = rest();
  if (!decode(bytes, record)) return damaged("a game is garbled");
  used_ = frame_bytes_.size() - bytes.size();
  ++games_;
  return true;
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
