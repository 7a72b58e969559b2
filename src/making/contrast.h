// Contrast data: several plays of one position, each rolled out on the same tiles. What a network
// learns the order of plays from: nearly all of a rollout's luck is common to the plays of a group
// and cancels when its mean is taken off.
//
// Positions are those of self-play, near-best moves chosen at random. Of each, the best play by
// static equity and some others near it are followed by static plies on one deal, in which the
// opponent's rack is the game's own: what a player who chose well would hold. Late data is of the
// end alone, where plays are followed to the last: what leaves are worth says little there.
//
// A shard is one zstd file: a magic line, a header in JSON, then the records of a range of games.
// It is a function of the header alone, whatever the number of threads.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "evaluate/static_evaluator.h"
#include "lexicon/leave_table.h"
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
  std::string tables;  // a hash of the words and leaves of these names; older data has none
  std::uint64_t seed = 1;
  std::uint64_t first = 0, games = 0;  // indices under the seed
  int plies = 2;
  // Of late data, of positions with no more tiles in the bag, none included. Other data is of all
  // positions that have tiles in the bag.
  std::optional<int> late;
  int plays = 6;           // of each position, at most
  int top = 15;            // by static equity, from which they are drawn
  double spread = 8;       // points by which a play's odds to be drawn fall to 1/e
  double temperature = 1;  // points, of the softmax that moves the game on
  bool operator==(const ContrastHeader&) const = default;
};

// Plies that gains are told of, at most.
constexpr int kMostContrastPlies = 8;
// Games in a shard, at most: whatever is asked of each, readers take so many (`decompress`).
constexpr std::uint64_t kLargestShard = 1 << 14;

struct ContrastOptions {
  const Lexicon* lexicon = nullptr;
  const LeaveTable* leaves = nullptr;
  ContrastHeader header;      // for all the games
  std::uint64_t shard = 256;  // games, up to kLargestShard
  int threads = 1;
  std::string folder;
};

// The name of the shard that begins with a game.
std::string contrast_shard_name(std::uint64_t first);
// The shards in folders, each of which has some, in the order of their paths. None may overlap.
Result<std::vector<std::string>> contrast_shards(const std::vector<std::string>& folders);

// An error that names both if two of the files hold games of one run that are the same.
Result<void> check_contrast_shards(const std::vector<std::string>& files);

// Makes the shards that the folder does not hold yet. Calls `progress(games done, how
// many of them were there)` from one thread at a time. On a stop, unfinished shards are left out.
// Nothing is made if the folder has shards cut at other places, or of the same games made in
// another way.
Result<void> make_contrast(const ContrastOptions& options,
                           const std::function<void(std::uint64_t, std::uint64_t)>& progress = {},
                           std::stop_token stop = {});

// Calls visit(game) for each game of a shard. An error names the file.
Result<ContrastHeader> read_contrast(const std::string& path,
                                     const std::function<void(const ContrastGame&)>& visit);

// Calls visit(position, turn, plays) for each turn of a shard's games, before it; they must be of
// the lexicon. The plays' static equities are the evaluator's own, whatever leaves the shard was
// made with.
using VisitContrast =
    std::function<void(const Position&, const Turn&, const std::vector<ContrastPlay>&)>;
Result<ContrastHeader> replay_contrast(const std::string& path, const Lexicon& lexicon,
                                       const StaticEvaluator& evaluator,
                                       const VisitContrast& visit);

}  // namespace zymurgy
