// Rack values from the very games that are judged.
//
// Published tables of ARRV define it this way: a rack's worth is the mean equity of the moves
// played from it in these very games, whatever was kept, less the mean of all racks. Most racks
// occur once or twice, so such a value includes what the rack made of its board. It is no measure
// of luck, and the fewer the games, the more often it finds the winner. It serves for comparison
// with figures that others publish (bench/strength.md).
#pragma once

#include <span>

#include "review/watched_game.h"

namespace zymurgy {

// Sets the relative rack values of both seats of the games from the racks that they hold.
void value_by_own_racks(std::span<WatchedGame> games);

}  // namespace zymurgy
