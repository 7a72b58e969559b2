// Estimates with their 95 % intervals.
//
// Observations come in groups: the positions of a game, the two games of a pair. Those of one group
// may depend on each other, so the intervals rest on how the groups differ. A group is identified
// by its number, and its observations must be added in a row. With too few groups to compare, an
// estimate has no bounds.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "stats/constants.h"

namespace zymurgy {

// The bounds, or the value as well, may be unknown.
struct Interval {
  double value = kUnknown, low = kUnknown, high = kUnknown;
  bool known() const { return !std::isnan(value); }
  bool bounded() const { return !std::isnan(low); }
};

// Sums over observations of kValues values each, and how they vary from group to group.
template <std::size_t kValues>
class GroupedSums {
 public:
  using Values = std::array<double, kValues>;

  void add(const Values& observation, std::int64_t group) {
    if (groups_ == 0 || group != group_) {
      for (std::size_t i = 0; i < kValues; ++i)
        for (std::size_t j = 0; j < kValues; ++j) products_[i][j] += open_[i] * open_[j];
      open_ = {};
      group_ = group;
      ++groups_;
    }
    for (std::size_t i = 0; i < kValues; ++i) {
      open_[i] += observation[i];
      sums_[i] += observation[i];
    }
  }
  double operator[](std::size_t value) const { return sums_[value]; }
  double groups() const { return static_cast<double>(groups_); }
  // Sum over the groups of (a . sums)(b . sums).
  double product(const Values& a, const Values& b) const {
    double sum = 0, open_a = 0, open_b = 0;
    for (std::size_t i = 0; i < kValues; ++i) {
      for (std::size_t j = 0; j < kValues; ++j) sum += a[i] * products_[i][j] * b[j];
      open_a += a[i] * open_[i];
      open_b += b[i] * open_[i];
    }
    return sum + open_a * open_b;
  }

 private:
  Values open_{}, sums_{};                  // of the last group, of all
  std::array<Values, kValues> products_{};  // summed over all groups but the last
  std::int64_t group_ = 0, groups_ = 0;
};

class Mean {
 public:
  void add(double value, std::int64_t group) {
    sums_.add({1, value}, group);
    squares_ += value * value;
  }
  // Adds a value in a group of its own.
  void add(double value) { add(value, static_cast<std::int64_t>(count())); }

  double count() const { return sums_[0]; }
  double sum() const { return sums_[1]; }
  double mean() const { return count() > 0 ? sum() / count() : kUnknown; }
  double sd() const {  // of the single observations
    return count() > 1 ? std::sqrt(std::fmax(0, (squares_ - sum() * mean()) / (count() - 1)))
                       : kUnknown;
  }
  Interval interval() const;

 private:
  GroupedSums<2> sums_;  // of 1 and the value
  double squares_ = 0;
};

// The share of games won, ties counted half. The interval is Wilson's, for the number of
// independent games that would tell as much.
class Rate {
 public:
  void add(double won, std::int64_t group) { sums_.add({1, won}, group); }
  double games() const { return sums_[0]; }
  double wins() const { return sums_[1]; }
  Interval interval() const;

 private:
  GroupedSums<2> sums_;  // of 1 and the result
};

// A straight line by least squares.
class GroupedLine {
 public:
  void add(double x, double y, std::int64_t group) { sums_.add({1, x, x * x, y, x * y}, group); }

  Interval slope() const { return coefficient(1); }
  Interval intercept() const { return coefficient(0); }
  double points() const { return sums_[kN]; }

 private:
  enum Sum { kN, kX, kXX, kY, kXY, kSums };

  Interval coefficient(int which) const;

  GroupedSums<kSums> sums_;
};

}  // namespace zymurgy
