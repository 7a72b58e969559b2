// The deals of a pre-endgame and tallies of their outcomes.
#pragma once

#include <cstdint>
#include <vector>

#include "game/position.h"

namespace zymurgy {

// Results, weighted by the number of orders of the unseen tiles that lead to each, and the sum of
// the final spreads. Integers, far from the limits of their type (10^9 orders, 10^13 points), so
// that equal results compare equal.
struct Outcomes {
  std::int64_t wins = 0, ties = 0, losses = 0, spread = 0;

  std::int64_t weight() const { return wins + ties + losses; }
  std::int64_t half_points() const { return 2 * wins + ties; }
  // The share of all orders that are won, with a tie counted as half.
  double share_won() const {
    return static_cast<double>(half_points()) / static_cast<double>(2 * weight());
  }
  Outcomes swapped() const { return {losses, ties, wins, -spread}; }
  void add(const Outcomes& other, std::int64_t times = 1) {
    wins += times * other.wins;
    ties += times * other.ties;
    losses += times * other.losses;
    spread += times * other.spread;
  }
};

// A game that ends with this spread in `orders` orders.
inline Outcomes outcome(int spread, std::int64_t orders) {
  Outcomes tally;
  (spread > 0 ? tally.wins : spread < 0 ? tally.losses : tally.ties) = orders;
  tally.spread = spread * orders;
  return tally;
}

// A set of tiles drawn, and the number of orders that draw it.
struct Draw {
  TileCounts tiles;
  std::int64_t orders = 0;
};

// The distinct draws of `count` tiles from a pool.
std::vector<Draw> draws_of(const TileCounts& pool, int count);

// A position with every tile in its place, except for the order of those in the bag. `mover` is the
// side on turn and `other` the one that is not; our side is the one for which the pre-endgame is
// solved.
struct DealtPosition {
  Board board;
  Rack mover, other;  // the whole racks as dealt, whoever can see them
  TileCounts bag;
  int lead = 0;                  // points, mover minus other
  int scoreless_turns_left = 0;  // before the game ends
  bool passed = false;  // the previous turn was a pass (false at the root, where it is not known)
  bool ours = true;     // our side is on turn
  TileCounts known;     // what our side has seen of the opponent's rack, whoever is on turn

  // What the mover does not see if it knows nothing of the other rack.
  TileCounts unseen() const {
    TileCounts tiles = other;
    tiles.add(bag);
    return tiles;
  }
};

}  // namespace zymurgy
