// Solves endgames: both racks known, the bag empty.
//
// Values are changes of the spread, mover minus other, in points, from now to the end of the game,
// including what going out or six scoreless turns add. An answer is `proved` if no line was cut by
// depth: it is then the value of perfect play. Otherwise it is the best of a search to `depth`
// plies with greedy play after them.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "game/limits.h"
#include "game/position.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

// How the opponent is assumed to reply.
enum class Replies : std::uint8_t {
  kPerfect,
  kFallible,  // not perfectly: a lost game may yet be won
  kStatic,    // by static equity: more may be won than is proved
};

struct EndgameOptions {
  int hash_mb = 64;
  int threads = 1;
  int max_depth = std::numeric_limits<int>::max();  // plies; the search has its own limit as well
  // Positions that the search for the best move may enter; the searches that judge given moves
  // share as many again. Only the first thread's positions count, so with more threads the depth
  // reached is left to chance.
  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
  Limits limits;
  bool first_win = false;  // only find out whether the game is won, drawn or lost
  int best_moves = 1;      // to return with their values, once the best is proved
  Replies replies = Replies::kPerfect;
  double doubt = 0;  // the probability that replies taken for static are perfect
  // If not empty, only these moves are judged; their words need not be in the lexicon. Then
  // first_win, best_moves, replies and doubt are ignored.
  std::vector<Move> only;
};

// Calls take(position, move) for each move of a line, with the position before it.
template <typename Take>
void for_each_of_line(Position before, const std::vector<Move>& line, Take&& take) {
  for (const Move& move : line) {
    take(before, move);
    before.make(move);
  }
}

struct ValuedMove {
  Move move;
  int spread;  // change of the spread from now to the end
  bool operator==(const ValuedMove&) const = default;
};

struct EndgameAnswer {
  // With `first_win`, the spreads are lower bounds if a win is proved, upper bounds if a loss is.
  enum class Bound : std::uint8_t { kExact, kAtLeast, kAtMost };

  int spread = 0;        // change from now to the end
  int final_spread = 0;  // mover minus other at the end
  Bound bound = Bound::kExact;
  bool proved = false;
  int depth = 0;  // plies searched, if not proved
  std::vector<Move> line;
  // If best_moves > 1: the best moves with their proved values, best first; fewer if there are no
  // more or time ran out. With `only`: the given moves that there was time for, proved if the
  // answer is.
  std::vector<ValuedMove> moves;
  bool moves_complete = true;  // there was time for all the best moves asked for
  // A better move against `replies`, if there is one: for kStatic, the one of the highest mean
  // worth given `doubt`; for kFallible, if the game is proved lost, one that wins against static
  // replies. Its spread is the one against static replies.
  std::optional<ValuedMove> against_static;
  // The spread that the first move of the line brings against static replies, as far as known; only
  // for kStatic, if there was time for any such search.
  std::optional<int> first_against_static;
  std::uint64_t nodes = 0;
  double seconds = 0;

  // The move to make against `replies`.
  const Move& move() const { return against_static ? against_static->move : line.front(); }
  // "exact", "win proved" or "loss proved" of a bound, or "depth N".
  std::string label() const;
};

// Called after each depth or each given move.
using EndgameProgress = std::function<void(const EndgameAnswer&)>;

// The other rack is taken to be the unseen tiles. An error if the bag is not empty, if the board or
// a rack is empty, if a rack is too big, if the tile set cannot supply the tiles, or if the game is
// over.
Result<EndgameAnswer> solve_endgame(const Lexicon& lexicon, const Position& given,
                                    const EndgameOptions& options,
                                    const EndgameProgress& progress = {});

}  // namespace zymurgy
