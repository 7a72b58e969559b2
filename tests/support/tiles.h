#pragma once

#include "game/tile_set.h"

namespace zymurgy::test {

// English tiles as they are written: AEINST?.
inline TileCounts tiles(std::string_view text) {
  return TileSet::english().parse_rack(text).value();
}

}  // namespace zymurgy::test
