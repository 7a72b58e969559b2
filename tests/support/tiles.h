#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "game/move.h"
#include "game/tile_set.h"

namespace zymurgy::test {

inline const TileSet& english() { return TileSet::english(); }

// English tiles from text: AEINST?.
inline TileCounts tiles(std::string_view text) { return english().parse_rack(text).value(); }

// English tiles across the middle of an empty board, for no points.
inline Move opening_play(std::string_view word) {
  const std::vector<Tile> laid = english().parse_word(word).value();
  Move play;
  play.kind = MoveKind::kPlay;
  play.row = play.col = kBoardDim / 2;
  play.length = play.tiles_played = static_cast<std::uint8_t>(laid.size());
  std::ranges::copy(laid, play.tiles.begin());
  return play;
}

}  // namespace zymurgy::test
