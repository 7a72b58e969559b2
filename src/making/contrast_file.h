// Files of contrast data (making/contrast.h): a shard is one zstd file of a magic line, a header in
// JSON, then the records of a range of games. It is a function of the header alone.
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
  std::vector<Equity> gains;  // of the mover's spread after 1, 2, ... plies, leaves included
  bool to_the_end = false;    // the last of them is that of the rest of the game
  bool operator==(const ContrastPlay&) const = default;
};

struct ContrastGame {
  GameRecord record;
  std::vector<std::vector<ContrastPlay>> groups;  // one a turn, empty where nothing is judged
  bool operator==(const ContrastGame&) const = default;
};

struct ContrastHeader {
  std::string engine, lexicon, tiles, leaves;
  // Hashes of the words, and of words and leaves, of these names; older data has none.
  std::string words, tables;
  std::uint64_t seed = 1;
  std::uint64_t first = 0, games = 0;  // indices under the seed
  int plies = 2;
  // Late data: only positions with at most so many tiles in the bag, an empty one included. Other
  // data has all positions with tiles in the bag.
  std::optional<int> late;
  int plays = 6;           // of each position, at most
  int top = 15;            // by static equity, from which they are drawn
  double falloff = 8;      // points by which a play's odds to be drawn fall to 1/e
  double temperature = 1;  // points, of the softmax that moves the game on
  bool operator==(const ContrastHeader&) const = default;
};

// Plies that gains are told of, and plays of a position, at most.
constexpr int kMostContrastPlies = 8;
constexpr int kMostContrastPlays = 1000;

// What a file begins with; the records follow, and all is packed as zstd.
std::string header_text(const ContrastHeader& header);
// The first thing in which data was made otherwise than is asked for: /leaves was "A" and is "B".
std::string difference(const ContrastHeader& made, const ContrastHeader& asked);
void encode(const ContrastGame& game, std::string& bytes);

// The header alone, from the start of the file.
Result<ContrastHeader> read_contrast_header(const std::string& path);

// An error if a shard's games are not of the lexicon, its words and tiles.
Result<void> check_lexicon(const std::string& path, const Lexicon& lexicon);

// Calls visit(game) for each game of a shard. An error names the file.
Result<ContrastHeader> read_contrast(const std::string& path,
                                     const std::function<void(const ContrastGame&)>& visit);

using VisitContrast =
    std::function<void(const Position&, const Turn&, const std::vector<ContrastPlay>&)>;
// Calls visit(position, turn, plays) for each turn of a game, before it; `position` is its start.
// An error where a turn is impossible, or a play is of tiles that are not on the rack.
Result<void> replay(const ContrastGame& game, Position& position, const VisitContrast& visit);
// The same of a shard's games, which must be of the lexicon. The plays' static equities are the
// evaluator's own, whatever leaves the shard was made with.
Result<ContrastHeader> replay_contrast(const std::string& path, const Lexicon& lexicon,
                                       const StaticEvaluator& evaluator,
                                       const VisitContrast& visit);

}  // namespace zymurgy
