#include "stats/intervals.h"

namespace zymurgy {
namespace {

// 95 % of Student's distribution with this many degrees of freedom, two or more, lies within this
// distance of 0. Fisher and Cornish's expansion about the normal distribution, accurate to 1 %.
// Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5.
double student95(double degrees) {
  constexpr double z = kNormal95, z2 = z * z;
  const double n = degrees;
  return z * (1 + (z2 + 1) / (4 * n) + ((5 * z2 + 16) * z2 + 3) / (96 * n * n) +
              (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n * n * n) +
              ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / (92160 * n * n * n * n));
}

// The interval of an estimate with `parameters` fitted parameters: without bounds if there are
// hardly more groups than parameters, or if the groups are few and all alike. `variance`: that of
// the estimate, from the groups' residuals.
Interval around(double value, double variance, double groups, double parameters) {
  constexpr double kNothing = 1e-12, kFew = 30;
  const double degrees = groups - parameters;
  const bool differ = variance > kNothing * (1 + value * value);
  if (degrees < 2 || (!differ && groups < kFew)) return {.value = value};
  const double reach = student95(degrees) * std::sqrt(std::fmax(0, variance) * groups / degrees);
  return {value, value - reach, value + reach};
}

}  // namespace

Interval Mean::interval() const {
  if (count() == 0) return {};
  const std::array<double, 2> rest{-mean(), 1};  // of a group: the sum of value - mean
  return around(mean(), sums_.product(rest, rest) / (count() * count()), sums_.groups(), 1);
}

Interval Rate::interval() const {
  if (games() == 0) return {};
  const double p = wins() / games(), z2 = kNormal95 * kNormal95;
  if (sums_.groups() < 2) return {.value = p};
  // The factor by which the variance exceeds that of independent games; 1 if each game is a group
  // of its own and none is tied. Few groups tell little about it, so four even games are added, in
  // groups of average size in which all games end alike.
  const std::array<double, 2> rest{-p, 1}, one{1, 0};
  const double size = sums_.product(one, one) / games();  // mean size of a game's group
  const double excess = (sums_.product(rest, rest) + size) / (games() * p * (1 - p) + 1);
  const double n = games() / excess;
  const double middle = (p + z2 / 2 / n) / (1 + z2 / n);
  const double reach = kNormal95 * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
  return {p, std::fmax(0, middle - reach), std::fmin(1, middle + reach)};
}

Interval GroupedLine::coefficient(int which) const {
  const double n = points(), x = sums_[kX], xx = sums_[kXX];
  const double determinant = n * xx - x * x;
  if (determinant <= 1e-9 * n * xx) return {};  // all x are equal
  const double intercept = (xx * sums_[kY] - x * sums_[kXY]) / determinant;
  const double slope = (n * sums_[kXY] - x * sums_[kY]) / determinant;
  // The sandwich estimator: a group's residuals, and residuals times x, between two inverses.
  const std::array<double, kSums> residuals{-intercept, -slope, 0, 1, 0},
      moments{0, -intercept, -slope, 0, 1};
  const double a = (which == 0 ? xx : -x) / determinant, b = (which == 0 ? -x : n) / determinant;
  const double variance = a * a * sums_.product(residuals, residuals) +
                          2 * a * b * sums_.product(residuals, moments) +
                          b * b * sums_.product(moments, moments);
  return around(which == 0 ? intercept : slope, variance, sums_.groups(), 2);
}

}  // namespace zymurgy
