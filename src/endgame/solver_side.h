// A side's rack in an endgame and all its parts: what may be left of it after plays.
#pragma once

#include <array>
#include <cstdint>

#include "game/tile_counts.h"
#include "game/tile_set.h"

namespace zymurgy {

// Parts are numbered in mixed radix, a digit a letter, so that taking tiles is a subtraction: 0 has
// none, `full` all.
struct SolverSide {
  std::array<std::uint8_t, kLetterCodes> stride{};  // of a tile of each letter in these numbers
  std::array<TileCounts, 128> tiles;
  std::array<std::uint64_t, 128> key{};  // by the tiles alone
  std::array<std::int16_t, 128> points{};
  std::array<std::uint32_t, 128> packed{};  // the tiles, four bits a letter
  int full = 0;

  void assign(const Rack& rack, const TileSet& set);
};

}  // namespace zymurgy
