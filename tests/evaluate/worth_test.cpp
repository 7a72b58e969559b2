#include "evaluate/worth.h"

#include <doctest/doctest.h>

using namespace zymurgy;

TEST_CASE("the narrower a loss by static equity, the likelier it is turned; no win is lost") {
  for (int spread = -600; spread < 600; ++spread) {
    const double chance = chance_beyond_static(spread);
    CHECK(chance <= chance_beyond_static(spread + 1));
    CHECK(chance > share_won(spread) - 1e-12);
  }
  CHECK(chance_beyond_static(1) == 1);
  CHECK(chance_beyond_static(-1) < 0.5);
  CHECK(chance_beyond_static(-100) < 0.01);
}
