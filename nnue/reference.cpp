#include "nnue/reference.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace zymurgy::nnue::reference {
namespace {

std::int16_t wrapped(int value) { return static_cast<std::int16_t>(value); }

}  // namespace

void update_rows(int width, Updates updates) {
  for (const Update& update : updates) {
    for (int j = 0; j < width; ++j) {
      int sum = update.from[j];
      for (std::size_t i = 0; i < update.count; ++i) sum += update.rows[i][j];
      update.to[j] = wrapped(sum);
    }
  }
}

void mix(const Network& network, const std::int16_t* lane, std::int16_t* units) {
  const auto width = static_cast<std::size_t>(network.sizes.width);
  for (std::size_t u = 0; u < static_cast<std::size_t>(network.sizes.units); ++u) {
    std::int32_t sum = 0;
    for (std::size_t j = 0; j < width; ++j)
      sum += (std::clamp<int>(lane[j], 0, network.ones[j]) * mix_scale(network.ones[j]) >> 15) *
             network.mix[u * width + j];
    units[u] = wrapped((sum * network.mix_steps[u] + (1 << (kMixShift - 1))) >> kMixShift);
  }
}

Prediction finish(const Network& network, const std::int16_t* const* lanes,
                  const std::int16_t* tiles, int bucket) {
  const auto units = static_cast<std::size_t>(network.sizes.units);
  const std::int16_t* ones = network.unit_ones();
  std::vector<std::int32_t> inputs(2 * units);
  for (std::size_t j = 0; j < units; ++j) {
    for (int i = 0; i < kLanes; ++i)
      inputs[j] += std::clamp<int>(wrapped(lanes[i][j] + tiles[j]), 0, ones[j]);
    inputs[j] >>= kPoolShift;
    const std::size_t own = j + units;
    inputs[own] = std::clamp<int>(tiles[own], 0, ones[own]) >> kOwnShift;
  }
  std::array<std::int32_t, kHeads> sums{};
  for (std::size_t h = 0; h < static_cast<std::size_t>(network.sizes.hidden); ++h) {
    std::int32_t unit = 0;
    for (std::size_t j = 0; j < inputs.size(); ++j)
      unit += inputs[j] * network.dense[h * inputs.size() + j];
    unit = unit * network.dense_steps[h] + network.bias[h];
    for (int head = 0; head < kHeads; ++head)
      sums[head] += std::clamp(unit >> kHiddenShift, 0, kHiddenOne) *
                    network.head[network.head_at(bucket, head) + h];
  }
  const auto points = [](std::int32_t sum) {
    return (sum + (1 << (kOutputShift - 1))) >> kOutputShift;
  };
  return {points(sums[kWinHead]), points(sums[kSpreadHead])};
}

}  // namespace zymurgy::nnue::reference
