// Mean and standard deviation of integers, summed exactly, so that the order of addition does not
// matter. The sum of their squares must fit into 63 bits.
#pragma once

#include <cmath>
#include <cstdint>

#include "stats/constants.h"

namespace zymurgy {

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
    return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : kUnknown;
  }
  double sd() const {  // of the sample
    if (count < 2) return kUnknown;
    const double n = static_cast<double>(count);
    return std::sqrt(std::fmax(0, (static_cast<double>(squares) - mean() * mean() * n) / (n - 1)));
  }
  double error() const { return sd() / std::sqrt(static_cast<double>(count)); }  // of the mean
};

}  // namespace zymurgy
