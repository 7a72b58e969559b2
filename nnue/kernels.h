// The network's inner loops, for the best vector unit at hand (Highway, dispatched at run time).
// All are exact integer arithmetic, so every target gives the same bits as the plain loops of
// nnue/reference.h.
#pragma once

#include <cstdint>
#include <span>

#include "nnue/cache_lines.h"
#include "nnue/network.h"

namespace zymurgy::nnue {

// An accumulator made from another: `to` = `from` + the next rows added - the next rows removed,
// modulo 2^16. `to` may be `from`.
struct Update {
  const std::int16_t* from;
  std::int16_t* to;
  int added, removed;
};
using Updates = std::span<const Update>;

// Makes updates, in their order, with the rows that are theirs one after the other; accumulators
// and rows are `width` numbers, a multiple of 32.
void update_rows(int width, Updates updates, const std::int16_t* const* added,
                 const std::int16_t* const* removed);

// The weights of a layer of so many units as the kernels below read them: by pair of inputs, then
// by unit.
CacheLines<std::int16_t> paired(const std::vector<std::int16_t>& weights, int units);

// A lane's units, of its accumulator, where lanes are mixed; `mix`: those weights, paired.
void mix(const Network& network, const std::int16_t* mix, const std::int16_t* lane,
         std::int16_t* units);

// The network's words, of the dense layer `dense`, paired, the units of kLanes lanes and the
// accumulator of the tiles (of 2 * units numbers: into every lane, and their own).
Words finish(const Network& network, const std::int16_t* dense, const std::int16_t* const* lanes,
             const std::int16_t* tiles, int bucket);

}  // namespace zymurgy::nnue
