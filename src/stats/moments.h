// Mean and deviation of integers, summed exactly: the order of adding does not matter.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace zymurgy {

// 95 % of a normal distribution lie within so many deviations.
inline constexpr double kNormal95 = 1.959963984540054;

struct Moments {
  std::int64_t count = 0, sum = 0, squares = 0;

  void add(std::int64_t value) {
    ++count;
    sum += value;
    squares += value * value;
  }
  void add(const Moments& other) {
    count += other.count;
    sum += other.sum;
    squares += other.squares;
  }
  double mean() const {
    return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : 0;
  }
  double sd() const {  // of the sample
    if (count < 2) return 0;
    const double n = static_cast<double>(count);
    return std::sqrt(std::fmax(0, (static_cast<double>(squares) - mean() * mean() * n) / (n - 1)));
  }
  // The standard error of the mean; not a number for fewer than two values.
  double error() const {
    if (count < 2) return std::numeric_limits<double>::quiet_NaN();
    return sd() / std::sqrt(static_cast<double>(count));
  }
};

}  // namespace zymurgy
