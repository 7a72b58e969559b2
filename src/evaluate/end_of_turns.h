// What a game comes to that ends by scoreless turns.
#pragma once

#include "game/position.h"

namespace zymurgy {

// The final spread of the side on turn after a legal move that ends the game so
// (Position::runs_out_of_turns); tiles that are not known count as the mean of those unseen.
Equity spread_out_of_turns(const Position& before, const Move& move);

}  // namespace zymurgy
