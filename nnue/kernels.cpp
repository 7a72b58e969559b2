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

// A layer of paired weights. Calls tell(first, sums, those of the next) for two registers of units
// at a time, `first` the first of them. The units are a whole number of four of d's registers.
template <typename D, typename F>
void Multiply(D d, const std::int16_t* inputs, int count, const std::int16_t* weights, int units,
              F&& tell) {
  const hn::RepartitionToWide<D> sums;
  const auto n = static_cast<int>(hn::Lanes(d)), m = static_cast<int>(hn::Lanes(sums));
  const auto none = hn::Zero(sums);
  // Four registers of units go through the pairs of inputs, so that nothing is summed across one.
  for (int u = 0; u < units; u += 4 * m) {
    auto a = none, b = none, c = none, e = none, a_odd = none, b_odd = none, c_odd = none,
         e_odd = none;
    const std::int16_t* at = weights + 2 * u;
    for (int j = 0; j < count; j += 2, at += 2 * units) {
      std::int32_t pair;
      std::memcpy(&pair, inputs + j, sizeof pair);
      const auto in = hn::BitCast(d, hn::Set(sums, pair));
      a = hn::ReorderWidenMulAccumulate(sums, in, hn::LoadU(d, at), a, a_odd);
      b = hn::ReorderWidenMulAccumulate(sums, in, hn::LoadU(d, at + n), b, b_odd);
      c = hn::ReorderWidenMulAccumulate(sums, in, hn::LoadU(d, at + 2 * n), c, c_odd);
      e = hn::ReorderWidenMulAccumulate(sums, in, hn::LoadU(d, at + 3 * n), e, e_odd);
    }
    tell(u, hn::RearrangeToOddPlusEven(a, a_odd), hn::RearrangeToOddPlusEven(b, b_odd));
    tell(u + 2 * m, hn::RearrangeToOddPlusEven(c, c_odd), hn::RearrangeToOddPlusEven(e, e_odd));
  }
}

template <typename D>
void MixBy(D d, const Network& network, const std::int16_t* weights, const std::int16_t* lane,
           std::int16_t* units) {
  const hn::RepartitionToWide<D> sums;
  const hn::Half<D> halves;
  const auto n = static_cast<int>(hn::Lanes(d));
  alignas(64) std::array<std::int16_t, kMostWidth> inputs;
  for (int j = 0; j < network.sizes.width; j += n) {
    const auto one = hn::LoadU(d, &network.ones[static_cast<std::size_t>(j)]);
    hn::StoreU(hn::Min(hn::Max(hn::LoadU(d, lane + j), hn::Zero(d)), one), d,
               &inputs[static_cast<std::size_t>(j)]);
  }
  const auto half = hn::Set(sums, 1 << (kMixShift - 1));
  const auto put = [&](auto sum, std::int16_t* to) HWY_ATTR {
    hn::StoreU(hn::DemoteTo(halves, hn::ShiftRight<kMixShift>(hn::Add(sum, half))), halves, to);
  };
  Multiply(d, inputs.data(), network.sizes.width, weights, network.sizes.mixed,
           [&](int first, auto a, auto b) HWY_ATTR {
             put(a, units + first);
             put(b, units + first + static_cast<int>(hn::Lanes(sums)));
           });
}

void Mix(const Network& network, const std::int16_t* weights, const std::int16_t* lane,
         std::int16_t* units) {
  const WideNumbers wide;
  if (network.sizes.mixed % (2 * static_cast<int>(hn::Lanes(wide))) == 0)
    MixBy(wide, network, weights, lane, units);
  else
    MixBy(Numbers(), network, weights, lane, units);
}

using Inputs = std::array<std::int16_t, 2 * kMostWidth>;

