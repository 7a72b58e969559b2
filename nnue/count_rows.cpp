#include "nnue/count_rows.h"

#include <cstddef>
#include <cstdint>

namespace zymurgy::nnue {

CountRows::CountRows(const Network& network, const FeatureSet& features)
    : width_(2 * static_cast<std::size_t>(network.sizes.units)),
      sums_(network.tiles.begin(), network.tiles.end()) {
  features.for_each_count([this](int first, int rows) {
    const auto begin = static_cast<std::size_t>(first) * width_;
    const auto end = begin + static_cast<std::size_t>(rows) * width_;
    for (std::size_t i = begin + width_; i < end; ++i)
      sums_[i] = static_cast<std::int16_t>(sums_[i] + sums_[i - width_]);
  });
}

}  // namespace zymurgy::nnue
