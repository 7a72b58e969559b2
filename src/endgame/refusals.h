// What the solvers of endgames and pre-endgames refuse alike.
#pragma once

#include "game/position.h"

namespace zymurgy {

inline constexpr const char* kNoSuchTiles =
    "the racks hold tiles that the board and the tile set do not leave";
inline constexpr const char* kRackTooBig = "a rack holds more than seven tiles";
inline constexpr const char* kGameOver = "the game is over: too many scoreless turns";

inline bool tiles_exist(const Position& position) {
  return position.tiles().counts().includes(position.in_sight());
}

}  // namespace zymurgy
