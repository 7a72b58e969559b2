#include "review/statistics.h"

namespace zymurgy {
namespace {

constexpr double kZ = 1.959964;  // 95 % of a normal distribution lie within so many deviations

Interval around(double value, double variance) {
  const double reach = kZ * std::sqrt(std::fmax(0, variance));
  return {value, value - reach, value + reach};
}

}  // namespace

Interval Rate::interval() const {
  if (games == 0) return {0, 0, 1};
  const double p = wins / games, z2 = kZ * kZ / games;
  const double middle = (p + z2 / 2) / (1 + z2);
  const double reach = kZ * std::sqrt(p * (1 - p) / games + z2 / (4 * games)) / (1 + z2);
  return {p, std::fmax(0, middle - reach), std::fmin(1, middle + reach)};
}

Interval Mean::interval() const { return around(mean(), count > 0 ? sd() * sd() / count : 0); }

void GroupedLine::add(double x, double y) {
  const Sums point{1, x, x * x, y, x * y};
  for (std::size_t i = 0; i < kSums; ++i) group_[i] += point[i];
}

void GroupedLine::end_group() {
  if (group_[kN] == 0) return;
  for (std::size_t i = 0; i < kSums; ++i) {
    sums_[i] += group_[i];
    for (std::size_t j = 0; j < kSums; ++j) products_[i][j] += group_[i] * group_[j];
  }
  group_ = {};
}

double GroupedLine::product(const Sums& a, const Sums& b) const {
  double sum = 0;
  for (std::size_t i = 0; i < kSums; ++i)
    for (std::size_t j = 0; j < kSums; ++j) sum += a[i] * products_[i][j] * b[j];
  return sum;
}

Interval GroupedLine::mean() const {
  if (points() == 0) return {};
  const double mean = sums_[kY] / points();
  Sums rest{};  // a group's sum of y - mean
  rest[kN] = -mean;
  rest[kY] = 1;
  return around(mean, product(rest, rest) / (points() * points()));
}

Interval GroupedLine::coefficient(int which) const {
  const double n = points(), x = sums_[kX], xx = sums_[kXX];
  const double determinant = n * xx - x * x;
  if (determinant <= 1e-9 * n * xx) return {};
  const double intercept = (xx * sums_[kY] - x * sums_[kXY]) / determinant;
  const double slope = (n * sums_[kXY] - x * sums_[kY]) / determinant;
  // The sandwich: a group's residuals, and residuals times x, between two inverses.
  const Sums residuals{-intercept, -slope, 0, 1, 0}, moments{0, -intercept, -slope, 0, 1};
  const double a = (which == 0 ? xx : -x) / determinant, b = (which == 0 ? -x : n) / determinant;
  const double variance = a * a * product(residuals, residuals) +
                          2 * a * b * product(residuals, moments) +
                          b * b * product(moments, moments);
  return around(which == 0 ? intercept : slope, variance);
}

}  // namespace zymurgy
