#include "nnue/kernels.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "nnue/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
// Highway 1.0 neither asks for VNNI, which processors of this target have, nor makes use of it.
#if HWY_TARGET == HWY_AVX3_DL && HWY_COMPILER_GCC_ACTUAL
#pragma GCC target("avx512vnni")
#define ZYMURGY_VNNI 1
#else
#define ZYMURGY_VNNI 0
#endif
namespace zymurgy::nnue::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors of at most 16 numbers, so that any width (a multiple of 32) is a whole number of pairs,
// and of at most 32, for where it need not be.
using Numbers = hn::CappedTag<std::int16_t, 16>;
using WideNumbers = hn::CappedTag<std::int16_t, 32>;
using Sums = hn::RepartitionToWide<Numbers>;

// Makes updates by `kRegisters` at a time (1 or 2), which go through all rows: g++ makes scalar
// code of the other order.
template <int kRegisters, typename D>
void UpdateBy(D d, int width, Updates updates) {
  const auto n = static_cast<int>(hn::Lanes(d));
  for (const Update& update : updates) {
    for (int j = 0; j < width; j += kRegisters * n) {
      auto a = hn::LoadU(d, update.from + j);
      auto b = kRegisters == 2 ? hn::LoadU(d, update.from + j + n) : a;
      const auto add = [&](Row row) HWY_ATTR {
        a = hn::Add(a, hn::LoadU(d, row + j));
        if (kRegisters == 2) b = hn::Add(b, hn::LoadU(d, row + j + n));
      };
      std::size_t i = 0;
      for (; i + kRowsAtOnce <= update.count; i += kRowsAtOnce)
        for (std::size_t k = 0; k < kRowsAtOnce; ++k) add(update.rows[i + k]);
      for (; i < update.count; ++i) add(update.rows[i]);
      hn::StoreU(a, d, update.to + j);
      if (kRegisters == 2) hn::StoreU(b, d, update.to + j + n);
    }
  }
}

void UpdateRows(int width, Updates updates) {
  const WideNumbers wide;
  if (width % (2 * static_cast<int>(hn::Lanes(wide))) == 0)
    UpdateBy<2>(wide, width, updates);
  else
    UpdateBy<1>(wide, width, updates);
}

// Adds the products of two neighbours each to their sums; some targets add every second product to
// `odd`.
template <typename DS, typename V, typename S>
HWY_INLINE S AddProducts(DS sums, V a, V b, S sum, S& odd) {
#if ZYMURGY_VNNI
  if constexpr (std::is_same_v<S, hn::Vec512<std::int32_t>>)
    return S{_mm512_dpwssd_epi32(sum.raw, a.raw, b.raw)};
#endif
  return hn::ReorderWidenMulAccumulate(sums, a, b, sum, odd);
}

template <typename S>
HWY_INLINE S Whole(S sum, S odd) {
  return hn::RearrangeToOddPlusEven(sum, odd);
}

// Holds what was read in its register: g++ would read it again for each use.
template <typename V>
HWY_INLINE V Held(V v) {
#if HWY_ARCH_X86
  asm("" : "+v"(v.raw));
#endif
  return v;
}

