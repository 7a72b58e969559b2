// A side's rack in an endgame and all its subsets: what may be left of it after plays.
#pragma once

#include <array>
#include <cstdint>

#include "game/tile_counts.h"
#include "game/tile_set.h"

namespace zymurgy {

// Subsets are numbered in mixed radix, a digit per letter, so that removing tiles is a subtraction:
// 0 is empty, `full` the whole rack.
struct SolverSide {
  std::array<std::uint8_t, kLetterCodes> stride{};  // what a tile of each letter adds to the number
  std::array<TileCounts, 128> tiles;
  std::array<std::uint64_t, 128> key{};  // by the tiles alone
  std::array<std::int16_t, 128> points{};
  std::array<std::uint32_t, 128> packed{};  // the tiles, four bits a letter
  int full = 0;

  void assign(const Rack& rack, const TileSet& set);
};

}  // namespace zymurgy
