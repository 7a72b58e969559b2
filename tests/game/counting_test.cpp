#include "game/counting.h"

#include <doctest/doctest.h>

#include "support/tiles.h"

namespace zymurgy {

TEST_CASE("the draws of a pool are counted as they are listed") {
  for (const char* text : {"", "A", "AAB?", "AABBBCDDE", "QQQQQQQQQ", "ABCDEFGHIJ?"})
    for (int count = 0; count <= kRackSize; ++count) {
      const TileCounts pool = test::tiles(text);
      int listed = 0;
      double ways = 0;
      for_each_draw(pool, count, [&](const TileCounts& draw) {
        ++listed;
        ways += ways_to_draw(draw, pool);
        return true;
      });
      CHECK(distinct_draws(pool, count) == listed);
      CHECK(choose(pool.size(), count) == ways);
    }
}

}  // namespace zymurgy
