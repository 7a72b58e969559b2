// The network's inner loops, for the best vector unit at hand (Highway, dispatched at run time).
// All are exact integer arithmetic, so every target gives the same bits as the plain loops of
// nnue/reference.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nnue/cache_lines.h"
#include "nnue/network.h"

namespace zymurgy::nnue {

using Row = const std::int16_t*;

// An accumulator made from another: `to` = `from` + rows, modulo 2^16. `to` may be `from`.
struct Update {
  Row from;
  std::int16_t* to;
  const Row* rows;
  std::size_t count;  // quickest as a whole number of kRowsAtOnce
};
using Updates = std::span<const Update>;
inline constexpr std::size_t kRowsAtOnce = 4;

// Makes updates, in their order; accumulators and rows are `width` numbers, a multiple of 32.
void update_rows(int width, Updates updates);

// The weights of a layer of so many units as the kernels below read them: by four inputs, then by
// unit.
CacheLines<std::int8_t> by_fours(const std::vector<std::int8_t>& weights, int units);

// A lane's accumulator and its units, to be made of it.
struct Mixing {
  const std::int16_t* lane;
  std::int16_t* units;
};
// The mix as its kernel reads it.
struct MixTable {
  CacheLines<std::int8_t> weights;   // by fours
  CacheLines<std::uint16_t> scales;  // mix_scale of each number

  explicit MixTable(const Network& network);
};
void mix(const Network& network, const MixTable& table, std::span<const Mixing> lanes);

// What the dense layer makes its inputs of: the units of kLanes lanes, and the accumulator of the
// tiles (of 2 * units numbers: into every lane, and their own).
struct Activations {
  const std::int16_t* const* lanes;
  const std::int16_t* tiles;
};
// What the network predicts of several plays; `dense`: that layer's weights, by fours.
void finish(const Network& network, const std::int8_t* dense, std::span<const Activations> plays,
            int bucket, Prediction* predictions);

}  // namespace zymurgy::nnue
