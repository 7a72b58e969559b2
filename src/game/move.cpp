#include "game/move.h"

#include <tuple>

namespace zymurgy {

Move Move::exchange(const TileCounts& tiles) {
  Move move;
  move.kind = MoveKind::kExchange;
  tiles.for_each_tile([&](Letter letter) { move.tiles[move.length++] = letter; });
  move.tiles_played = move.length;
  return move;
}

Move Move::as_seen() const {
  if (kind != MoveKind::kExchange) return *this;
  Move seen;
  seen.kind = kind;
  seen.tiles_played = tiles_played;
  return seen;
}

TileCounts Move::used() const {
  TileCounts used;
  if (kind == MoveKind::kExchange) {
    for (int i = 0; i < length; ++i) used.add(tiles[i]);
  } else if (kind == MoveKind::kPlay) {
    for (int i = 0; i < length; ++i)
      if (tiles[i] != kEmpty) used.add(source_of(tiles[i]));
  }
  return used;
}

bool Move::before(const Move& a, const Move& b) {
  // At equal scores plays come first, then the pass, then exchanges; a natural tile before a blank.
  const auto key = [](const Move& m) {
    return std::tuple(-m.score, m.kind, m.row, m.col, m.direction, m.tiles_played, m.length);
  };
  const auto ka = key(a), kb = key(b);
  return ka != kb ? ka < kb : a.tiles < b.tiles;
}

}  // namespace zymurgy
