// The move of a player whose position a solver takes (play/phase.h).
#pragma once

#include <optional>

#include "game/limits.h"
#include "game/position.h"
#include "lexicon/leave_table.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

// As the player on turn sees the position; without a deadline with a fixed amount of work.
// `doubt`: about who the other side is, for its endgames (endgame_doubt). Nothing if the position
// is for no solver, or if what the first move of a pre-endgame wins is not proved in its share of
// the time.
std::optional<Move> solve(const Lexicon& lexicon, const LeaveTable& leaves,
                          const Position& position, std::optional<double> doubt,
                          const Limits& limits);

}  // namespace zymurgy
