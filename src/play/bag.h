// The bag of a game, whose one shuffle decides all draws.
//
// Each seat draws from its own end of the shuffled row of tiles, so that in a game played again
// from the same seed each seat meets the same tiles, whatever is played, until the ends meet: that
// is what lets a pair of games with seats swapped cancel most of the luck. (MAGPIE draws so.) Tiles
// that are put back go each to a place uniform over the row, from a stream of the seat's own: the
// row stays uniformly random, and the other seat's draws are passed over only by chance.
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
