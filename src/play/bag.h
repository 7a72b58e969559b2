// The bag of a game, whose one shuffle decides all draws.
//
// Each seat draws from its own end of the shuffled row of tiles. So if a game is played again from
// the same seed, each seat draws the same tiles, whatever is played, until the ends meet. This lets
// a pair of games with seats swapped cancel most of the luck. (MAGPIE draws in this way.) Each tile
// put back goes to a uniformly random place in the row, from a random stream of the seat's own: the
// row stays uniformly random, and only by chance does a tile land among the other seat's next
// draws.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "game/random.h"
#include "game/tile_counts.h"

namespace zymurgy {

class Bag {
 public:
  void fill(const TileCounts& tiles, std::uint64_t seed);

  int size() const { return static_cast<int>(end_ - begin_); }
  // Up to `count` tiles.
  TileCounts draw(int seat, int count);
  // Puts back tiles that came from this bag.
  void put_back(int seat, const TileCounts& tiles);

 private:
  std::vector<Letter> row_;  // of which [begin_, end_) is in the bag
  std::size_t begin_ = 0, end_ = 0;
  std::array<Random, 2> places_{Random(0), Random(0)};
};

}  // namespace zymurgy
