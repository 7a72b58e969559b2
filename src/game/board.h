// The tiles on the board.
//
// Rows and columns count from 0, rows downwards; a square's index is row * kBoardDim + col. kEmpty
// is a square without a tile. Nothing is checked here: plays come from the generator, or from
// readers that have checked them.
#pragma once

#include <array>
#include <cstdint>

#include "game/layout.h"
#include "game/move.h"

namespace zymurgy {

class Board {
 public:
  Tile at(int row, int col) const { return squares_[row * kBoardDim + col]; }
  Tile at(Square square) const { return squares_[square.index()]; }
  Tile at(int index) const { return squares_[index]; }
  bool empty() const { return tiles_ == 0; }
  int tiles() const { return tiles_; }

  void set(Square square, Tile tile);
  // Lays the tiles of a play, whose squares must be free; `lift` removes the same play again.
  void lay(const Move& play);
  void lift(const Move& play);

  static constexpr bool inside(int row, int col) {
    return row >= 0 && row < kBoardDim && col >= 0 && col < kBoardDim;
  }
  bool operator==(const Board&) const = default;

 private:
  std::array<Tile, kSquares> squares_{};
  std::uint16_t tiles_ = 0;
};

}  // namespace zymurgy
