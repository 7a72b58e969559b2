#include "nnue/kernels.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "nnue/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
// Processors of this target have VNNI, and so have those of the better targets (with lower numbers:
// Zen 4, Sapphire Rapids) that newer versions of Highway know. Highway 1.0.3 does not enable it.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL && HWY_COMPILER_GCC_ACTUAL
#pragma GCC target("avx512vnni")
#define ZYMURGY_VNNI 1
#else
#define ZYMURGY_VNNI 0
#endif
namespace zymurgy::nnue::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors of at most 32 numbers, so that every width is a multiple of a vector.
using Numbers = hn::CappedTag<std::int16_t, 32>;
// Vectors of 8-bit weights. Four registers of their 32-bit sums hold as many units as a vector has
// weights: at most 32, which divides the size of every layer, or 64, for layers that 64 divides.
using Weights = hn::CappedTag<std::int8_t, 32>;
using WideWeights = hn::CappedTag<std::int8_t, 64>;

// Makes updates `kRegisters` registers (1 or 2) at a time, each pass over all rows: for the other
// loop order g++ generates scalar code.
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
  const Numbers numbers;
  if (width % (2 * static_cast<int>(hn::Lanes(numbers))) == 0)
    UpdateBy<2>(numbers, width, updates);
  else
    UpdateBy<1>(numbers, width, updates);
}

// Adds the products of each four neighbours to their sum. Inputs have 7 bits, so the sum of two
// products fits 16 bits.
template <typename D, typename V, typename S>
HWY_INLINE S AddProducts([[maybe_unused]] D d, V inputs, V weights, S sum) {
#if ZYMURGY_VNNI
  if constexpr (sizeof(V) == 64) return S{_mm512_dpbusd_epi32(sum.raw, inputs.raw, weights.raw)};
  if constexpr (sizeof(V) == 32) {
    // In assembly: for the intrinsic g++ emits AVX-VNNI, which Highway enables but not all
    // processors of this target have.
    asm("vpdpbusd %2, %1, %0" : "+v"(sum.raw) : "v"(inputs.raw), "v"(weights.raw));
    return sum;
  }
#elif HWY_ARCH_ARM_A64
  const auto low = vmull_s8(vget_low_s8(inputs.raw), vget_low_s8(weights.raw));
  return S{vpadalq_s16(sum.raw, vpaddq_s16(low, vmull_high_s8(inputs.raw, weights.raw)))};
#elif HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  if constexpr (sizeof(V) == 64) {
    const auto of_two = _mm512_maddubs_epi16(inputs.raw, weights.raw);
    return hn::Add(sum, S{_mm512_madd_epi16(of_two, _mm512_set1_epi16(1))});
  }
#endif
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
  if constexpr (sizeof(V) == 32) {
    const auto of_two = _mm256_maddubs_epi16(inputs.raw, weights.raw);
    return hn::Add(sum, S{_mm256_madd_epi16(of_two, _mm256_set1_epi16(1))});
  }
#endif
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_SSSE3
  if constexpr (sizeof(V) == 16) {
    const auto of_two = _mm_maddubs_epi16(inputs.raw, weights.raw);
    return hn::Add(sum, S{_mm_madd_epi16(of_two, _mm_set1_epi16(1))});
  }
#endif
  const hn::RepartitionToWide<D> twos;
  const hn::RepartitionToWide<decltype(twos)> sums;
  const auto even = [&](auto v) HWY_ATTR { return hn::ShiftRight<8>(hn::ShiftLeft<8>(v)); };
  const auto in = hn::BitCast(twos, inputs), by = hn::BitCast(twos, weights);
  const auto of_two = hn::BitCast(
      sums,
      hn::Add(hn::Mul(even(in), even(by)), hn::Mul(hn::ShiftRight<8>(in), hn::ShiftRight<8>(by))));
  return hn::Add(
      sum, hn::Add(hn::ShiftRight<16>(of_two), hn::ShiftRight<16>(hn::ShiftLeft<16>(of_two))));
}

// Keeps a loaded value in its register: g++ would load it again for each use.
template <typename V>
HWY_INLINE V Held(V v) {
#if HWY_ARCH_X86
  asm("" : "+v"(v.raw));
#endif
  return v;
}

