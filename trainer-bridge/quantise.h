// From the trained student to the network that plays, and back.
#pragma once

#include "nnue/network.h"
#include "trainer-bridge/student.h"

namespace zymurgy::trainer {

// Rounds the weights; a head's outputs become one, their sum. A weight that does not fit is an
// error that names its part: nothing is clipped.
Result<nnue::Network> quantise(const Student& student, const TileSet& tiles,
                               const std::string& training);

// A student of a network's weights. How a word was shared out between plies is lost: it is all the
// first one's, and those after it say nothing.
Student restored(const nnue::Network& network, int plies);

}  // namespace zymurgy::trainer
