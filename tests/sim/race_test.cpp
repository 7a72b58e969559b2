#include "sim/race.h"

#include <doctest/doctest.h>

using namespace zymurgy;

TEST_CASE("a mean is of the samples, and of an expectation only where there is one") {
  Race race(2);
  CHECK(race.mean_utility(0) == 0);
  for (int deal = 0; deal < 4; ++deal) {
    race.add({600, 400});
    for (const std::size_t play : {0U, 1U}) race.add(play, Sample{});
  }
  CHECK(race.mean_utility(0) == 600);
  CHECK(race.mean_utility(1) == 400);

  race.expect(0, 300);
  race.expect(1, 400);
  CHECK(race.mean_utility(0) == (4 * 600 + Race::kExpectation * 300) / (4 + Race::kExpectation));
  CHECK(race.mean_utility(1) == 400);
}