// A layer of paired weights, of two rows of inputs at a time, so that weights are read once for
// both. Calls tell(row, first, sums, those of the next) for two registers of units at a time,
// `first` the first of them. The units are a whole number of four of d's registers.
template <typename D, typename F>
void Multiply(D d, const std::int16_t* inputs, const std::int16_t* others, int count,
              const std::int16_t* weights, int units, F&& tell) {
  const hn::RepartitionToWide<D> sums;
  const auto n = static_cast<int>(hn::Lanes(d)), m = static_cast<int>(hn::Lanes(sums));
  const auto none = hn::Zero(sums);
  const auto pair_at = [&](const std::int16_t* at) HWY_ATTR {
    std::int32_t pair;
    std::memcpy(&pair, at, sizeof pair);
    return hn::BitCast(d, hn::Set(sums, pair));
  };
  // Four registers of units go through the pairs of inputs, so that nothing is summed across one.
  for (int u = 0; u < units; u += 4 * m) {
    auto a0 = none, b0 = none, c0 = none, e0 = none, a1 = none, b1 = none, c1 = none, e1 = none;
    // What some targets keep of every second product.
    auto a0_odd = none, b0_odd = none, c0_odd = none, e0_odd = none, a1_odd = none, b1_odd = none,
         c1_odd = none, e1_odd = none;
    const std::int16_t* at = weights + 2 * u;
    for (int j = 0; j < count; j += 2, at += 2 * units) {
      const auto in = pair_at(inputs + j), other = pair_at(others + j);
      const auto a = Held(hn::LoadU(d, at)), b = Held(hn::LoadU(d, at + n));
      a0 = AddProducts(sums, in, a, a0, a0_odd);
      a1 = AddProducts(sums, other, a, a1, a1_odd);
      b0 = AddProducts(sums, in, b, b0, b0_odd);
      b1 = AddProducts(sums, other, b, b1, b1_odd);
      const auto c = Held(hn::LoadU(d, at + 2 * n)), e = Held(hn::LoadU(d, at + 3 * n));
      c0 = AddProducts(sums, in, c, c0, c0_odd);
      c1 = AddProducts(sums, other, c, c1, c1_odd);
      e0 = AddProducts(sums, in, e, e0, e0_odd);
      e1 = AddProducts(sums, other, e, e1, e1_odd);
    }
    tell(0, u, Whole(a0, a0_odd), Whole(b0, b0_odd));
    tell(0, u + 2 * m, Whole(c0, c0_odd), Whole(e0, e0_odd));
    tell(1, u, Whole(a1, a1_odd), Whole(b1, b1_odd));
    tell(1, u + 2 * m, Whole(c1, c1_odd), Whole(e1, e1_odd));
  }
}

template <typename D>
void MixBy(D d, const Network& network, const std::int16_t* weights,
           std::span<const Mixing> lanes) {
  const hn::RepartitionToWide<D> sums;
  const auto n = static_cast<int>(hn::Lanes(d));
  const auto half = hn::Set(sums, 1 << (kMixShift - 1));
  const int width = network.sizes.width;
  using Inputs = std::array<std::int16_t, kMostWidth>;
  alignas(64) Inputs inputs, others;
  const auto clip = [&](const std::int16_t* lane, Inputs& clipped) HWY_ATTR {
    for (int j = 0; j < width; j += n) {
      const auto one = hn::LoadU(d, &network.ones[static_cast<std::size_t>(j)]);
      hn::StoreU(hn::Min(hn::Max(hn::LoadU(d, lane + j), hn::Zero(d)), one), d,
                 &clipped[static_cast<std::size_t>(j)]);
    }
  };
  const auto unit = [&](auto sum) HWY_ATTR {
    return hn::BitCast(d, hn::ShiftRight<kMixShift>(hn::Add(sum, half)));
  };
  for (std::size_t i = 0; i < lanes.size(); i += 2) {
    // The last of an odd number goes with itself.
    const Mixing two[] = {lanes[i], lanes[std::min(i + 1, lanes.size() - 1)]};
    clip(two[0].lane, inputs);
    clip(two[1].lane, others);
    Multiply(d, inputs.data(), others.data(), width, weights, network.sizes.mixed,
             [&](int which, int first, auto a, auto b) HWY_ATTR {
               hn::StoreU(hn::ConcatEven(d, unit(b), unit(a)), d, two[which].units + first);
             });
  }
}

void Mix(const Network& network, const std::int16_t* weights, std::span<const Mixing> lanes) {
  const WideNumbers wide;
  if (network.sizes.mixed % (2 * static_cast<int>(hn::Lanes(wide))) == 0)
    MixBy(wide, network, weights, lanes);
  else
    MixBy(Numbers(), network, weights, lanes);
}

using Inputs = std::array<std::int16_t, 2 * kMostWidth>;

