#include "game/board.h"

namespace zymurgy {

void Board::set(Square square, Tile tile) {
  Tile& place = squares_[square.index()];
  tiles_ = static_cast<std::uint16_t>(tiles_ + (tile != kEmpty) - (place != kEmpty));
  place = tile;
}

void Board::lay(const Move& play) {
  for (int i = 0; i < play.length; ++i)
    if (play.tiles[i] != kEmpty) set(play.square(i), play.tiles[i]);
}

void Board::lift(const Move& play) {
  for (int i = 0; i < play.length; ++i)
    if (play.tiles[i] != kEmpty) set(play.square(i), kEmpty);
}

}  // namespace zymurgy
