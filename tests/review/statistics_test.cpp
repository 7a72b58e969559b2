#include "review/statistics.h"

#include <doctest/doctest.h>

#include "game/random.h"

using namespace zymurgy;

TEST_CASE("intervals of rates and means are the known ones") {
  Rate rate{.wins = 40, .games = 100};
  CHECK(rate.interval().low == doctest::Approx(0.3094).epsilon(1e-3));  // Wilson's
  CHECK(rate.interval().high == doctest::Approx(0.4980).epsilon(1e-3));
  CHECK(Rate{}.interval().high == 1);
  Mean mean;
  for (const double value : {1, 2, 3, 4}) mean.add(value);
  CHECK(mean.sd() == doctest::Approx(1.2910).epsilon(1e-4));
  CHECK(mean.interval().high - mean.mean() == doctest::Approx(1.96 * 1.2910 / 2).epsilon(1e-3));
}

TEST_CASE("a line through grouped points: its interval tells 95 % of the time") {
  Random random(1);
  const auto noise = [&] { return random.unit() + random.unit() + random.unit() - 1.5; };
  int slope_held = 0, mean_held = 0;
  constexpr int kRuns = 400;
  for (int run = 0; run < kRuns; ++run) {
    GroupedLine line;
    for (int group = 0; group < 60; ++group) {
      const double together = noise(), x = random.unit();
      for (int i = 0; i < 8; ++i) line.add(x + noise() / 10, 2 + 3 * x + together + noise() / 10);
      line.end_group();
    }
    const Interval slope = line.slope(), mean = line.mean();
    slope_held += slope.low < 3 && 3 < slope.high;
    mean_held += mean.low < 3.5 && 3.5 < mean.high;
  }
  // The points' own noise in x draws the slope down a little.
  CHECK(slope_held > 0.85 * kRuns);
  CHECK(mean_held > 0.9 * kRuns);
  CHECK(mean_held < 0.99 * kRuns);

  GroupedLine exact;
  for (int x = 0; x < 5; ++x) exact.add(x, 7 - 2 * x);
  exact.end_group();
  CHECK(exact.slope().value == doctest::Approx(-2));
  CHECK(exact.intercept().value == doctest::Approx(7));
  CHECK(GroupedLine().slope().value == 0);
}
