#pragma once

#include "game/tile_set.h"

namespace zymurgy::test {

inline const TileSet& english() { return TileSet::english(); }

// English tiles as they are written: AEINST?.
inline TileCounts tiles(std::string_view text) { return english().parse_rack(text).value(); }

}  // namespace zymurgy::test