// Applies a layer's weights (in the order of by_fours) to two rows of inputs at a time, so that
// weights are read once for both. Calls tell(row, first, sums, next sums) for two registers of
// units at a time; `first` is the first unit. The number of units is a multiple of four registers
// of sums.
template <typename D, typename F>
void Multiply(D d, const std::uint8_t* inputs, const std::uint8_t* others, int count,
              const std::int8_t* weights, int units, F&& tell) {
  const hn::Repartition<std::int32_t, D> sums;
  const auto n = static_cast<int>(hn::Lanes(d)), m = static_cast<int>(hn::Lanes(sums));
  const auto none = hn::Zero(sums);
  const auto four_at = [&](const std::uint8_t* at) HWY_ATTR {
    std::int32_t four;
    std::memcpy(&four, at, sizeof four);
    return hn::BitCast(d, hn::Set(sums, four));
  };
  // Each pass over the inputs sums four registers of units, so that nothing is summed across a
  // register.
  for (int u = 0; u < units; u += 4 * m) {
    auto a0 = none, b0 = none, c0 = none, e0 = none, a1 = none, b1 = none, c1 = none, e1 = none;
    const std::int8_t* at = weights + 4 * u;
    for (int j = 0; j < count; j += 4, at += 4 * units) {
      const auto in = four_at(inputs + j), other = four_at(others + j);
      const auto a = Held(hn::LoadU(d, at)), b = Held(hn::LoadU(d, at + n));
      a0 = AddProducts(d, in, a, a0);
      a1 = AddProducts(d, other, a, a1);
      b0 = AddProducts(d, in, b, b0);
      b1 = AddProducts(d, other, b, b1);
      const auto c = Held(hn::LoadU(d, at + 2 * n)), e = Held(hn::LoadU(d, at + 3 * n));
      c0 = AddProducts(d, in, c, c0);
      c1 = AddProducts(d, other, c, c1);
      e0 = AddProducts(d, in, e, e0);
      e1 = AddProducts(d, other, e, e1);
    }
    tell(0, u, a0, b0);
    tell(0, u + 2 * m, c0, e0);
    tell(1, u, a1, b1);
    tell(1, u + 2 * m, c1, e1);
  }
}

// Stores 16-bit numbers that use 7 bits as inputs.
template <typename D, typename V>
HWY_INLINE void StoreInputs(D, V v, std::uint8_t* to) {
  const hn::Rebind<std::uint8_t, D> narrow;
  hn::StoreU(hn::DemoteTo(narrow, v), narrow, to);
}

template <typename D>
void MixBy(D d, const Network& network, const MixTable& table, std::span<const Mixing> lanes) {
  const hn::Repartition<std::int32_t, D> sums;
  const hn::RepartitionToNarrow<decltype(sums)> units;
  const Numbers numbers;
  const hn::RebindToUnsigned<Numbers> scales;
  const auto n = static_cast<int>(hn::Lanes(numbers)), m = static_cast<int>(hn::Lanes(sums));
  const auto half = hn::Set(sums, 1 << (kMixShift - 1));
  const int width = network.sizes.width;
  using Inputs = std::array<std::uint8_t, kMostWidth>;
  alignas(64) Inputs inputs, others;
  const auto clip = [&](const std::int16_t* lane, Inputs& clipped) HWY_ATTR {
    for (int j = 0; j < width; j += n) {
      const auto one = hn::LoadU(numbers, &network.ones[j]);
      const auto v = hn::Min(hn::Max(hn::LoadU(numbers, lane + j), hn::Zero(numbers)), one);
      const auto scale = hn::LoadU(scales, &table.scales[j]);
      const auto input = hn::MulHigh(hn::BitCast(scales, hn::Add(v, v)), scale);
      StoreInputs(numbers, hn::BitCast(numbers, input), &clipped[j]);
    }
  };
  const auto unit = [&](int at, auto sum) HWY_ATTR {
    const auto steps = hn::LoadU(sums, &network.mix_steps[at]);
    return hn::BitCast(units, hn::ShiftRight<kMixShift>(hn::Add(hn::Mul(sum, steps), half)));
  };
  for (std::size_t i = 0; i < lanes.size(); i += 2) {
    // The last of an odd number is paired with itself.
    const Mixing two[] = {lanes[i], lanes[std::min(i + 1, lanes.size() - 1)]};
    clip(two[0].lane, inputs);
    clip(two[1].lane, others);
    Multiply(d, inputs.data(), others.data(), width, table.weights.data(), network.sizes.units,
             [&](int which, int first, auto a, auto b) HWY_ATTR {
               hn::StoreU(hn::ConcatEven(units, unit(first + m, b), unit(first, a)), units,
                          two[which].units + first);
             });
  }
}

void Mix(const Network& network, const MixTable& table, std::span<const Mixing> lanes) {
  const WideWeights wide;
  if (network.sizes.units % static_cast<int>(hn::Lanes(wide)) == 0)
    MixBy(wide, network, table, lanes);
  else
    MixBy(Weights(), network, table, lanes);
}

using Inputs = std::array<std::uint8_t, 2 * kMostWidth>;

