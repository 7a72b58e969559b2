#include "nnue/kernels.h"

#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "nnue/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace zymurgy::nnue::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors of at most 16 numbers, so that any width (a multiple of 32) is a whole number of pairs.
using Numbers = hn::CappedTag<std::int16_t, 16>;
using Sums = hn::RepartitionToWide<Numbers>;

void UpdateRows(const std::int16_t* table, int width, std::span<const std::uint16_t> added,
                std::span<const std::uint16_t> removed, const std::int16_t* base,
                std::int16_t* out) {
  const Numbers d;
  const auto n = static_cast<int>(hn::Lanes(d));
  // Two registers go through all rows: g++ makes scalar code of the other order.
  for (int j = 0; j < width; j += 2 * n) {
    auto a = hn::LoadU(d, base + j), b = hn::LoadU(d, base + j + n);
    for (const std::uint16_t row : added) {
      const std::int16_t* from = table + row * width + j;
      a = hn::Add(a, hn::LoadU(d, from));
      b = hn::Add(b, hn::LoadU(d, from + n));
    }
    for (const std::uint16_t row : removed) {
      const std::int16_t* from = table + row * width + j;
      a = hn::Sub(a, hn::LoadU(d, from));
      b = hn::Sub(b, hn::LoadU(d, from + n));
    }
    hn::StoreU(a, d, out + j);
    hn::StoreU(b, d, out + j + n);
  }
}

Words Finish(const Network& network, const std::int16_t* const* lanes, const std::int16_t* tiles,
             int bucket) {
  const Numbers d;
  const Sums sums;
  const int n = static_cast<int>(hn::Lanes(d)), width = network.width;
  const auto zero = hn::Zero(d), one = hn::Set(d, kOne);
  alignas(64) std::array<std::int16_t, 2 * 1024> inputs;
  for (int j = 0; j < width; j += n) {
    const auto tile = hn::LoadU(d, tiles + j);
    auto pool = zero;
    for (int i = 0; i < kLanes; ++i)
      pool = hn::Add(pool, hn::Min(hn::Max(hn::Add(hn::LoadU(d, lanes[i] + j), tile), zero), one));
    hn::StoreU(pool, d, &inputs[static_cast<std::size_t>(j)]);
    const auto own = hn::Min(hn::Max(hn::LoadU(d, tiles + width + j), zero), one);
    hn::StoreU(hn::ShiftLeft<kOwnShift>(own), d, &inputs[static_cast<std::size_t>(width + j)]);
  }
  const std::int32_t* win = &network.head[network.head_at(bucket, 0)];
  const std::int32_t* spread = &network.head[network.head_at(bucket, 1)];
  std::int32_t to_win = 0, of_spread = 0;
  const std::int16_t* row = network.dense.data();
  for (std::size_t h = 0; h < static_cast<std::size_t>(network.hidden); ++h, row += 2 * width) {
    auto sum0 = hn::Zero(sums), sum1 = hn::Zero(sums);
    for (int j = 0; j < 2 * width; j += n)
      sum0 = hn::ReorderWidenMulAccumulate(sums, hn::LoadU(d, &inputs[static_cast<std::size_t>(j)]),
                                           hn::LoadU(d, row + j), sum0, sum1);
    const std::int32_t sum =
        network.bias[h] + hn::GetLane(hn::SumOfLanes(sums, hn::Add(sum0, sum1)));
    const std::int32_t unit = std::clamp(sum >> kHiddenShift, 0, kHiddenOne);
    to_win += unit * win[h];
    of_spread += unit * spread[h];
  }
  constexpr std::int32_t kHalf = 1 << (kOutputShift - 1);
  return {(to_win + kHalf) >> kOutputShift, (of_spread + kHalf) >> kOutputShift};
}

}  // namespace zymurgy::nnue::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace zymurgy::nnue {

HWY_EXPORT(UpdateRows);
HWY_EXPORT(Finish);

void update_rows(const std::int16_t* table, int width, std::span<const std::uint16_t> added,
                 std::span<const std::uint16_t> removed, const std::int16_t* base,
                 std::int16_t* out) {
  HWY_DYNAMIC_DISPATCH(UpdateRows)(table, width, added, removed, base, out);
}

Words finish(const Network& network, const std::int16_t* const* lanes, const std::int16_t* tiles,
             int bucket) {
  return HWY_DYNAMIC_DISPATCH(Finish)(network, lanes, tiles, bucket);
}

}  // namespace zymurgy::nnue
#endif
