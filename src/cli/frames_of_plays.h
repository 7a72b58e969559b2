// Frames of the best plays of positions that are named as they come: what an engine that plays by a
// teacher asks for (trainer-bridge/teacher/player.py).
#pragma once

#include <istream>

#include "cli/tables.h"
#include "trainer-bridge/frame_stream.h"

namespace zymurgy {

// For each line of `in`, which names a position as the protocol's command `position` does, the
// group of its best plays by static equity, `most` at most.
Result<trainer::FrameCounts> give_best_plays(std::istream& in, int most, const Tables& tables,
                                             const trainer::FramePainter& painter,
                                             const trainer::TakeFrame& take);

}  // namespace zymurgy
