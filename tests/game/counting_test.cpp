#include "game/counting.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "support/tiles.h"

namespace zymurgy {

TEST_CASE("the draws of a pool are counted as they are listed") {
  for (const char* text : {"", "A", "AAB?", "AABBBCDDE", "QQQQQQQQQ", "ABCDEFGHIJ?"})
    for (int count = 0; count <= kRackSize; ++count) {
      const TileCounts pool = test::tiles(text);
      int listed = 0;
      double ways = 0, ways_with = 0;
      const TileCounts least = test::tiles("AB");
      for_each_draw(pool, count, [&](const TileCounts& draw) {
        ++listed;
        ways += ways_to_draw(draw, pool);
        if (draw.includes(least)) ways_with += ways_to_draw(draw, pool);
        return true;
      });
      CHECK(ways_to_include(least, pool, count) == ways_with);
      CHECK(ways_to_include({}, pool, count) == ways);
      CHECK(distinct_draws(pool, count) == listed);
      CHECK(choose(pool.size(), count) == ways);
    }
}

TEST_CASE("every part of some tiles is made once, of a part that came before it") {
  for (const char* text : {"", "A", "AAB?", "AABBBCC"}) {
    const TileCounts whole = test::tiles(text);
    std::vector<TileCounts> parts(1);
    const int count = for_each_part(whole, [&](int part, int with, Letter letter) {
      REQUIRE(with == static_cast<int>(parts.size()));
      parts.push_back(parts[static_cast<std::size_t>(part)]);
      parts.back().add(letter);
    });
    REQUIRE(count == static_cast<int>(parts.size()));
    CHECK(parts.back() == whole);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      CHECK(whole.includes(parts[i]));
      CHECK(std::count(parts.begin(), parts.end(), parts[i]) == 1);
    }
  }
}

}  // namespace zymurgy
