// The network's inner loops, for the best vector unit at hand (Highway, dispatched at run time).
// All are exact integer arithmetic, so every target gives the same bits as the plain loops of
// nnue/reference.h.
#pragma once

#include <cstdint>
#include <span>

#include "nnue/network.h"

namespace zymurgy::nnue {

// out = base + the rows `added` - the rows `removed` of a table, modulo 2^16. `width` is a multiple
// of 32; out may be base.
void update_rows(const std::int16_t* table, int width, std::span<const std::uint16_t> added,
                 std::span<const std::uint16_t> removed, const std::int16_t* base,
                 std::int16_t* out);

// The network's words: of kLanes accumulators and the accumulator of the tiles (2 *
// width: into every lane, and their own).
Words finish(const Network& network, const std::int16_t* const* lanes, const std::int16_t* tiles,
             int bucket);

}  // namespace zymurgy::nnue
