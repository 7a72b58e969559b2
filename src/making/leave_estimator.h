// Values of leaves out of racks and what their best plays were worth.
//
// The value of a leave is the mean equity of the best play of a rack that contains it, filled up at
// random, against that of a random rack on the same board. Where few racks were seen the mean is
// drawn towards a prior: the value of the generation before, moved as the leave's sub-leaves moved
// (two tiles' effects add up unless the rest of the leave ties them together). How far is empirical
// Bayes: by the variance of a rack's gain, and that of the values about their priors. The latter is
// what two independent halves of the samples agree on, so that no model of the noise is needed.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "lexicon/leave_table.h"

namespace zymurgy {

// What one rack showed.
struct RackSample {
  std::array<Letter, kRackSize> tiles{};  // ascending
  float weight = 0;
  float gain = 0;  // points above the mean rack on the same board
  int half = 0;    // 0 or 1: samples of different halves are independent
};

// How the leaves of one size were found to spread.
struct LeaveSpread {
  double racks = 0;  // samples behind the mean leave, those of little weight discounted
  double noise = 0;  // deviation of a rack's gain about its leave's mean, points
  double prior = 0;  // deviation of the leaves' true values about their priors, points
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

  // The sums as bytes, to go on from later. `restore` is false if they are not of this tile set.
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
  LeaveTable ranks_;  // for its numbering
  std::vector<Sums> sums_;
  std::array<double, kRackSize> squared_gains_{};  // weighted, by size of the leaves
};

}  // namespace zymurgy
