// The result of a game that ends by scoreless turns.
#pragma once

#include "game/position.h"

namespace zymurgy {

struct EndOfTurns {
  Equity spread;  // expected at the end, for the side that moves
  double win;     // its win probability; a tie is half a win
};

// The result after a legal move that ends the game this way (Position::runs_out_of_turns). Unknown
// tiles of both racks are drawn from the unseen ones; `win` assumes a normal spread.
EndOfTurns end_of_turns(const Position& before, const Move& move);

}  // namespace zymurgy
