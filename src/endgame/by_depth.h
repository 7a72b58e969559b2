// Searches an endgame by iterative deepening, on several threads that share a table; then, if asked
// for, values its best moves.
//
// The position must be an endgame: both racks known, the bag empty, the game not over. The options
// `only` and `replies` are ignored.
#pragma once

#include <vector>

#include "endgame/context.h"
#include "endgame/endgame.h"

namespace zymurgy {

// The context of a position. It lacks words if a limit was reached first.
EndgameContext context_of(const Lexicon& lexicon, const Position& position, const Limits& limits);

// If the words are not found in time, answers with the best move by static equity.
EndgameAnswer search_by_depth(const Lexicon& lexicon, const Position& position,
                              const EndgameOptions& options, const EndgameProgress& progress);

// The same on a complete context, of this position or an earlier one. The answer's seconds count
// from `begin`.
EndgameAnswer search_by_depth(const EndgameContext& context, const Position& position,
                              const EndgameOptions& options, const EndgameProgress& progress,
                              Limits::Clock::time_point begin);

// Inserts behind moves that are as good.
void insert_by_spread(std::vector<ValuedMove>& best_first, const ValuedMove& one);

}  // namespace zymurgy
