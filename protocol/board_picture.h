// The board as text for people, one string per line: coordinates, tiles, premium squares.
//
// Without colours, premiums are shown as in layout files (game/layout.h), the start square as *.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "game/position.h"

namespace zymurgy {

struct BoardStyle {
  bool colours = false;        // ANSI escapes for premium squares and tiles
  const Move* last = nullptr;  // a play on the board, set off from the other tiles (in colour)
  std::function<std::string(Square)> empty{};  // what an empty square shows, if not its premium
};

std::vector<std::string> board_picture(const Position& position, const BoardStyle& style = {});

}  // namespace zymurgy
