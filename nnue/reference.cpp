#include "nnue/reference.h"

#include <algorithm>

namespace zymurgy::nnue::reference {
namespace {

std::int16_t wrapped(int value) { return static_cast<std::int16_t>(value); }

}  // namespace

void update_rows(const std::int16_t* table, int width, std::span<const std::uint16_t> added,
                 std::span<const std::uint16_t> removed, const std::int16_t* base,
                 std::int16_t* out) {
  for (int j = 0; j < width; ++j) {
    out[j] = base[j];
    for (const std::uint16_t row : added) out[j] = wrapped(out[j] + table[row * width + j]);
    for (const std::uint16_t row : removed) out[j] = wrapped(out[j] - table[row * width + j]);
  }
}

std::int32_t finish(const Network& network, const std::int16_t* const* lanes,
                    const std::int16_t* tiles) {
  const int width = network.width;
  std::vector<std::int32_t> inputs(static_cast<std::size_t>(2 * width));
  for (int j = 0; j < width; ++j) {
    const auto at = static_cast<std::size_t>(j);
    for (int i = 0; i < kLanes; ++i)
      inputs[at] += std::clamp<int>(wrapped(lanes[i][j] + tiles[j]), 0, kOne);
    inputs[at + static_cast<std::size_t>(width)] = std::clamp<int>(tiles[width + j], 0, kOne)
                                                   << kOwnShift;
  }
  std::int32_t word = 0;
  for (std::size_t h = 0; h < static_cast<std::size_t>(network.hidden); ++h) {
    std::int32_t sum = network.bias[h];
    for (std::size_t j = 0; j < inputs.size(); ++j)
      sum += inputs[j] * network.dense[h * inputs.size() + j];
    word += std::clamp(sum >> kHiddenShift, 0, kHiddenOne) * network.head[h];
  }
  return (word + (1 << (kOutputShift - 1))) >> kOutputShift;
}

}  // namespace zymurgy::nnue::reference
