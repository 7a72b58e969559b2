// How long to think about a move when a clock runs for the whole game.
#pragma once

#include <chrono>

namespace zymurgy {

struct GameClock {
  std::chrono::milliseconds left{0};       // below zero in overtime
  std::chrono::milliseconds increment{0};  // added after each move
  std::chrono::milliseconds overhead{0};   // lost at each move on the way to and from the clock
};

// The time for this move of a player who does not see `unseen` tiles: its share of what the clock
// has once the overhead of all turns to come and a few more is set aside, and most of the
// increment; half of the clock stays at least. Shares are equal but for late turns, which get more.
// 0: play at once. Overtime costs points by the minute, so nothing is ever thought over in it.
std::chrono::milliseconds time_for_move(const GameClock& clock, int unseen);

}  // namespace zymurgy
