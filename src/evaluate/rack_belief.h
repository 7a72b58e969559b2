// What is believed about the tiles on a rack that one does not see: multisets with weights.
//
// The tiles may be fewer than the rack holds; the others are then like any unseen ones.
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

  // One of them, each as likely as its weight says. Not for an empty belief.
  const TileCounts& draw(Random& random) const {
    const double at = random.unit() * sums_.back();
    const auto found = std::upper_bound(sums_.begin(), sums_.end(), at);
    return racks_[std::min(static_cast<std::size_t>(found - sums_.begin()), racks_.size() - 1)];
  }

 private:
  std::vector<TileCounts> racks_;
  std::vector<double> sums_;
};

}  // namespace zymurgy
