// Endgames, solved: both racks known, the bag empty.
//
// Values are changes of the spread, mover minus other, in points, from now to the end of the game
// (what going out or six scoreless turns add included). An answer is `proved` when no line of it
// was cut by depth: then it is the value of perfect play. Otherwise it is the best of `depth` plies
// with greedy play after them.
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

// How the other side is taken to play.
enum class Replies : std::uint8_t {
  kPerfect,
  kFallible,  // not perfectly: who is lost may yet win
  kStatic,    // by static equity: there may be more to win than what is proved
};

struct EndgameOptions {
  int hash_mb = 64;
  int threads = 1;
  int max_depth = std::numeric_limits<int>::max();  // plies; a search has its own limit as well
  // Positions that the search for the best move may enter; those that judge given moves share as
  // many again. Only the first thread's count, so with more threads it is chance how deep it gets.
  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
  Limits limits;
  bool first_win = false;  // only find out whether the game is won, drawn or lost
  int best_moves = 1;      // to be told with their values, once that of the best is proved
  Replies replies = Replies::kPerfect;
  double doubt = 0;  // the chance that static replies are perfect ones after all
  // Only these, each told with its value; their words need not be in the lexicon. Then first_win,
  // best_moves, replies and doubt have no say.
  std::vector<Move> only;
};

// The moves of a line, each with the position that it is made in.
template <typename Take>
void for_each_of_line(Position before, const std::vector<Move>& line, Take&& take) {
  for (const Move& move : line) {
    take(before, move);
    before.make(move);
  }
}

struct ValuedMove {
  Move move;
  int spread;  // its change from now to the end
  bool operator==(const ValuedMove&) const = default;
};

struct EndgameAnswer {
  // With `first_win` the spreads of a game that is proved to be won are at least those told, of one
  // that is lost at most.
  enum class Bound : std::uint8_t { kExact, kAtLeast, kAtMost };

  int spread = 0;        // change from now to the end
  int final_spread = 0;  // mover minus other at the end
  Bound bound = Bound::kExact;
  bool proved = false;
  int depth = 0;  // plies searched, if not proved
  std::vector<Move> line;
  // If best_moves > 1: the best moves with their proved values, best first; fewer if there are no
  // more, or time ran out. With `only`: those of the given moves that there was time for, proved if
  // the answer is.
  std::vector<ValuedMove> moves;
  bool moves_complete = true;  // of the best: there was time for all asked for
  // A better move against `replies`, if there is one: for kStatic, that worth most on average in
  // doubt; for kFallible, if the game is proved to be lost, one that wins against static replies.
  // Its spread is that against static replies.
  std::optional<ValuedMove> against_static;
  // What the first move of the line brings against static replies, as far as is known; only for
  // kStatic, if there was time to look at any.
  std::optional<int> first_against_static;
  std::uint64_t nodes = 0;
  double seconds = 0;

  // To be made against such replies.
  const Move& move() const { return against_static ? against_static->move : line.front(); }
  // "exact", "win proved" or "loss proved" of a bound, or "depth N".
  std::string label() const;
};

// Called after each depth, or each move given.
using EndgameProgress = std::function<void(const EndgameAnswer&)>;

// Unknown tiles of the other rack are those left over. An error if the bag is not empty, the board
// or a rack is, or the game is over.
Result<EndgameAnswer> solve_endgame(const Lexicon& lexicon, const Position& given,
                                    const EndgameOptions& options,
                                    const EndgameProgress& progress = {});

}  // namespace zymurgy
