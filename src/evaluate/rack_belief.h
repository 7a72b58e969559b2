// A belief about the tiles on an unseen rack: multisets with weights.
//
// A multiset may have fewer tiles than the rack; the others are then like any unseen tiles that are
// not known to be in the bag.
#pragma once

#include <algorithm>
#include <vector>

#include "game/random.h"
#include "game/tile_counts.h"

namespace zymurgy {

class RackBelief {
 public:
  void add(const TileCounts& tiles, double weight) {
    racks_.push_back(tiles);
    sums_.push_back((sums_.empty() ? 0 : sums_.back()) + weight);
  }
  bool empty() const { return racks_.empty(); }
  // Tiles known to be in the bag: they were put back since the rack was filled.
  void set_in_bag(const TileCounts& tiles) { in_bag_ = tiles; }
  const TileCounts& in_bag() const { return in_bag_; }

  // Draws a multiset with a probability in proportion to its weight. Not for an empty belief.
  const TileCounts& draw(Random& random) const {
    const double at = random.unit() * sums_.back();
    const auto found = std::upper_bound(sums_.begin(), sums_.end(), at);
    return racks_[std::min(static_cast<std::size_t>(found - sums_.begin()), racks_.size() - 1)];
  }

 private:
  std::vector<TileCounts> racks_;
  std::vector<double> sums_;
  TileCounts in_bag_;
};

}  // namespace zymurgy
