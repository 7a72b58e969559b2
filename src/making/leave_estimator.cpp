#include "making/leave_estimator.h"

#include <cmath>
#include <cstdint>

#include "game/raw_bytes.h"

namespace zymurgy {
namespace {

// A floor: a variance estimated from few leaves, or near 0, must not make the means or the priors
// look certain.
constexpr double kLeastVariance = 0.01;

}  // namespace

LeaveEstimator::LeaveEstimator(const TileSet& tiles)
    : tiles_(&tiles), ranks_(tiles), sums_(ranks_.ranks()) {}

void LeaveEstimator::add(const RackSample& sample) {
  // Every distinct sub-multiset, weighted by the number of ways to pick it from the rack: a rack
  // then counts for a leave as often as random draws fill the leave up to that rack.
  const auto half = static_cast<std::size_t>(sample.half);
  const auto gain = static_cast<double>(sample.gain);
  const auto add = [&](std::uint32_t rank, int size, double ways) {
    const double weight = ways * static_cast<double>(sample.weight);
    Sums& sums = sums_[rank];
    sums.weights[half] += weight;
    sums.gains[half] += weight * gain;
    sums.squares += weight * weight;
    squared_gains_[size] += weight * gain * gain;
  };
  for_each_sub_leave(ranks_, sample.tiles, LeaveSizes{}.most, add);
}

double LeaveEstimator::noise_of(int size) const {
  double weight = 0, explained = 0;
  for_each_leave(*tiles_, size, [&](const TileCounts& leave) {
    const Sums& sums = sums_[ranks_.rank(leave)];
    if (sums.weight() == 0) return;
    // The mean of n racks lies nearer to them than the true mean does: hence n - 1 in the
    // denominator.
    weight += sums.weight() * (1 - 1 / sums.racks());
    explained += sums.weight() * sums.mean() * sums.mean();
  });
  const double squared = squared_gains_[size];
  return weight > 0 ? std::fmax(kLeastVariance, (squared - explained) / weight) : 1;
}

LeaveEstimator::Estimate LeaveEstimator::estimate(const LeaveTable& before) const {
  Estimate estimate{before, {}};
  std::vector<double> changes(ranks_.ranks(), 0), priors;
  for (int size = 1; size < kRackSize; ++size) {
    const double noise = noise_of(size);
    double agreed = 0, weight = 0, racks = 0;
    std::size_t leaves = 0;
    priors.clear();
    for_each_leave(*tiles_, size, [&](const TileCounts& leave) {
      const std::uint32_t rank = ranks_.rank(leave);
      const double prior =
          in_points(before.at(rank)) +
          extrapolated_value(ranks_, leave, [&](std::uint32_t fewer) { return changes[fewer]; });
      priors.push_back(prior);
      const Sums& sums = sums_[rank];
      if (sums.weights[0] > 0 && sums.weights[1] > 0) {
        agreed += sums.weight() * (sums.gains[0] / sums.weights[0] - prior) *
                  (sums.gains[1] / sums.weights[1] - prior);
        weight += sums.weight();
      }
      racks += sums.racks();
      ++leaves;
    });
    const double variance = std::fmax(kLeastVariance, weight > 0 ? agreed / weight : 0);
    estimate.spreads[size] = {racks / static_cast<double>(leaves), std::sqrt(noise),
                              std::sqrt(variance)};
    std::size_t next = 0;
    for_each_leave(*tiles_, size, [&](const TileCounts& leave) {
      const std::uint32_t rank = ranks_.rank(leave);
      const double prior = priors[next++];
      const Sums& sums = sums_[rank];
      const double share = sums.racks() / (sums.racks() + noise / variance);
      const double value = prior + share * (sums.mean() - prior);
      changes[rank] = value - in_points(before.at(rank));
      estimate.values.set(rank, static_cast<Equity>(std::lround(value * kPoint)));
    });
  }
  return estimate;
}

std::string LeaveEstimator::save() const {
  std::string bytes(raw_all(squared_gains_));
  bytes += raw_all(sums_);
  return bytes;
}

bool LeaveEstimator::restore(std::string_view bytes) {
  return take_raw_all(bytes, squared_gains_) && take_raw_all(bytes, sums_) && bytes.empty();
}

}  // namespace zymurgy
