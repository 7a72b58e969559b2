// Moves of an endgame that are given, each told with its value.
#pragma once

#include "endgame/endgame.h"

namespace zymurgy {

// Each is judged by the endgame after it in its share of the time, and again in time that others
// left. At least one is judged, that of the highest score. The position must be fit for by_depth.h,
// `options.only` hold a move.
EndgameAnswer judge_given_moves(const Lexicon& lexicon, const Position& position,
                                const EndgameOptions& options, const EndgameProgress& progress);

}  // namespace zymurgy
