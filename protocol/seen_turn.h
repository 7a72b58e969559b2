// Written moves as turns, which tell something of the mover's rack.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "inference/turns.h"
#include "protocol/notation.h"

namespace zymurgy {

// Plays a move (see play_move) and returns its turn, or nothing for `rack.TILES`, which is not a
// turn. After the end of the game only `rack.TILES` is allowed. Errors quote `written`.
Result<std::optional<SeenTurn>> play_turn(std::string_view written, const MoveText& move,
                                          Position& position);

// `position` is the one after the last turn of all. If that turn played out a known rack with an
// empty bag, the game is over even if the other rack is unknown, which then holds the tiles left.
void infer_final_rack(const SeenTurn& last, Position& position);

// Removes what is known of the other rack from the position and the turns (CGP's `oru`).
void forget_other_rack(Position& position, std::span<SeenTurn> turns);

}  // namespace zymurgy
