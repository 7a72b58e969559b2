#include "preendgame/deal.h"

#include <algorithm>

#include "game/counting.h"

namespace zymurgy {

std::vector<Draw> draws_of(const TileCounts& pool, int count) {
  std::vector<Draw> draws;
  for_each_draw(pool, count, [&](const TileCounts& tiles) {
    const auto ways = static_cast<std::int64_t>(ways_to_draw(tiles, pool));
    draws.push_back({tiles, factorial(count) * ways});
    return true;
  });
  std::reverse(draws.begin(), draws.end());  // few blanks first
  return draws;
}

}  // namespace zymurgy
