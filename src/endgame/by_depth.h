// An endgame searched depth by depth, on several threads that share a table; then, if asked for,
// what its best moves are worth.
//
// The position must be fit for it: both racks known, the bag empty, the game not over. Of the
// options `only` and `replies` have no say.
#pragma once

#include <vector>

#include "endgame/endgame.h"
#include "endgame/ground.h"

namespace zymurgy {

// The words in reach of a position, as far as the limits let them be found.
EndgameGround ground_of(const Lexicon& lexicon, const Position& position, const Limits& limits);

// Where the words are not found in time, the best move by static equity is told.
EndgameAnswer search_by_depth(const Lexicon& lexicon, const Position& position,
                              const EndgameOptions& options, const EndgameProgress& progress);

// The same on a ground that has them all, of this position or one before it. The answer's seconds
// count from `begin`.
EndgameAnswer search_by_depth(const EndgameGround& ground, const Position& position,
                              const EndgameOptions& options, const EndgameProgress& progress,
                              Limits::Clock::time_point begin);

// Behind those that are as good.
void insert_by_spread(std::vector<ValuedMove>& best_first, const ValuedMove& one);

}  // namespace zymurgy
