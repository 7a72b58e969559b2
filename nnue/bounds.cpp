#include "nnue/bounds.h"

#include <cstdlib>
#include <limits>

namespace zymurgy::nnue {
namespace {

using Sums = std::vector<std::int32_t>;  // one a unit

// The least and the most that each unit's sum can be.
struct Bounds {
  Sums least, most;

  explicit Bounds(std::size_t width) : least(width), most(width) {}
  explicit Bounds(const Sums& always) : least(always), most(always) {}

  void or_else(const Bounds& other) {
    for (std::size_t j = 0; j < least.size(); ++j) {
      least[j] = std::min(least[j], other.least[j]);
      most[j] = std::max(most[j], other.most[j]);
    }
  }
  void and_also(const Bounds& other) {
    for (std::size_t j = 0; j < least.size(); ++j) {
      least[j] += other.least[j];
      most[j] += other.most[j];
    }
  }
  int reach(std::size_t j) const { return std::max(most[j], -least[j]); }
};

void add_row(const std::vector<std::int16_t>& weights, int row, Sums& sums) {
  const std::int16_t* from = &weights[static_cast<std::size_t>(row) * sums.size()];
  for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += from[j];
}

Bounds of_place(const Network& network, const FeatureSet& features, int lane_class, int place) {
  const auto wide = static_cast<std::size_t>(network.width);
  const auto showing = [&](const FeatureSet::Shown& shown) {
    Sums sums(wide);
    features.for_each_of_place(shown, lane_class, place,
                               [&](int row) { add_row(network.lanes, row, sums); });
    return Bounds(sums);
  };
  Bounds letters(wide), any(wide);
  for (int l = 1; l <= features.letters(); ++l) {
    const auto letter = static_cast<Letter>(l);
    Bounds hooking(wide);
    hooking.or_else(showing({0, set_of(letter)}));
    letters.and_also(hooking);
    any.or_else(showing(features.shown(Tile{letter})));
    any.or_else(showing(features.shown(blank_as(letter))));
  }
  const auto hooked_for = [&](int points) {
    Bounds hook = showing(features.shown(Hook{0, points}));
    hook.and_also(letters);
    any.or_else(hook);
  };
  hooked_for(0);
  for (const int points : FeatureSet::kPointSteps) hooked_for(points);
  return any;
}

Bounds of_lane(const Network& network, const FeatureSet& features, int lane_class) {
  Sums always(static_cast<std::size_t>(network.width));
  features.for_each_of_lane(Lane{}, lane_class,
                            [&](int row) { add_row(network.lanes, row, always); });
  Bounds bounds(always);
  for (int place = 0; place < kBoardDim; ++place)
    bounds.and_also(of_place(network, features, lane_class, place));
  return bounds;
}

// Of the tiles' part of every lane, and of their own.
Bounds of_counts(const Network& network, const FeatureSet& features) {
  Bounds bounds(2 * static_cast<std::size_t>(network.width));
  features.for_each_count([&](int first, int rows) {
    Bounds count(bounds.least.size());
    Sums reached(bounds.least.size());
    for (int row = first; row < first + rows; ++row) {
      add_row(network.tiles, row, reached);
      count.or_else(Bounds(reached));
    }
    bounds.and_also(count);
  });
  return bounds;
}

bool dense_fits(const Network& network) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  const auto wide = static_cast<std::size_t>(network.width);
  for (std::size_t h = 0; h < static_cast<std::size_t>(network.hidden); ++h) {
    std::int64_t sum = std::abs(std::int64_t{network.bias[h]});
    for (std::size_t j = 0; j < 2 * wide; ++j)
      sum += std::abs(std::int64_t{network.dense[h * 2 * wide + j]}) * network.ones[j] *
             (j < wide ? kLanes : 1 << kOwnShift);
    if (sum > kMost) return false;
  }
  return true;
}

bool heads_fit(const Network& network) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max() / 2;
  for (std::size_t at = 0; at < network.head.size();
       at += static_cast<std::size_t>(network.hidden)) {
    std::int64_t sum = 0;
    for (std::size_t h = at; h < at + static_cast<std::size_t>(network.hidden); ++h)
      sum += std::abs(std::int64_t{network.head[h]}) * kHiddenOne;
    if (sum > kMost) return false;
  }
  return true;
}

}  // namespace

std::vector<int> reach(const Network& network, const FeatureSet& features) {
  const auto wide = static_cast<std::size_t>(network.width);
  const Bounds counts = of_counts(network, features);
  Bounds of_tiles(wide);
  std::copy_n(counts.least.begin(), wide, of_tiles.least.begin());
  std::copy_n(counts.most.begin(), wide, of_tiles.most.begin());
  std::vector<int> reach(2 * wide);
  for (std::size_t j = wide; j < 2 * wide; ++j) reach[j] = counts.reach(j);
  for (int lane_class = 0; lane_class < kLaneClasses; ++lane_class) {
    Bounds lane = of_lane(network, features, lane_class);
    lane.and_also(of_tiles);
    for (std::size_t j = 0; j < wide; ++j) reach[j] = std::max(reach[j], lane.reach(j));
  }
  return reach;
}

std::string too_large(const Network& network, const FeatureSet& features) {
  const std::vector<int> reached = reach(network, features);
  const auto own = reached.begin() + network.width;
  if (*std::max_element(reached.begin(), own) > kMostSum) return "lanes";
  if (*std::max_element(own, reached.end()) > kMostSum) return "tiles";
  if (!dense_fits(network)) return "dense";
  return heads_fit(network) ? "" : "head";
}

}  // namespace zymurgy::nnue
