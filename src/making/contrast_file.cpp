#include "making/contrast_file.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "game/files.h"
#include "game/packing.h"
#include "game/text.h"
#include "play/header_json.h"
#include "play/record_codec.h"

namespace zymurgy {
namespace {

constexpr std::string_view kContrastMagic = "zymurgy contrast 1\n";
constexpr Equity kUnit = kPoint / 10;  // equities are kept in tenths of a point

constexpr auto kFields = [](auto& header, auto&& field, auto&& extra) {
  field("lexicon", header.lexicon);
  field("tiles", header.tiles);
  field("leaves", header.leaves);
  field("seed", header.seed);
  field("first", header.first);
  field("games", header.games);
  field("plies", header.plies);
  field("plays", header.plays);
  field("top", header.top);
  field("spread", header.falloff);  // its name in files from the first version on
  field("temperature", header.temperature);
  extra("late", header.late);
  extra("tables", header.tables);
  extra("words", header.words);
};

// Removes the magic line and the header from the front of a file's content.
Result<ContrastHeader> take_header(std::string_view& bytes, const std::string& path) {
  if (!bytes.starts_with(kContrastMagic))
    return failure(path + ": not contrast data of this version");
  bytes.remove_prefix(kContrastMagic.size());
  const std::size_t line = std::min(bytes.find('\n'), bytes.size());
  auto header = header_of_json<ContrastHeader>(bytes.substr(0, line), path, kFields);
  if (!header) return header;
  if (header->plies < 1 || header->plies > kMostContrastPlies || header->plays < 1 ||
      header->plays > kMostContrastPlays)
    return failure(path + ": the header is impossible");
  bytes.remove_prefix(std::min(line + 1, bytes.size()));
  return header;
}

bool decode_equity(std::string_view& bytes, Equity& equity) {
  std::int64_t units = 0;
  if (!decode(bytes, units) || std::abs(units) > 20'000) return false;
  equity = static_cast<Equity>(units) * kUnit;
  return true;
}

bool decode_game(const ContrastHeader& header, std::string_view& bytes, ContrastGame& game) {
  if (!decode(bytes, game.record)) return false;
  game.groups.resize(game.record.turns.size());
  for (auto& group : game.groups) {
    std::int64_t plays = 0;
    if (!decode(bytes, plays) || plays < 0 || plays > header.plays) return false;
    group.resize(static_cast<std::size_t>(plays));
    for (ContrastPlay& play : group) {
      if (!decode(bytes, play.move) || !decode_equity(bytes, play.equity)) return false;
      play.to_the_end = header.late.has_value();
      play.gains.resize(static_cast<std::size_t>(header.plies));
      for (Equity& gain : play.gains)
        if (!decode_equity(bytes, gain)) return false;
    }
  }
  return true;
}

}  // namespace

std::string header_text(const ContrastHeader& header) {
  return std::string(kContrastMagic) + json_of_header(header, kFields);
}

std::string difference(const ContrastHeader& made, const ContrastHeader& asked) {
  const auto json_of = [](const ContrastHeader& header) {
    return nlohmann::ordered_json::parse(json_of_header(header, kFields));
  };
  return first_difference(json_of(made), json_of(asked));
}

void encode(const ContrastGame& game, std::string& bytes) {
  encode(game.record, bytes);
  for (const auto& group : game.groups) {
    encode(static_cast<std::int64_t>(group.size()), bytes);
    for (const ContrastPlay& play : group) {
      encode(play.move, bytes);
      encode(in_units(play.equity, kUnit), bytes);
      for (const Equity gain : play.gains) encode(in_units(gain, kUnit), bytes);
    }
  }
}

Result<ContrastHeader> read_contrast_header(const std::string& path) {
  const auto content = decompress_start(path, 4096);
  if (!content) return tl::unexpected(content.error());
  std::string_view bytes = *content;
  return take_header(bytes, path);
}

Result<void> check_lexicon(const std::string& path, const Lexicon& lexicon) {
  const auto header = read_contrast_header(path);
  if (!header) return tl::unexpected(header.error());
  return check_lexicon(path, header->lexicon_name(), lexicon);
}

Result<ContrastHeader> read_contrast(const std::string& path,
                                     const std::function<void(const ContrastGame&)>& visit) {
  const auto packed = read_file(path);
  if (!packed) return tl::unexpected(packed.error());
  const auto content = decompress(*packed, path);
  if (!content) return tl::unexpected(content.error());
  std::string_view bytes = *content;
  const auto taken = take_header(bytes, path);
  if (!taken) return taken;
  const ContrastHeader& header = *taken;
  ContrastGame game;
  for (std::uint64_t i = 0; i < header.games; ++i) {
    if (!decode_game(header, bytes, game))
      return failure(path + ": game " + std::to_string(i + 1) + " is garbled");
    visit(game);
  }
  if (!bytes.empty()) return failure(path + ": data after the last game");
  return header;
}

Result<void> replay(const ContrastGame& game, Position& position, const VisitContrast& visit) {
  Result<void> sound;
  std::size_t turns = 0;
  const auto replayed =
      replay(game.record, position, [&](const Position& before, const Turn& turn) {
        const auto& plays = game.groups[turns++];
        if (sound && !std::ranges::all_of(
                         plays, [&](const ContrastPlay& play) { return fits(before, play.move); }))
          sound = failure("game " + std::to_string(game.record.index) + ", turn " +
                          std::to_string(turns) + ": a play does not fit the position");
        if (sound) visit(before, turn, plays);
      });
  return replayed ? sound : replayed;
}

Result<ContrastHeader> replay_contrast(const std::string& path, const Lexicon& lexicon,
                                       const StaticEvaluator& evaluator,
                                       const VisitContrast& visit) {
  if (auto fits = check_lexicon(path, lexicon); !fits) return tl::unexpected(fits.error());
  Result<void> result;
  std::vector<ContrastPlay> judged;
  const auto judge = [&](const Position& before, const Turn& turn,
                         const std::vector<ContrastPlay>& plays) {
    judged = plays;
    for (ContrastPlay& play : judged) play.equity = evaluator.equity(before, play.move);
    visit(before, turn, judged);
  };
  auto header = read_contrast(path, [&](const ContrastGame& game) {
    Position position(lexicon.tiles(), Layout::standard());
    if (result) result = replay(game, position, judge);
  });
  if (!header) return header;
  if (!result) return failure(path + ": " + result.error().message);
  return header;
}

}  // namespace zymurgy
