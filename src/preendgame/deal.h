// What may lie where before the bag is empty, and what comes of it.
#pragma once

#include <vector>

#include "game/position.h"

namespace zymurgy {

// Results by weight: how many orders of the unseen tiles lead to each, and the sum of the final
// spreads.
struct Outcomes {
  double wins = 0, draws = 0, losses = 0, spread = 0;

  double weight() const { return wins + draws + losses; }
  double points() const { return wins + draws / 2; }
  Outcomes swapped() const { return {losses, draws, wins, -spread}; }
  void add(const Outcomes& other, double times = 1) {
    wins += times * other.wins;
    draws += times * other.draws;
    losses += times * other.losses;
    spread += times * other.spread;
  }
};

// A game that ends with this spread, in so many orders.
inline Outcomes outcome(int spread, double orders) {
  Outcomes tally;
  (spread > 0 ? tally.wins : spread < 0 ? tally.losses : tally.draws) = orders;
  tally.spread = spread * orders;
  return tally;
}

// A way to draw tiles, and in how many orders.
struct Draw {
  TileCounts tiles;
  double orders = 0;
};

double factorial(int n);
// The distinct draws of `count` tiles from a pool.
std::vector<Draw> draws_of(const TileCounts& pool, int count);

// A position with every tile in its place but for the order of those in the bag.
struct DealtPosition {
  Board board;
  Rack mover, other;
  TileCounts bag;
  TileCounts known;     // tiles that our side knows on the other's rack
  int lead = 0;         // mover minus other
  int turns = 0;        // scoreless ones left before the game ends
  bool passed = false;  // the last turn was a pass
  bool ours = true;     // our side, for which the pre-endgame is solved, is on turn
};

}  // namespace zymurgy
