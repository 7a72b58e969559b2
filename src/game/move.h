// A move: a play on the board, an exchange, or a pass.
#pragma once

#include <array>
#include <cstdint>

#include "game/layout.h"
#include "game/tile_counts.h"

namespace zymurgy {

enum class Direction : std::uint8_t { kHorizontal, kVertical };
constexpr Direction across(Direction d) {
  return d == Direction::kHorizontal ? Direction::kVertical : Direction::kHorizontal;
}

// Rows and columns as lanes: rows are the horizontal lanes, columns the vertical ones. Places along
// a lane are counted from its beginning.
constexpr int lane_through(Square square, Direction d) {
  return d == Direction::kHorizontal ? square.row : square.col;
}
constexpr int place_along(Square square, Direction d) { return lane_through(square, across(d)); }
constexpr Square square_at(Direction d, int lane, int place) {
  const auto l = static_cast<std::uint8_t>(lane), p = static_cast<std::uint8_t>(place);
  return d == Direction::kHorizontal ? Square{l, p} : Square{p, l};
}

enum class MoveKind : std::uint8_t { kPlay, kPass, kExchange };

struct Move {
  MoveKind kind = MoveKind::kPass;
  Direction direction = Direction::kHorizontal;
  std::uint8_t row = 0, col = 0;  // of the first letter of the main word
  std::uint8_t length = 0;        // squares of the main word; tiles of an exchange
  std::uint8_t tiles_played = 0;  // tiles that leave the rack
  std::int16_t score = 0;         // points
  // kPlay: the tiles laid, kEmpty where the word runs through a tile that lies there already.
  // kExchange: the letters put back, ascending, 0 the blank.
  std::array<Tile, kBoardDim> tiles{};

  static Move pass() { return {}; }
  static Move exchange(const TileCounts& tiles);

  bool is_play() const { return kind == MoveKind::kPlay; }
  bool is_bingo() const { return is_play() && tiles_played == kRackSize; }
  // An exchange may be known only by its number of tiles: its length is then 0.
  bool tiles_known() const { return is_play() || length == tiles_played; }
  // The move as the other side sees it: for an exchange only the number of tiles.
  Move as_seen() const;
  Square square(int i) const { return square_at(direction, lane(), first_place() + i); }
  int lane() const { return lane_through({row, col}, direction); }  // of the main word
  int first_place() const { return place_along({row, col}, direction); }
  // The tiles that leave the rack.
  TileCounts used() const;
  // Of these, the tiles that go back into the bag after the draw.
  TileCounts put_back() const { return kind == MoveKind::kExchange ? used() : TileCounts(); }

  bool operator==(const Move&) const = default;
  // Breaks ties between moves of equal equity, so that a result never depends on the order of
  // generation. Any fixed order would do; higher scores come first.
  static bool before(const Move& a, const Move& b);
};

}  // namespace zymurgy
