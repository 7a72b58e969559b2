// What a game comes to that ends by scoreless turns.
#pragma once

#include "game/position.h"

namespace zymurgy {

struct EndOfTurns {
  Equity spread;  // of the side on turn at the end, in the mean
  double win;     // its chance, a tie being half of one
};

// After a legal move that ends the game so (Position::runs_out_of_turns). What is not known of the
// two racks is drawn from the tiles unseen; the chance is that of a normal spread.
EndOfTurns end_of_turns(const Position& before, const Move& move);

}  // namespace zymurgy