// The dense layer's inputs: the lanes pooled, then what is the tiles' own.
void Pool(int units, const std::int16_t* ones, const Activations& play, Inputs& inputs) {
  const WideNumbers d;
  const auto n = static_cast<int>(hn::Lanes(d));
  const auto zero = hn::Zero(d), lanes = hn::Set(d, kLanes);
  for (int j = 0; j < units; j += n) {
    const auto one = hn::LoadU(d, ones + j), own_one = hn::LoadU(d, ones + units + j);
    const auto tile = hn::LoadU(d, play.tiles + j);
    // A lane's number is clipped before the tile's is added: to what it takes to 0, and to 1.
    const auto least = hn::SaturatedSub(zero, tile), most = hn::SaturatedSub(one, tile);
    auto pool = hn::Mul(lanes, tile);
    for (int i = 0; i < kLanes; ++i)
      pool = hn::Add(pool, hn::Min(hn::Max(hn::LoadU(d, play.lanes[i] + j), least), most));
    hn::StoreU(pool, d, &inputs[static_cast<std::size_t>(j)]);
    const auto own = hn::Min(hn::Max(hn::LoadU(d, play.tiles + units + j), zero), own_one);
    hn::StoreU(hn::ShiftLeft<kOwnShift>(own), d, &inputs[static_cast<std::size_t>(units + j)]);
  }
}

void Finish(const Network& network, const std::int16_t* dense, std::span<const Activations> plays,
            int bucket, Words* words) {
  const Sums sums;
  const auto m = static_cast<int>(hn::Lanes(sums));
  const auto none = hn::Zero(sums), most = hn::Set(sums, kHiddenOne);
  const std::int32_t* win = &network.head[network.head_at(bucket, kWinHead)];
  const std::int32_t* spread = &network.head[network.head_at(bucket, kSpreadHead)];
  const int units = network.sizes.units(), hidden = network.sizes.hidden;
  alignas(64) Inputs inputs, others;
  alignas(64) std::array<std::array<std::int32_t, kMostHidden>, 2> products;
  for (std::size_t i = 0; i < plays.size(); i += 2) {
    const std::size_t last = std::min(i + 1, plays.size() - 1);
    Pool(units, network.unit_ones(), plays[i], inputs);
    Pool(units, network.unit_ones(), plays[last], others);
    Multiply(Numbers(), inputs.data(), others.data(), 2 * units, dense, hidden,
             [&](int which, int first, auto a, auto b) HWY_ATTR {
               std::int32_t* to = &products[static_cast<std::size_t>(which)][0] + first;
               hn::StoreU(a, sums, to);
               hn::StoreU(b, sums, to + m);
             });
    for (std::size_t which = 0; which <= last - i; ++which) {
      auto to_win = none, of_spread = none;
      for (int j = 0; j < hidden; j += m) {
        const auto sum = hn::Add(hn::LoadU(sums, &network.bias[static_cast<std::size_t>(j)]),
                                 hn::LoadU(sums, &products[which][static_cast<std::size_t>(j)]));
        const auto unit = hn::Min(hn::Max(hn::ShiftRight<kHiddenShift>(sum), none), most);
        to_win = hn::Add(to_win, hn::Mul(unit, hn::LoadU(sums, win + j)));
        of_spread = hn::Add(of_spread, hn::Mul(unit, hn::LoadU(sums, spread + j)));
      }
      constexpr std::int32_t kHalf = 1 << (kOutputShift - 1);
      words[i + which] = {(hn::GetLane(hn::SumOfLanes(sums, to_win)) + kHalf) >> kOutputShift,
                          (hn::GetLane(hn::SumOfLanes(sums, of_spread)) + kHalf) >> kOutputShift};
    }
  }
}

}  // namespace zymurgy::nnue::HWY_NAMESPACE
#undef ZYMURGY_VNNI
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace zymurgy::nnue {

HWY_EXPORT(UpdateRows);
HWY_EXPORT(Mix);
HWY_EXPORT(Finish);

void update_rows(int width, Updates updates) { HWY_DYNAMIC_DISPATCH(UpdateRows)(width, updates); }

void mix(const Network& network, const std::int16_t* mix, std::span<const Mixing> lanes) {
  HWY_DYNAMIC_DISPATCH(Mix)(network, mix, lanes);
}

void finish(const Network& network, const std::int16_t* dense, std::span<const Activations> plays,
            int bucket, Words* words) {
  HWY_DYNAMIC_DISPATCH(Finish)(network, dense, plays, bucket, words);
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
