// Racks valued by the games that are judged.
//
// As published tables of ARRV have it: a rack is worth the mean equity of what was played from it
// in these very games, whatever was kept, less that of all racks. Most racks are met once or twice,
// so such a value knows what the rack made of its board. It is no measure of luck, and finds the
// winner the oftener the fewer the games; it serves to compare with what others tell
// (bench/strength.md).
#pragma once

#include <span>

#include "review/watched_game.h"

namespace zymurgy {

// Sets the relative rack values of both seats of the games from the racks that they hold.
void value_by_own_racks(std::span<WatchedGame> games);

}  // namespace zymurgy
