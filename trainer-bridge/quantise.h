// From the trained student to the network that plays, and back.
#pragma once

#include <string>

#include "nnue/network.h"
#include "trainer-bridge/student.h"

namespace zymurgy::trainer {

// Rounds the weights; a head's outputs are summed into one. A weight that does not fit is an error
// that names its part: nothing is clipped.
Result<nnue::Network> quantise(const Student& student, const TileSet& tiles,
                               const std::string& training);

// A student with a network's weights. How a head's output was divided between plies is lost: the
// first ply's output has all of it, the others are 0.
Student restored(const nnue::Network& network, int plies);

}  // namespace zymurgy::trainer
