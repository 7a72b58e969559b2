// A game as one sees it at the table: the board, and beside it scores, racks and the last moves.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "game/position.h"

namespace zymurgy {

bool on_terminal();  // whether stdout is a terminal

struct TableView {
  std::array<std::string, 2> names;
  std::optional<int> hidden;  // a player whose rack is not shown while the bag has tiles
  std::string footer;

  // To be called for each move before it is made.
  void note(const Position& before, const Move& move);
  // On a terminal in colour and in place of the last picture, otherwise as plain lines.
  void draw(const Position& position) const;

 private:
  int name_width() const;
  std::vector<std::string> panel(const Position& position) const;

  std::vector<std::vector<std::string>> moves_;  // number, name, rack, move, score, total
  Move last_;
};

}  // namespace zymurgy
