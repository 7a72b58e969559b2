// How long to think about a move when a clock runs for the whole game.
#pragma once

#include <chrono>

namespace zymurgy {

struct GameClock {
  std::chrono::milliseconds left{0};       // below zero in overtime
  std::chrono::milliseconds increment{0};  // added after each move
  std::chrono::milliseconds overhead{0};   // lost at each move on the way to and from the clock
};

// The time for this move if the player does not see `unseen` tiles: its share of what the clock has
// after setting aside the overhead of all turns to come and a few more, plus most of the increment.
// At least half of the clock stays. Shares are equal, except that late turns get more. 0: play at
// once. Overtime costs points by the minute, so no move is thought over in it.
std::chrono::milliseconds time_for_move(const GameClock& clock, int unseen);

}  // namespace zymurgy
