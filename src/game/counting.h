// In how many ways tiles are drawn.
#pragma once

#include "game/tile_counts.h"

namespace zymurgy {

// C(n, k), exact below 2^53; 0 where k is not within 0 to n.
double choose(int n, int k);

// The ways to draw these tiles from a pool, equal ones told apart.
double ways_to_draw(const TileCounts& tiles, const TileCounts& pool);

}  // namespace zymurgy
