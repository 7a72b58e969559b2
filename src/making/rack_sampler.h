// Draws racks for one board, common and rare ones, each with an importance weight.
//
// Half of the racks are drawn as the game draws them. The other half are a leave of kRackSize - 1
// tiles, each distinct leave equally likely, and one drawn tile, so that rare leaves occur. A
// rack's weight is its probability in the game over its probability here: weighted means are those
// of the game, and no weight is above 2 (the balance heuristic of E. Veach, 1997).
#pragma once

#include <array>

#include "game/random.h"
#include "game/tile_set.h"

namespace zymurgy {

class RackSampler {
 public:
  // `unplayed`: the tiles that are not on the board, at least kRackSize.
  void assign(const TileCounts& unplayed);

  Rack natural(Random& random) const;  // as the game draws
  Rack forced(Random& random) const;   // a leave, all equally likely, and a drawn tile
  double weight(const Rack& rack) const;

 private:
  TileCounts unplayed_;
  double leaves_ = 0;  // number of distinct leaves of kRackSize - 1 tiles
  double racks_ = 0;   // ways to draw a rack, every tile counted as distinct
  // ways_[l][k]: number of distinct multisets of k tiles of the letters from l on.
  std::array<std::array<double, kRackSize>, kLetterCodes + 1> ways_{};
};

}  // namespace zymurgy
