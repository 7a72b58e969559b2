// Racks for one board, common and rare, each with the weight that makes up for how it was drawn.
//
// Half of the racks are drawn as the game draws them; the other half are a leave of kRackSize - 1
// tiles, each distinct one as likely as the next, and one tile drawn to it, so that rare leaves
// occur. A rack's weight is its chance in the game over its chance here: weighted means are those
// of the game, and no weight is above 2 (the balance heuristic of E. Veach, 1997).
#pragma once

#include <array>

#include "game/random.h"
#include "game/tile_set.h"

namespace zymurgy {

class RackSampler {
 public:
  // The tiles that are not on the board: at least kRackSize.
  void assign(const TileCounts& unplayed);

  Rack natural(Random& random) const;  // as the game draws
  Rack forced(Random& random) const;   // a leave out of all leaves, and a tile
  double weight(const Rack& rack) const;

 private:
  TileCounts unplayed_;
  double leaves_ = 0;  // distinct ones of kRackSize - 1 tiles
  double racks_ = 0;   // ways to draw a rack, tiles told apart
  // ways_[l][k]: distinct multisets of k tiles of the letters from l on.
  std::array<std::array<double, kRackSize>, kLetterCodes + 1> ways_{};
};

}  // namespace zymurgy
