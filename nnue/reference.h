// The network's arithmetic as plain loops: the kernels (nnue/kernels.h, which documents shapes and
// units) must give the same numbers bit for bit, on every machine.
#pragma once

#include <cstdint>

#include "nnue/kernels.h"

namespace zymurgy::nnue::reference {

void update_rows(int width, Updates updates);
void mix(const Network& network, const std::int16_t* lane, std::int16_t* units);
Prediction finish(const Network& network, const std::int16_t* const* lanes,
                  const std::int16_t* tiles, int bucket);

}  // namespace zymurgy::nnue::reference
