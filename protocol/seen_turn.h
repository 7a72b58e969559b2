// Moves in writing, as turns that tell something of the rack of who made them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "inference/turns.h"
#include "protocol/notation.h"

namespace zymurgy {

// Plays a move (see play_move) and returns its turn, or nothing for `rack.TILES`, which is no turn
// and all that may follow the end of the game. Errors quote `written`.
Result<std::optional<SeenTurn>> play_turn(std::string_view written, const MoveText& move,
                                          Position& position);

// `position` is that after the last turn of all. Who played out a known rack there, with an empty
// bag, has ended the game though nothing is known of the other rack: it holds the tiles left.
void see_end(const SeenTurn& last, Position& position);

// Removes what was told of the other rack, from the position and the turns (CGP's `oru`).
void forget_other_rack(Position& position, std::span<SeenTurn> turns);

}  // namespace zymurgy
