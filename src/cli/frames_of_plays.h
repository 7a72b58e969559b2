// Frames of the best plays of positions that arrive one by one, for an engine that plays by a
// teacher (trainer-bridge/teacher/player.py).
#pragma once

#include <istream>

#include "cli/tables.h"
#include "trainer-bridge/frame_stream.h"

namespace zymurgy {

// Takes from each line of `in` a position, written as for the protocol's command `position`, and
// gives `take` the frames of its best plays by static equity, at most `most`.
Result<trainer::FrameCounts> give_best_plays(std::istream& in, int most, const Tables& tables,
                                             const trainer::FramePainter& painter,
                                             const trainer::FrameSink& take);

}  // namespace zymurgy
