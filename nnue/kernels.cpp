#include "nnue/kernels.h"

#include <array>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "nnue/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace zymurgy::nnue::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors of at most 16 numbers, so that any width (a multiple of 32) is a whole number of pairs,
// and of at most 32, for where it need not be.
using Numbers = hn::CappedTag<std::int16_t, 16>;
using WideNumbers = hn::CappedTag<std::int16_t, 32>;
using Sums = hn::RepartitionToWide<Numbers>;

template <typename D>
void UpdatePairs(D d, int width, Updates updates, const std::int16_t* const* added,
                 const std::int16_t* const* removed) {
  const auto n = static_cast<int>(hn::Lanes(d));
  for (const Update& update : updates) {
    // Two registers go through all rows: g++ makes scalar code of the other order.
    for (int j = 0; j < width; j += 2 * n) {
      auto a = hn::LoadU(d, update.from + j), b = hn::LoadU(d, update.from + j + n);
      for (int i = 0; i < update.added; ++i) {
        a = hn::Add(a, hn::LoadU(d, added[i] + j));
        b = hn::Add(b, hn::LoadU(d, added[i] + j + n));
      }
      for (int i = 0; i < update.removed; ++i) {
        a = hn::Sub(a, hn::LoadU(d, removed[i] + j));
        b = hn::Sub(b, hn::LoadU(d, removed[i] + j + n));
      }
      hn::StoreU(a, d, update.to + j);
      hn::StoreU(b, d, update.to + j + n);
    }
    added += update.added;
    removed += update.removed;
  }
}

void UpdateRows(int width, Updates updates, const std::int16_t* const* added,
                const std::int16_t* const* removed) {
  const WideNumbers wide;
  if (width % (2 * static_cast<int>(hn::Lanes(wide))) == 0)
    UpdatePairs(wide, width, updates, added, removed);
  else
    UpdatePairs(Numbers(), width, updates, added, removed);
}

using Inputs = std::array<std::int16_t, 2 * kMostWidth>;

// The dense layer's inputs: the lanes pooled, then what is the tiles' own.
void Pool(int width, const std::int16_t* ones, const std::int16_t* const* lanes,
          const std::int16_t* tiles, Inputs& inputs) {
  const WideNumbers d;
  const auto n = static_cast<int>(hn::Lanes(d));
  const auto zero = hn::Zero(d);
  for (int j = 0; j < width; j += n) {
    const auto one = hn::LoadU(d, ones + j), own_one = hn::LoadU(d, ones + width + j);
    const auto tile = hn::LoadU(d, tiles + j);
    auto pool = zero;
    for (int i = 0; i < kLanes; ++i)
      pool = hn::Add(pool, hn::Min(hn::Max(hn::Add(hn::LoadU(d, lanes[i] + j), tile), zero), one));
    hn::StoreU(pool, d, &inputs[static_cast<std::size_t>(j)]);
    const auto own = hn::Min(hn::Max(hn::LoadU(d, tiles + width + j), zero), own_one);
    hn::StoreU(hn::ShiftLeft<kOwnShift>(own), d, &inputs[static_cast<std::size_t>(width + j)]);
  }
}

Words Finish(const Network& network, const std::int16_t* paired, const std::int16_t* const* lanes,
             const std::int16_t* tiles, int bucket) {
  const Numbers d;
  const Sums sums;
  const auto n = static_cast<int>(hn::Lanes(d)), m = static_cast<int>(hn::Lanes(sums));
  const auto none = hn::Zero(sums), most = hn::Set(sums, kHiddenOne);
  const std::int32_t* win = &network.head[network.head_at(bucket, kWinHead)];
  const std::int32_t* spread = &network.head[network.head_at(bucket, kSpreadHead)];
  auto to_win = none, of_spread = none;
  // Adds to the heads what `m` hidden units from `first` on say, given their sums.
  const auto tell = [&](auto even, auto odd, int first) HWY_ATTR {
    const auto sum = hn::Add(hn::LoadU(sums, &network.bias[static_cast<std::size_t>(first)]),
                             hn::RearrangeToOddPlusEven(even, odd));
    const auto unit = hn::Min(hn::Max(hn::ShiftRight<kHiddenShift>(sum), none), most);
    to_win = hn::Add(to_win, hn::Mul(unit, hn::LoadU(sums, win + first)));
    of_spread = hn::Add(of_spread, hn::Mul(unit, hn::LoadU(sums, spread + first)));
  };
  alignas(64) Inputs inputs;
  Pool(network.width, network.ones.data(), lanes, tiles, inputs);
  // Four registers of units go through the pairs of inputs, so that nothing is summed across one.
  for (int h = 0; h < network.hidden; h += 4 * m) {
    auto a = none, b = none, c = none, e = none, a_odd = none, b_odd = none, c_odd = none,
         e_odd = none;
    const std::int16_t* weights = paired + 2 * h;
    for (int j = 0; j < 2 * network.width; j += 2, weights += 2 * network.hidden) {
      std::int32_t pair;
      std::memcpy(&pair, &inputs[static_cast<std::size_t>(j)], sizeof pair);
      const auto in = hn::BitCast(d, hn::Set(sums, pair));
      a = hn::ReorderWidenMulAccumulate(sums, in, hn::LoadU(d, weights), a, a_odd);
      b = hn::ReorderWidenMulAccumulate(sums, in, hn::LoadU(d, weights + n), b, b_odd);
      c = hn::ReorderWidenMulAccumulate(sums, in, hn::LoadU(d, weights + 2 * n), c, c_odd);
      e = hn::ReorderWidenMulAccumulate(sums, in, hn::LoadU(d, weights + 3 * n), e, e_odd);
    }
    tell(a, a_odd, h);
    tell(b, b_odd, h + m);
    tell(c, c_odd, h + 2 * m);
    tell(e, e_odd, h + 3 * m);
  }
  constexpr std::int32_t kHalf = 1 << (kOutputShift - 1);
  return {(hn::GetLane(hn::SumOfLanes(sums, to_win)) + kHalf) >> kOutputShift,
          (hn::GetLane(hn::SumOfLanes(sums, of_spread)) + kHalf) >> kOutputShift};
}

}  // namespace zymurgy::nnue::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace zymurgy::nnue {

HWY_EXPORT(UpdateRows);
HWY_EXPORT(Finish);

void update_rows(int width, Updates updates, const std::int16_t* const* added,
                 const std::int16_t* const* removed) {
  HWY_DYNAMIC_DISPATCH(UpdateRows)(width, updates, added, removed);
}

Words finish(const Network& network, const std::int16_t* paired, const std::int16_t* const* lanes,
             const std::int16_t* tiles, int bucket) {
  return HWY_DYNAMIC_DISPATCH(Finish)(network, paired, lanes, tiles, bucket);
}

std::vector<std::int16_t> paired_dense(const Network& network) {
  const auto hidden = static_cast<std::size_t>(network.hidden);
  const std::size_t inputs = network.dense.size() / hidden;
  std::vector<std::int16_t> paired(network.dense.size());
  for (std::size_t h = 0; h < hidden; ++h)
    for (std::size_t j = 0; j < inputs; ++j)
      paired[(j / 2 * hidden + h) * 2 + j % 2] = network.dense[h * inputs + j];
  return paired;
}

}  // namespace zymurgy::nnue
#endif
