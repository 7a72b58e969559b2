// Values given moves of an endgame.
#pragma once

#include "endgame/endgame.h"

namespace zymurgy {

// Each move is judged by the endgame after it in its share of the time, and again in time that
// others left. At least the highest-scoring move is judged. The position must be fit for
// by_depth.h, and `options.only` must not be empty.
EndgameAnswer judge_given_moves(const Lexicon& lexicon, const Position& position,
                                const EndgameOptions& options, const EndgameProgress& progress);

}  // namespace zymurgy
