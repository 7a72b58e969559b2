// The rows of the tiles and the lead in the form that an evaluator adds up: the rows that a count
// reaches in its thermometer are summed in advance, so that a count costs one row.
#pragma once

#include <cstddef>
#include <cstdint>

#include "nnue/kernels.h"

namespace zymurgy::nnue {

class CountRows {
 public:
  CountRows(const Network& network, const FeatureSet& features);

  // The row of a count that reaches `reached` rows, at least one, from row `first` on: twice
  // `units` numbers.
  Row of(int first, int reached) const {
    return &sums_[static_cast<std::size_t>(first + reached - 1) * width_];
  }

 private:
  std::size_t width_;
  CacheLines<std::int16_t> sums_;  // for each row: the sum of its count's rows up to it
};

}  // namespace zymurgy::nnue
