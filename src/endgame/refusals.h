// Errors common to the endgame and pre-endgame solvers.
#pragma once

namespace zymurgy {

inline constexpr const char* kRackTooBig = "a rack holds more than seven tiles";
inline constexpr const char* kGameOver = "the game is over: too many scoreless turns";

}  // namespace zymurgy
