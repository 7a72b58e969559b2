// Estimates with their 95 % intervals.
#pragma once

#include <array>
#include <cmath>

namespace zymurgy {

struct Interval {
  double value = 0, low = 0, high = 0;
};

// A share of games, ties half. The interval is Wilson's.
struct Rate {
  double wins = 0, games = 0;
  void add(double won) { wins += won, ++games; }
  Interval interval() const;
};

struct Mean {
  double count = 0, sum = 0, squares = 0;
  void add(double value) { ++count, sum += value, squares += value * value; }
  double mean() const { return count > 0 ? sum / count : 0; }
  double sd() const {
    return count > 1 ? std::sqrt(std::fmax(0, (squares - sum * mean()) / (count - 1))) : 0;
  }
  Interval interval() const;
};

// A straight line by least squares through points that come in groups. Points of one group (the
// positions of a game) may depend on each other: the intervals rest on how the groups differ.
class GroupedLine {
 public:
  void add(double x, double y);  // to the group at hand
  void end_group();

  Interval slope() const { return coefficient(1); }
  Interval intercept() const { return coefficient(0); }
  // The mean of y.
  Interval mean() const;
  double mean_x() const { return sums_[kN] > 0 ? sums_[kX] / sums_[kN] : 0; }
  double points() const { return sums_[kN]; }

 private:
  enum Sum { kN, kX, kXX, kY, kXY, kSums };
  using Sums = std::array<double, kSums>;

  Interval coefficient(int which) const;
  // Sum over the groups of (a . sums)(b . sums).
  double product(const Sums& a, const Sums& b) const;

  Sums group_{}, sums_{};
  std::array<Sums, kSums> products_{};  // of the groups' sums, added up
};

}  // namespace zymurgy
