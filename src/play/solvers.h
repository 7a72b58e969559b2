// The move in a position that a solver takes (play/phase.h).
#pragma once

#include <optional>

#include "game/limits.h"
#include "game/position.h"
#include "lexicon/leave_table.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

// `position` is as the player on turn sees it. Without a deadline the amount of work is fixed.
// `doubt` is about who the other side is, for its endgame play (endgame_doubt). Nothing if no
// solver takes the position, or if the wins of a pre-endgame's first move are not proved in its
// share of the time.
std::optional<Move> solve(const Lexicon& lexicon, const LeaveTable& leaves,
                          const Position& position, std::optional<double> doubt,
                          const Limits& limits);

}  // namespace zymurgy
