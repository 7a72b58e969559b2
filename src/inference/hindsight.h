// Judges in hindsight which of the two player models made a side's moves: with the bag empty, all
// tiles that the side had are known, but not the order in which it drew them.
//
// All orders that allow its plays are equally likely, except that tiles put back by the observer
// were drawn later. The orders are traced backwards: a rack consists of the previous turn's leave
// and the tiles drawn then, and any of its subsets of that size may have been the leave. So there
// are few racks that a side can have held late in the game, and not many more before. Each is
// weighted by how likely either player model is to make the move with it. This is exact where
// Inference, which does not know later turns, has to sample.
#pragma once

#include <optional>
#include <span>

#include "inference/inference.h"
#include "inference/turns.h"

namespace zymurgy {

// The doubt (initially InferOptions::doubt) after all turns of the side that is not on turn in
// `now`, with the bag empty. Its last exchange and the turns before that are left out, since the
// tiles that it put back are not known. Nothing if no turn `tells` anything, or if a limit was
// reached.
std::optional<double> doubt_in_hindsight(const Lexicon& lexicon, const LeaveTable& leaves,
                                         std::span<const SeenTurn> turns, const Position& now,
                                         const InferOptions& options);

}  // namespace zymurgy
