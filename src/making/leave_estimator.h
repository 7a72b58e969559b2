// Estimates leave values from sampled racks and the equities of their best plays.
//
// The value of a leave is the mean equity of the best play when the leave is filled up at random to
// a rack, less that of a random rack on the same board. Where few racks were seen, the mean is
// shrunk towards a prior: the previous generation's value, moved as the leave's sub-leaves moved
// (the effects of two tiles add up unless the rest of the leave ties them together). How far it is
// shrunk is empirical Bayes: it depends on the variance of a rack's gain and on the variance of the
// values about their priors. The latter is what two independent halves of the samples agree on, so
// that no model of the noise is needed.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "lexicon/leave_table.h"

namespace zymurgy {

// One sampled rack and its result.
struct RackSample {
  std::array<Letter, kRackSize> tiles{};  // ascending
  float weight = 0;
  float gain = 0;  // points above the mean rack on the same board
  int half = 0;    // 0 or 1: samples of different halves are independent
};

// The measured spread of the leaves of one size.
struct LeaveSpread {
  double racks = 0;  // samples per leave on average, low weights discounted
  double noise = 0;  // standard deviation of a rack's gain about its leave's mean, points
  double prior = 0;  // standard deviation of the leaves' true values about their priors, points
};

class LeaveEstimator {
 public:
  explicit LeaveEstimator(const TileSet& tiles);

  void add(const RackSample& sample);

  struct Estimate {
    LeaveTable values;
    std::array<LeaveSpread, kRackSize> spreads;  // by size; [0] unused
  };
  Estimate estimate(const LeaveTable& before) const;

  // The sums as bytes, to resume from later. `restore` returns false if the bytes are not for this
  // tile set.
  std::string save() const;
  bool restore(std::string_view bytes);

 private:
  struct Sums {
    std::array<double, 2> weights{}, gains{};  // by half; gains weighted
    double squares = 0;                        // of the weights
    double weight() const { return weights[0] + weights[1]; }
    double racks() const { return squares > 0 ? weight() * weight() / squares : 0; }
    double mean() const { return weight() > 0 ? (gains[0] + gains[1]) / weight() : 0; }
  };
  double noise_of(int size) const;

  const TileSet* tiles_;
  LeaveTable ranks_;  // for its numbering of leaves
  std::vector<Sums> sums_;
  std::array<double, kRackSize> squared_gains_{};  // weighted sums, by leave size
};

}  // namespace zymurgy