// The dense layer's inputs: the lanes' units pooled, then the tiles' own.
void Pool(int units, const std::int16_t* ones, const Activations& play, Inputs& inputs) {
  const Numbers d;
  const auto n = static_cast<int>(hn::Lanes(d));
  const auto zero = hn::Zero(d), lanes = hn::Set(d, kLanes);
  for (int j = 0; j < units; j += n) {
    const auto one = hn::LoadU(d, ones + j), own_one = hn::LoadU(d, ones + units + j);
    const auto tile = hn::LoadU(d, play.tiles + j);
    // Clipping lane + tile to 0..one is clipping lane to -tile..one - tile, and adding tile.
    const auto least = hn::SaturatedSub(zero, tile), most = hn::SaturatedSub(one, tile);
    auto pool = hn::Mul(lanes, tile);
    for (int i = 0; i < kLanes; ++i)
      pool = hn::Add(pool, hn::Min(hn::Max(hn::LoadU(d, play.lanes[i] + j), least), most));
    StoreInputs(d, hn::ShiftRight<kPoolShift>(pool), &inputs[j]);
    const auto own = hn::Min(hn::Max(hn::LoadU(d, play.tiles + units + j), zero), own_one);
    StoreInputs(d, hn::ShiftRight<kOwnShift>(own), &inputs[units + j]);
  }
}

void Finish(const Network& network, const std::int8_t* dense, std::span<const Activations> plays,
            int bucket, Prediction* predictions) {
  const hn::Repartition<std::int32_t, Weights> sums;
  const auto m = static_cast<int>(hn::Lanes(sums));
  const auto none = hn::Zero(sums), most = hn::Set(sums, kHiddenOne);
  const std::int32_t* win = &network.head[network.head_at(bucket, kWinHead)];
  const std::int32_t* spread = &network.head[network.head_at(bucket, kSpreadHead)];
  const int units = network.sizes.units, hidden = network.sizes.hidden;
  alignas(64) Inputs inputs, others;
  alignas(64) std::array<std::array<std::int32_t, kMostHidden>, 2> products;
  for (std::size_t i = 0; i < plays.size(); i += 2) {
    const std::size_t last = std::min(i + 1, plays.size() - 1);
    Pool(units, network.unit_ones(), plays[i], inputs);
    Pool(units, network.unit_ones(), plays[last], others);
    Multiply(Weights(), inputs.data(), others.data(), 2 * units, dense, hidden,
             [&](int which, int first, auto a, auto b) HWY_ATTR {
               std::int32_t* to = &products[which][0] + first;
               hn::StoreU(a, sums, to);
               hn::StoreU(b, sums, to + m);
             });
    for (std::size_t which = 0; which <= last - i; ++which) {
      auto to_win = none, of_spread = none;
      for (int j = 0; j < hidden; j += m) {
        const auto at = static_cast<std::size_t>(j);
        const auto sum = hn::Add(hn::LoadU(sums, &network.bias[at]),
                                 hn::Mul(hn::LoadU(sums, &products[which][at]),
                                         hn::LoadU(sums, &network.dense_steps[at])));
        const auto unit = hn::Min(hn::Max(hn::ShiftRight<kHiddenShift>(sum), none), most);
        to_win = hn::Add(to_win, hn::Mul(unit, hn::LoadU(sums, win + j)));
        of_spread = hn::Add(of_spread, hn::Mul(unit, hn::LoadU(sums, spread + j)));
      }
      constexpr std::int32_t kHalf = 1 << (kOutputShift - 1);
      predictions[i + which] = {
          (hn::GetLane(hn::SumOfLanes(sums, to_win)) + kHalf) >> kOutputShift,
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

MixTable::MixTable(const Network& network)
    : weights(by_fours(network.mix, network.sizes.units)),
      scales(static_cast<std::size_t>(network.sizes.width)) {
  std::transform(network.ones.begin(), network.ones.begin() + network.sizes.width, scales.begin(),
                 mix_scale);
}

void mix(const Network& network, const MixTable& table, std::span<const Mixing> lanes) {
  HWY_DYNAMIC_DISPATCH(Mix)(network, table, lanes);
}

void finish(const Network& network, const std::int8_t* dense, std::span<const Activations> plays,
            int bucket, Prediction* predictions) {
  HWY_DYNAMIC_DISPATCH(Finish)(network, dense, plays, bucket, predictions);
}

CacheLines<std::int8_t> by_fours(const std::vector<std::int8_t>& weights, int units) {
  const auto all = static_cast<std::size_t>(units);
  const std::size_t inputs = weights.size() / all;
  CacheLines<std::int8_t> by_fours(weights.size());
  for (std::size_t u = 0; u < all; ++u)
    for (std::size_t j = 0; j < inputs; ++j)
      by_fours[(j / 4 * all + u) * 4 + j % 4] = weights[u * inputs + j];
  return by_fours;
}

}  // namespace zymurgy::nnue
#endif
