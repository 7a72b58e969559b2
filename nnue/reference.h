// The network's arithmetic as plain loops: what the kernels are held to.
#pragma once

#include <span>

#include "nnue/network.h"

namespace zymurgy::nnue::reference {

void update_rows(const std::int16_t* table, int width, std::span<const std::uint16_t> added,
                 std::span<const std::uint16_t> removed, const std::int16_t* base,
                 std::int16_t* out);
Words finish(const Network& network, const std::int16_t* const* lanes, const std::int16_t* tiles,
             int bucket);

}  // namespace zymurgy::nnue::reference
