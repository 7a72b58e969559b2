// Moves in writing, as turns that tell something of the rack of who made them.
#pragma once

#include <optional>

#include "inference/turns.h"
#include "protocol/notation.h"

namespace zymurgy {

// Plays a move (see play_move). Nothing for what is no turn: a rack that is told.
Result<std::optional<SeenTurn>> play_turn(const MoveText& move, Position& position);

}  // namespace zymurgy
