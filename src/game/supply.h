// Checks that a position's tiles are possible, given that a set has only so many of each letter.
#pragma once

#include "game/position.h"

namespace zymurgy {

// Checks that the set has the tiles on the board and on both racks; the error names the first
// letter with too many.
Result<void> check_supply(const Position& position);

// Checks that the player on turn can hold `tiles`: they are on the known part of the rack, or they
// are unseen and the rest of the rack has room for them.
Result<void> check_holds(const Position& position, const TileCounts& tiles);

// Checks that with an empty bag no tile is missing: the tiles that the player on turn does not see
// fit on the other rack. Without the missing tiles it would be another endgame; the error says how
// many there are.
Result<void> check_none_missing(const Position& position);

// Whether the bag is empty and the tiles that the player on turn does not see are the other rack.
bool has_perfect_information(const Position& position);

// Whether the rack on turn is known, but only in part.
bool rack_partly_known(const Position& position);

// Position::over for racks that may be unknown: a rack without known tiles counts as empty only if
// every tile is accounted for.
bool is_over(const Position& position);

}  // namespace zymurgy
