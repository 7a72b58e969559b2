// Frames of the best plays of positions that are named as they come: what an engine that plays by a
// teacher asks for (trainer-bridge/teacher/player.py).
#pragma once

#include <istream>

#include "cli/tables.h"
#include "trainer-bridge/assembler.h"

namespace zymurgy {

// For each line of `in`, which names a position as the protocol's command `position` does, the
// group of its best plays by static equity, `most` at most.
Result<void> give_best_plays(std::istream& in, int most, const Tables& tables,
                             const trainer::FramePainter& painter, const trainer::TakeFrame& take,
                             trainer::AssemblerCounts& counts);

}  // namespace zymurgy
