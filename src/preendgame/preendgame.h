// Solves pre-endgames: with few tiles in the bag, every move against every order of the unseen
// tiles.
//
// Wins are counted in orders of the unseen tiles, all equally likely: 8 with one tile in the bag
// and seven unknown on the other rack; 72, 720 and 7920 with two, three and four in the bag. Where
// the rules allow an exchange, which shuffles the bag, each order counts once for every order after
// a shuffle, whatever the move: 8, 144, 4320 and 190080 in all. Once the bag is empty, play is
// perfect; before that, the opponent model says how the opponent replies. Moves are first estimated
// by greedy play, then proved in that order: first what they win, then, for those that win most,
// the spread. A move is dropped when it can no longer be best, which never changes the answer.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "game/limits.h"
#include "lexicon/leave_table.h"
#include "lexicon/lexicon.h"
#include "preendgame/deal.h"

namespace zymurgy {

enum class OpponentModel : std::uint8_t {
  kInformed,   // the best reply given his own rack and the tiles he cannot see
  kWorstCase,  // the worst reply for us, by one who sees our rack and the bag
};

// Proofs with more tiles in the bag take too long.
inline constexpr int kMostInBag = 6;

struct PegOptions {
  OpponentModel opponent = OpponentModel::kInformed;
  bool every = false;  // prove the wins of every move, not only of those that can be best
  // Once the most wins are proved, spend only as long again on spreads, but at least a second.
  bool brief_spreads = false;
  int most_in_bag = 4;     // a bag with more is refused; up to kMostInBag
  std::vector<Move> only;  // if any, these moves alone; the words of plays need not be valid
  int hash_mb = 64;
  int threads = 1;
  Limits limits;
};

// The label of a result that may rest on guesses.
constexpr const char* proof_label(bool proved) { return proved ? "proved" : "estimated"; }

// The outcomes of a move if these tiles, in any order, are in the bag.
struct PegBag {
  TileCounts tiles;
  Outcomes tally;
  bool proved = false;
};

struct PegPlay {
  Move move;
  Outcomes tally;              // over all orders; guesses where a bag is not proved
  bool looked_at = false;      // else `tally` follows from the lead and the score alone
  bool proved = false;         // wins, ties and losses are proved
  bool spread_proved = false;  // so is the spread
  std::vector<PegBag> bags;    // empty while nothing is proved

  // Labels of its wins, ties and losses, and of its spread.
  const char* label() const { return label_of(proved); }
  const char* spread_label() const { return label_of(spread_proved); }
  double mean_spread() const {
    return static_cast<double>(tally.spread) / static_cast<double>(tally.weight());
  }

 private:
  const char* label_of(bool proof) const { return looked_at ? proof_label(proof) : "unexamined"; }
};

struct PegAnswer {
  int bag = 0;                 // tiles
  int shuffles = 1;            // times that each order is counted: see above
  std::vector<PegPlay> plays;  // best first: most wins (half for a draw), then by spread
  bool wins_proved = false;    // no play wins more than the first
  bool proved = false;         // nor does any win as much with a better spread
  bool every_proved = false;   // the wins, ties and losses of every play are proved
  std::uint64_t nodes = 0;
  std::optional<double> wins_seconds{};  // until `wins_proved`; with `every`, `every_proved`
  double seconds = 0;

  // The label of the first play.
  const char* label() const {
    return proved ? "proved best" : wins_proved ? "proved to win most" : "not proved best";
  }
};

using PegProgress = std::function<void(const PegAnswer&)>;

// An error if the bag is empty or holds too many tiles, the mover's rack is not fully known, the
// other rack is too big, the board is empty, the game is over, or the tile set cannot supply the
// tiles. `progress` is called now and then, on any thread, one call at a time. With several
// threads, how much is proved about moves that cannot be best may vary from run to run.
Result<PegAnswer> solve_preendgame(const Lexicon& lexicon, const LeaveTable& leaves,
                                   const Position& position, const PegOptions& options,
                                   const PegProgress& progress = {});

}  // namespace zymurgy
