#include "nnue/bounds.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace zymurgy::nnue {
namespace {

using Sums = std::vector<std::int32_t>;  // one per column of the weights

// The smallest and the largest value that each sum can have.
struct Bounds {
  Sums least, most;

  explicit Bounds(std::size_t width) : least(width), most(width) {}
  // The first `width` sums of `of`.
  Bounds(const Bounds& of, std::size_t width) : Bounds(width) {
    std::copy_n(of.least.begin(), width, least.begin());
    std::copy_n(of.most.begin(), width, most.begin());
  }
  explicit Bounds(const Sums& always) : least(always), most(always) {}

  void widen(const Bounds& other) {
    for (std::size_t j = 0; j < least.size(); ++j) {
      least[j] = std::min(least[j], other.least[j]);
      most[j] = std::max(most[j], other.most[j]);
    }
  }
  void add(const Bounds& other) {
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
  const auto width = static_cast<std::size_t>(network.sizes.width);
  const auto showing = [&](const FeatureSet::Shown& shown) {
    Sums sums(width);
    features.for_each_of_place(shown, lane_class, place,
                               [&](int row) { add_row(network.lanes, row, sums); });
    return Bounds(sums);
  };
  Bounds letters(width), any(width);
  for (int l = 1; l <= features.letters(); ++l) {
    const auto letter = static_cast<Letter>(l);
    Bounds hooking(width);
    hooking.widen(showing({0, set_of(letter)}));
    letters.add(hooking);
    any.widen(showing(features.shown(Tile{letter})));
    any.widen(showing(features.shown(blank_as(letter))));
  }
  const auto hooked_for = [&](int points) {
    Bounds hook = showing(features.shown(Hook{0, points}));
    hook.add(letters);
    any.widen(hook);
  };
  hooked_for(0);
  for (const int points : FeatureSet::kPointSteps) hooked_for(points);
  return any;
}

Bounds of_lane(const Network& network, const FeatureSet& features, int lane_class) {
  Sums always(static_cast<std::size_t>(network.sizes.width));
  features.for_each_of_lane(Lane{}, lane_class,
                            [&](int row) { add_row(network.lanes, row, always); });
  Bounds bounds(always);
  for (int place = 0; place < kBoardDim; ++place)
    bounds.add(of_place(network, features, lane_class, place));
  return bounds;
}

// Bounds of the mixed units. They hold for all accumulators, since each number is clipped.
Bounds of_mix(const Network& network) {
  const auto width = static_cast<std::size_t>(network.sizes.width);
  Bounds bounds(static_cast<std::size_t>(network.sizes.units));
  for (std::size_t u = 0; u < bounds.least.size(); ++u) {
    std::int64_t least = 0, most = 0;
    for (std::size_t j = 0; j < width; ++j) {
      const int product = kMostInput * network.mix[u * width + j];
      (product < 0 ? least : most) += std::int64_t{product} * network.mix_steps[u];
    }
    most += 1 << (kMixShift - 1);
    // Bounds beyond 32 bits are capped; the cap, too, is above what 16 bits hold.
    constexpr std::int64_t kEnough = 1 << 24;
    bounds.least[u] = static_cast<std::int32_t>(std::max(least >> kMixShift, -kEnough));
    bounds.most[u] = static_cast<std::int32_t>(std::min(most >> kMixShift, kEnough));
  }
  return bounds;
}

// Bounds of the tiles' accumulator: their part of every lane's units, and their own units.
Bounds of_counts(const Network& network, const FeatureSet& features) {
  Bounds bounds(2 * static_cast<std::size_t>(network.sizes.units));
  features.for_each_count([&](int first, int rows) {
    Bounds count(bounds.least.size());
    Sums reached(bounds.least.size());
    for (int row = first; row < first + rows; ++row) {
      add_row(network.tiles, row, reached);
      count.widen(Bounds(reached));
    }
    bounds.add(count);
  });
  return bounds;
}

bool dense_fits(const Network& network) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  const auto units = static_cast<std::size_t>(network.sizes.units);
  const std::int16_t* ones = network.unit_ones();
  for (std::size_t h = 0; h < static_cast<std::size_t>(network.sizes.hidden); ++h) {
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < 2 * units; ++j)
      sum += std::abs(network.dense[h * 2 * units + j]) *
             (j < units ? kLanes * ones[j] >> kPoolShift : ones[j] >> kOwnShift);
    if (sum * network.dense_steps[h] + std::abs(std::int64_t{network.bias[h]}) > kMost)
      return false;
  }
  return true;
}

bool heads_fit(const Network& network) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max() / 2;
  for (std::size_t at = 0; at < network.head.size();
       at += static_cast<std::size_t>(network.sizes.hidden)) {
    std::int64_t sum = 0;
    for (std::size_t h = at; h < at + static_cast<std::size_t>(network.sizes.hidden); ++h)
      sum += std::abs(std::int64_t{network.head[h]}) * kHiddenOne;
    if (sum > kMost) return false;
  }
  return true;
}

}  // namespace

std::vector<int> reach(const Network& network, const FeatureSet& features) {
  const auto units = static_cast<std::size_t>(network.sizes.units);
  const Bounds counts = of_counts(network, features), of_tiles(counts, units);
  std::vector<int> reach(network.ones.size());
  const auto widen = [&](std::size_t first, const Bounds& bounds) {
    for (std::size_t j = 0; j < bounds.least.size(); ++j)
      reach[first + j] = std::max(reach[first + j], bounds.reach(j));
  };
  for (int lane_class = 0; lane_class < kLaneClasses; ++lane_class)
    widen(0, of_lane(network, features, lane_class));
  const std::size_t first_unit = reach.size() - 2 * units;
  Bounds mixed = of_mix(network);
  widen(first_unit, mixed);  // must fit 16 bits before the tiles are added, too
  mixed.add(of_tiles);
  widen(first_unit, mixed);
  for (std::size_t j = units; j < 2 * units; ++j) reach[first_unit + j] = counts.reach(j);
  return reach;
}

std::string too_large(const Network& network, const FeatureSet& features) {
  const std::vector<int> reached = reach(network, features);
  const auto width = static_cast<std::size_t>(network.sizes.width);
  const auto own = reached.size() - static_cast<std::size_t>(network.sizes.units);
  const auto above = [&](std::size_t from, std::size_t to) {
    return std::any_of(reached.begin() + static_cast<std::ptrdiff_t>(from),
                       reached.begin() + static_cast<std::ptrdiff_t>(to),
                       [](int sum) { return sum > kMostSum; });
  };
  if (above(0, width)) return "lanes";
  if (above(width, own)) return "mix";
  if (above(own, reached.size())) return "tiles";
  if (!dense_fits(network)) return "dense";
  return heads_fit(network) ? "" : "head";
}

}  // namespace zymurgy::nnue
