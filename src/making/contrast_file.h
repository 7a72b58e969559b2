// Files of contrast data (making/contrast.h): a shard is one zstd file with a magic line, a header
// in JSON and the records of a range of games. Its content is a function of the header alone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/static_evaluator.h"
#include "lexicon/lexicon.h"
#include "play/game_record.h"

namespace zymurgy {

struct ContrastPlay {
  Move move;
  Equity equity = 0;          // static
  std::vector<Equity> gains;  // in the mover's spread after 1, 2, ... plies, leaves included
  bool to_the_end = false;    // the last gain is to the end of the game
  bool operator==(const ContrastPlay&) const = default;
};

struct ContrastGame {
  GameRecord record;
  std::vector<std::vector<ContrastPlay>> groups;  // one per turn, empty if nothing is rolled out
  bool operator==(const ContrastGame&) const = default;
};

struct ContrastHeader {
  std::string engine, lexicon, tiles, leaves;
  // Hashes of the lexicon's words, and of words and leaves together; empty in older data.
  std::string words, tables;
  std::uint64_t seed = 1;
  std::uint64_t first = 0, games = 0;  // indices under the seed
  int plies = 2;
  // Late data: only positions with at most this many tiles in the bag, an empty bag included. Other
  // data has all positions with tiles in the bag.
  std::optional<int> late;
  int plays = 6;           // per position, at most
  int top = 15;            // moves by static equity from which the plays are drawn
  double falloff = 8;      // points of equity over which the odds of being drawn fall to 1/e
  double temperature = 1;  // points; of the softmax that draws the game's next move
  LexiconName lexicon_name() const { return {lexicon, tiles, words}; }
  bool operator==(const ContrastHeader&) const = default;
};

// The most plies with gains, and the most plays per position.
constexpr int kMostContrastPlies = 8;
constexpr int kMostContrastPlays = 1000;

// The start of a file. The records follow, and the whole is compressed with zstd.
std::string header_text(const ContrastHeader& header);
// The first difference between two headers: /leaves was "A" and is "B".
std::string difference(const ContrastHeader& made, const ContrastHeader& asked);
void encode(const ContrastGame& game, std::string& bytes);

// The header alone, from the start of the file.
Result<ContrastHeader> read_contrast_header(const std::string& path);

// An error if a shard was made with another lexicon, other words or other tiles.
Result<void> check_lexicon(const std::string& path, const Lexicon& lexicon);

// Calls visit(game) for each game of a shard. An error names the file.
Result<ContrastHeader> read_contrast(const std::string& path,
                                     const std::function<void(const ContrastGame&)>& visit);

using VisitContrast =
    std::function<void(const Position&, const Turn&, const std::vector<ContrastPlay>&)>;
// Calls visit(position, turn, plays) for each turn of a game, with the position before it.
// `position` must be the start of the game. An error if a turn is impossible, or if a play uses
// tiles that are not on the rack.
Result<void> replay(const ContrastGame& game, Position& position, const VisitContrast& visit);
// The same for the games of a shard, which must be in this lexicon. The plays' static equities are
// those of `evaluator`, whatever leaves the shard was made with.
Result<ContrastHeader> replay_contrast(const std::string& path, const Lexicon& lexicon,
                                       const StaticEvaluator& evaluator,
                                       const VisitContrast& visit);

}  // namespace zymurgy
