// Which mind made a side's moves, judged in hindsight: with the bag empty all tiles that the side
// had are known, but not the order in which it drew them.
//
// All orders that allow its plays are equally likely, except that what the observer put back was
// drawn later. They are gone through backwards: a rack is the leave of the turn before and what was
// drawn then, and any of its subsets of that size may have been the leave. So there are few racks
// that a side can have held late, and not many more before; each is weighted by how likely either
// mind makes the move with it. That is exact where Inference, which does not know what comes later,
// has to sample.
#pragma once

#include <optional>
#include <span>

#include "inference/inference.h"
#include "inference/turns.h"

namespace zymurgy {

// The doubt (first InferOptions::doubt) after all turns of the side that is not on turn in `now`,
// with the bag empty. Its last exchange and the turns before it are left out, since the tiles that
// it put back are not known. None if no turn tells, or if it was halted.
std::optional<double> doubt_in_hindsight(const Lexicon& lexicon, const LeaveTable& leaves,
                                         std::span<const SeenTurn> turns, const Position& now,
                                         const InferOptions& options);

}  // namespace zymurgy