// The dense layer's inputs: the lanes pooled, then what is the tiles' own.
void Pool(int units, const std::int16_t* ones, const std::int16_t* const* lanes,
          const std::int16_t* tiles, Inputs& inputs) {
  const WideNumbers d;
  const auto n = static_cast<int>(hn::Lanes(d));
  const auto zero = hn::Zero(d);
  for (int j = 0; j < units; j += n) {
    const auto one = hn::LoadU(d, ones + j), own_one = hn::LoadU(d, ones + units + j);
    const auto tile = hn::LoadU(d, tiles + j);
    auto pool = zero;
    for (int i = 0; i < kLanes; ++i)
      pool = hn::Add(pool, hn::Min(hn::Max(hn::Add(hn::LoadU(d, lanes[i] + j), tile), zero), one));
    hn::StoreU(pool, d, &inputs[static_cast<std::size_t>(j)]);
    const auto own = hn::Min(hn::Max(hn::LoadU(d, tiles + units + j), zero), own_one);
    hn::StoreU(hn::ShiftLeft<kOwnShift>(own), d, &inputs[static_cast<std::size_t>(units + j)]);
  }
}

Words Finish(const Network& network, const std::int16_t* dense, const std::int16_t* const* lanes,
             const std::int16_t* tiles, int bucket) {
  const Sums sums;
  const auto m = static_cast<int>(hn::Lanes(sums));
  const auto none = hn::Zero(sums), most = hn::Set(sums, kHiddenOne);
  const std::int32_t* win = &network.head[network.head_at(bucket, kWinHead)];
  const std::int32_t* spread = &network.head[network.head_at(bucket, kSpreadHead)];
  auto to_win = none, of_spread = none;
  // Adds to the heads what hidden units from `first` on say, given their sums.
  const auto tell = [&](int first, auto products) HWY_ATTR {
    const auto sum =
        hn::Add(hn::LoadU(sums, &network.bias[static_cast<std::size_t>(first)]), products);
    const auto unit = hn::Min(hn::Max(hn::ShiftRight<kHiddenShift>(sum), none), most);
    to_win = hn::Add(to_win, hn::Mul(unit, hn::LoadU(sums, win + first)));
    of_spread = hn::Add(of_spread, hn::Mul(unit, hn::LoadU(sums, spread + first)));
  };
  alignas(64) Inputs inputs;
  const int units = network.sizes.units();
  Pool(units, network.unit_ones(), lanes, tiles, inputs);
  Multiply(Numbers(), inputs.data(), 2 * units, dense, network.sizes.hidden,
           [&](int first, auto a, auto b) HWY_ATTR {
             tell(first, a);
             tell(first + m, b);
           });
  constexpr std::int32_t kHalf = 1 << (kOutputShift - 1);
  return {(hn::GetLane(hn::SumOfLanes(sums, to_win)) + kHalf) >> kOutputShift,
          (hn::GetLane(hn::SumOfLanes(sums, of_spread)) + kHalf) >> kOutputShift};
}

}  // namespace zymurgy::nnue::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace zymurgy::nnue {

HWY_EXPORT(UpdateRows);
HWY_EXPORT(Mix);
HWY_EXPORT(Finish);

void update_rows(int width, Updates updates, const std::int16_t* const* added,
                 const std::int16_t* const* removed) {
  HWY_DYNAMIC_DISPATCH(UpdateRows)(width, updates, added, removed);
}

void mix(const Network& network, const std::int16_t* mix, const std::int16_t* lane,
         std::int16_t* units) {
  HWY_DYNAMIC_DISPATCH(Mix)(network, mix, lane, units);
}

Words finish(const Network& network, const std::int16_t* dense, const std::int16_t* const* lanes,
             const std::int16_t* tiles, int bucket) {
  return HWY_DYNAMIC_DISPATCH(Finish)(network, dense, lanes, tiles, bucket);
}

CacheLines<std::int16_t> paired(const std::vector<std::int16_t>& weights, int units) {
  const auto all = static_cast<std::size_t>(units);
  if (all == 0) return {};
  const std::size_t inputs = weights.size() / all;
  CacheLines<std::int16_t> paired(weights.size());
  for (std::size_t u = 0; u < all; ++u)
    for (std::size_t j = 0; j < inputs; ++j)
      paired[(j / 2 * all + u) * 2 + j % 2] = weights[u * inputs + j];
  return paired;
}

}  // namespace zymurgy::nnue
#endif
