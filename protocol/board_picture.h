// The board for people, one string a line: coordinates, tiles, premium squares.
//
// Without colours premiums are the characters of layout files (game/layout.h), the start square *.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "game/position.h"

namespace zymurgy {

struct BoardStyle {
  bool colours = false;        // ANSI escapes for premium squares and tiles
  const Move* last = nullptr;  // a play that lies there, set off from the other tiles (in colour)
  std::function<std::string(Square)> empty{};  // what an empty square shows, if not its premium
};

std::vector<std::string> board_picture(const Position& position, const BoardStyle& style = {});

}  // namespace zymurgy
