// From the trained student to the network that plays.
#pragma once

#include "nnue/network.h"
#include "trainer-bridge/student.h"

namespace zymurgy::trainer {

// Rounds the weights; a head's outputs become one, their sum. A weight that does not fit is an
// error that names its part: nothing is clipped.
Result<nnue::Network> quantise(const Student& student, const TileSet& tiles,
                               const std::string& training);

}  // namespace zymurgy::trainer
