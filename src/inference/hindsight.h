// Who played, as the end of a game tells: with the bag empty all tiles that a side had are known,
// and of its racks only the order in which they were drawn is not.
//
// All orders that allow its plays are alike, and are gone through backwards: a rack is what was
// kept the turn before and what was drawn then, and each choice of as many of its tiles may have
// been what was kept. So there are but a few racks that a side can have held late, and not many
// more before; each is weighed by how likely either mind makes its move with it. That is exact
// where Inference, which does not know yet what comes later, has to sample.
#pragma once

#include <optional>
#include <span>

#include "inference/inference.h"
#include "inference/turns.h"

namespace zymurgy {

// What a side's turns make of the doubt at first (InferOptions::doubt), with the bag empty. The
// side is the one that is not on turn `now`; turns before an exchange of it are left out, since the
// tiles that it put back are not known. None if no turn tells, or if it was halted.
std::optional<double> doubt_in_hindsight(const Lexicon& lexicon, const LeaveTable& leaves,
                                         std::span<const SeenTurn> turns, const Position& now,
                                         const InferOptions& options);

}  // namespace zymurgy
