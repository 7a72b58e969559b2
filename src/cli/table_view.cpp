#include "cli/table_view.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <utility>

#include "cli/output.h"
#include "game/text.h"
#include "protocol/board_picture.h"
#include "protocol/notation.h"

namespace zymurgy {

bool on_terminal() { return isatty(STDOUT_FILENO) != 0; }

void TableView::note(const Position& before, const Move& move) {
  const int player = before.on_turn();
  const bool shown = hidden != player || before.bag_size() == 0;
  const std::string text = display_text(shown ? move : move.as_seen(), before);
  moves_.push_back({std::to_string(moves_.size() + 1), names[player],
                    shown ? before.tiles().rack_text(before.rack()) : "", text,
                    with_sign(move.score), std::to_string(before.score(player) + move.score)});
  last_ = move;
}

int TableView::name_width() const {
  return static_cast<int>(std::max({std::size_t{8}, names[0].size(), names[1].size()}));
}

std::vector<std::string> TableView::panel(const Position& position) const {
  std::vector<std::string> lines{""};
  for (int player = 0; player < 2; ++player) {
    const bool shown = hidden != player || position.bag_size() == 0 || position.over();
    const bool mover = position.on_turn() == player && !position.over();
    lines.push_back((mover ? "> " : "  ") + padded(names[player], name_width() + 2) +
                    padded(std::to_string(position.score(player)), 6) +
                    (shown ? position.tiles().rack_text(position.rack(player)) : ""));
  }
  lines.push_back("  " + std::to_string(position.bag_size()) + " in the bag, " + footer);
  lines.emplace_back();
  const std::size_t room = static_cast<std::size_t>(kBoardDim) + 1 - lines.size();
  const auto first = moves_.end() - static_cast<std::ptrdiff_t>(std::min(moves_.size(), room));
  for (std::string& line : in_columns({first, moves_.end()}, "rlllrr"))
    lines.push_back(std::move(line));
  return lines;
}

void TableView::draw(const Position& position) const {
  const bool colours = on_terminal();
  const auto board = board_picture(position, {.colours = colours, .last = &last_});
  const auto beside = panel(position);
  if (colours) std::fputs("\x1b[H\x1b[2J", stdout);  // home, and clear the screen
  for (std::size_t i = 0; i < board.size(); ++i)
    std::printf("%s  %s\n", board[i].c_str(), i < beside.size() ? beside[i].c_str() : "");
  std::puts("");
  std::fflush(stdout);
}

}  // namespace zymurgy
