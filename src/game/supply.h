// Whether tiles can be where they are said to be, given that a set holds only so many of each.
#pragma once

#include "game/position.h"

namespace zymurgy {

// The tiles on the board and on both racks exist; the error names the first that does not.
Result<void> check_supply(const Position& position);

// The player on turn can hold these tiles: they are on the known part of the rack, or the rest of
// the rack has room for them and they are yet to be seen.
Result<void> check_holds(const Position& position, const TileCounts& tiles);

// With an empty bag no tile is missing: what the player on turn does not see fits the other rack.
// An endgame that lacks tiles would be another one; the error says how many there are.
Result<void> check_none_missing(const Position& position);

// The bag is empty, and what the player on turn does not see is the other rack.
bool every_tile_is_known(const Position& position);

// Whether the rack on turn is known, but only in part.
bool has_part_of_a_rack(const Position& position);

// Position::over, as far as can be told when racks may be unknown: an unknown rack is not an empty
// one unless every tile is accounted for.
bool is_over(const Position& position);

}  // namespace zymurgy
