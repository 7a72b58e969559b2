// The turns of a game as one of its players saw them.
#pragma once

#include <cstddef>
#include <span>

#include "game/position.h"

namespace zymurgy {

// A turn as far as it is known: `before` holds what is known of the mover's rack.
struct SeenTurn {
  Position before;
  Move move;
  bool stands = true;  // it was not challenged off
  bool operator==(const SeenTurn&) const = default;

  // Whether the turn says anything about the mover's rack. A pass where an exchange is allowed
  // means a lost challenge or lost time.
  bool is_informative() const {
    return stands && (move.kind != MoveKind::kPass || before.most_exchanged() == 0);
  }
  // What is known of the mover's rack once the move is seen, including the tiles that it laid.
  TileCounts shown() const {
    TileCounts tiles = before.rack();
    tiles.include(move.used());
    return tiles;
  }
};

// What the side on turn in `now` held when turn `i` was played: known from the next turn, if at
// all.
inline const Rack& own_rack(std::span<const SeenTurn> turns, std::size_t i, const Position& now) {
  return (i + 1 < turns.size() ? turns[i + 1].before : now).rack(now.on_turn());
}

}  // namespace zymurgy
