// Moves in writing, as turns that tell something of the rack of who made them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "inference/turns.h"
#include "protocol/notation.h"

namespace zymurgy {

// Plays a move (see play_move), which as it was written errors quote; none but racks are told of a
// game that is over. Nothing for what is no turn: a rack.
Result<std::optional<SeenTurn>> play_turn(std::string_view written, const MoveText& move,
                                          Position& position);

// As the side on turn sees it who knows nothing of the other rack (CGP's `oru`), whatever was told.
void forget_other_rack(Position& position, std::span<SeenTurn> turns);

}  // namespace zymurgy
