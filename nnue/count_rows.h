// The rows of the tiles and the lead as an evaluator adds them up: what a count reaches of its
// thermometer is one row here, the sum of the network's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "nnue/kernels.h"

namespace zymurgy::nnue {

class CountRows {
 public:
  CountRows(const Network& network, const FeatureSet& features);

  // Of a count that reaches so many rows, one at least; of 2 * units numbers.
  Row of(int first, int reached) const {
    return &sums_[static_cast<std::size_t>(first + reached - 1) * wide_];
  }

 private:
  std::size_t wide_;
  CacheLines<std::int16_t> sums_;  // in place of each row: the sum up to it
};

}  // namespace zymurgy::nnue
