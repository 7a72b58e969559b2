// A move of a pre-endgame and what is known about it, bag by bag. There may be thousands of moves
// and hundreds of bags, so nothing is stored for what was not looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "game/move.h"
#include "preendgame/deal.h"

namespace zymurgy {

// What is proved about a move; each level includes those before it.
enum class PegProof : std::uint8_t { kNothing, kWins, kSpread };

struct PegRow {
  Move move;
  bool ends_game = false;        // it is the last scoreless turn: its outcome is known at once
  std::size_t place = 0;         // in static order
  int first_guess = 0;           // of the final spread, until there are `guesses`
  std::vector<int> guesses;      // by bag, from greedy play; empty: not looked at
  std::vector<Outcomes> proofs;  // by bag; no weight: not proved yet
  Outcomes sum;                  // over all bags, guesses standing in for proofs
  PegProof proof = PegProof::kNothing;
  bool dropped = false;            // cannot be best: no more of it need be proved
  std::vector<std::size_t> order;  // in which its bags are proved
  std::size_t taken = 0;           // how many of these threads have taken
  std::size_t bags_proved = 0;
  std::int64_t lost = 0;  // half points, over the bags proved

  bool looked_at() const { return !guesses.empty(); }
  bool wins_proved() const { return proof >= PegProof::kWins; }
  // Guessed or, if the thread that was to guess stopped, proved by another.
  bool known() const { return looked_at() || wins_proved(); }
  bool spread_proved() const { return proof == PegProof::kSpread; }
  int guess(std::size_t bag) const { return looked_at() ? guesses[bag] : first_guess; }
  bool proved_with(std::size_t bag) const { return !proofs.empty() && proofs[bag].weight() > 0; }
  Outcomes tally_with(std::size_t bag, std::int64_t orders) const {
    Outcomes tally = proved_with(bag) ? proofs[bag] : outcome(guess(bag), orders);
    if (!spread_proved()) tally.spread = guess(bag) * orders;
    return tally;
  }
};

// The order of the answer's plays: best first.
inline bool ranks_before(const PegRow* a, const PegRow* b) {
  // A row that was not looked at has only its score and the lead in its favour.
  if (a->known() != b->known()) return a->known();
  if (a->sum.half_points() != b->sum.half_points())
    return a->sum.half_points() > b->sum.half_points();
  if (a->wins_proved() != b->wins_proved()) return a->wins_proved();
  if (a->sum.spread != b->sum.spread) return a->sum.spread > b->sum.spread;
  return a->place < b->place;
}

}  // namespace zymurgy
