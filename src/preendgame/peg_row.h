// A move of a pre-endgame and what is known of it, bag by bag. There may be thousands of moves and
// hundreds of bags: nothing is kept of what was not looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "game/move.h"
#include "preendgame/deal.h"

namespace zymurgy {

// What is proved of a move: each has what those before it have.
enum class PegProof : std::uint8_t { kNothing, kWins, kSpread };

struct PegRow {
  Move move;
  bool ends_game = false;        // by the last scoreless turn: what comes of it is known at once
  std::size_t place = 0;         // in static order
  int first_guess = 0;           // at the final spread, until there are others
  std::vector<int> guesses;      // by greedy play; none yet: not looked at
  std::vector<Outcomes> proofs;  // of the bags proved; no weight yet: not proved
  Outcomes sum;                  // over all bags, guesses standing in for proofs
  PegProof proof = PegProof::kNothing;
  bool dropped = false;            // cannot be best: no more of it is to be proved
  std::vector<std::size_t> order;  // in which its bags are proved
  std::size_t taken = 0;           // of these, by a thread
  std::size_t bags_proved = 0;
  std::int64_t lost = 0;  // half points, with the bags proved

  bool looked_at() const { return !guesses.empty(); }
  bool wins_proved() const { return proof >= PegProof::kWins; }
  // Guessed or, if the thread that was to guess stopped, proved by another.
  bool known() const { return looked_at() || wins_proved(); }
  bool spread_proved() const { return proof == PegProof::kSpread; }
  int guess(std::size_t bag) const { return looked_at() ? guesses[bag] : first_guess; }
  bool proved_with(std::size_t bag) const { return !proofs.empty() && proofs[bag].weight() > 0; }
  Outcomes tally_with(std::size_t bag, std::int64_t orders) const {
    Outcomes its = proved_with(bag) ? proofs[bag] : outcome(guess(bag), orders);
    if (!spread_proved()) its.spread = guess(bag) * orders;
    return its;
  }
};

// The order of the answer: best first.
inline bool told_before(const PegRow* a, const PegRow* b) {
  // What was not looked at has no more than its score and the lead to speak for it.
  if (a->known() != b->known()) return a->known();
  if (a->sum.half_points() != b->sum.half_points())
    return a->sum.half_points() > b->sum.half_points();
  if (a->wins_proved() != b->wins_proved()) return a->wins_proved();
  if (a->sum.spread != b->sum.spread) return a->sum.spread > b->sum.spread;
  return a->place < b->place;
}

}  // namespace zymurgy
