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
  std::size_t count;  // fastest as a multiple of kRowsAtOnce
};
using Updates = std::span<const Update>;
inline constexpr std::size_t kRowsAtOnce = 4;

// Makes the updates in order. Accumulators and rows are `width` numbers, a multiple of 32.
void update_rows(int width, Updates updates);

// The weights of a layer of `units` units in the order in which the kernels below read them: by
// groups of four inputs, then by unit.
CacheLines<std::int8_t> by_fours(const std::vector<std::int8_t>& weights, int units);

// A lane's accumulator, and where to put the units mixed from it.
struct Mixing {
  const std::int16_t* lane;
  std::int16_t* units;
};
// The mix in the form that its kernel reads.
struct MixTable {
  CacheLines<std::int8_t> weights;   // in the order of nnue::by_fours
  CacheLines<std::uint16_t> scales;  // mix_scale of each number

  explicit MixTable(const Network& network);
};
void mix(const Network& network, const MixTable& table, std::span<const Mixing> lanes);

// What the dense layer's inputs are made from: the units of kLanes lanes, and the tiles'
// accumulator of 2 * units numbers (what is added to every lane's units, then the tiles' own
// units).
struct Activations {
  const std::int16_t* const* lanes;
  const std::int16_t* tiles;
};
// Predicts several plays. `dense`: the dense layer's weights in the order of by_fours.
void finish(const Network& network, const std::int8_t* dense, std::span<const Activations> plays,
            int bucket, Prediction* predictions);

}  // namespace zymurgy::nnue
