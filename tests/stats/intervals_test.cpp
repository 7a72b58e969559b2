#include "stats/intervals.h"

#include <doctest/doctest.h>

#include "game/random.h"

using namespace zymurgy;

TEST_CASE("intervals of rates and means are the known ones") {
  Rate rate;
  for (int game = 0; game < 100; ++game) rate.add(game < 40 ? 1 : 0, game);
  CHECK(rate.interval().low == doctest::Approx(0.3094).epsilon(1e-3));  // Wilson's
  CHECK(rate.interval().high == doctest::Approx(0.4980).epsilon(1e-3));
  Mean mean;
  for (const double value : {1, 2, 3, 4}) mean.add(value);
  CHECK(mean.sd() == doctest::Approx(1.2910).epsilon(1e-4));
  // Student's, of three degrees of freedom.
  CHECK(mean.interval().high - mean.mean() == doctest::Approx(3.182 * 1.2910 / 2).epsilon(2e-3));
  Mean of_three;
  for (const double value : {1, 2, 3}) of_three.add(value);
  CHECK(of_three.interval().high - 2 == doctest::Approx(4.303 / std::sqrt(3)).epsilon(1e-2));
}

TEST_CASE("a line through grouped points: its interval tells 95 % of the time") {
  Random random(1);
  const auto noise = [&] { return random.unit() + random.unit() + random.unit() - 1.5; };
  int slope_held = 0, mean_held = 0;
  constexpr int kRuns = 400;
  for (int run = 0; run < kRuns; ++run) {
    GroupedLine line;
    Mean mean_of_y;
    for (int group = 0; group < 60; ++group) {
      const double together = noise(), x = random.unit();
      for (int i = 0; i < 8; ++i) {
        const double y = 2 + 3 * x + together + noise() / 10;
        line.add(x + noise() / 10, y, group);
        mean_of_y.add(y, group);
      }
    }
    const Interval slope = line.slope(), mean = mean_of_y.interval();
    slope_held += slope.low < 3 && 3 < slope.high;
    mean_held += mean.low < 3.5 && 3.5 < mean.high;
  }
  // The points' own noise in x draws the slope down a little.
  CHECK(slope_held > 0.85 * kRuns);
  CHECK(mean_held > 0.9 * kRuns);
  CHECK(mean_held < 0.99 * kRuns);

  GroupedLine exact;
  for (int x = 0; x < 5; ++x) exact.add(x, 7 - 2 * x, 0);
  CHECK(exact.slope().value == doctest::Approx(-2));
  CHECK(exact.intercept().value == doctest::Approx(7));
}

TEST_CASE("a line's interval is the sandwich of its residuals") {
  GroupedLine line;
  const double ys[] = {0, 1, 2, 5};  // off the line 1.6 x - 0.4 by 0.4, -0.2, -0.8, 0.6
  for (int x = 0; x < 4; ++x) line.add(x, ys[x], x);
  // Student's, of two degrees of freedom.
  CHECK(line.slope().value == doctest::Approx(1.6));
  CHECK(line.slope().high - 1.6 == doctest::Approx(4.303 * std::sqrt(0.0536 * 2)).epsilon(1e-2));
  CHECK(line.intercept().value == doctest::Approx(-0.4));
  CHECK(line.intercept().high + 0.4 ==
        doctest::Approx(4.303 * std::sqrt(0.1056 * 2)).epsilon(1e-2));
}

TEST_CASE("too few groups to differ give no bounds, and what has no estimate none at all") {
  CHECK_FALSE(Rate().interval().known());
  CHECK_FALSE(Mean().interval().known());
  CHECK_FALSE(GroupedLine().slope().known());
  Rate rate;
  Mean mean;
  GroupedLine line;
  for (const double value : {1, 0, 1, 1}) {  // one pair of games, the seats of each
    rate.add(value, 7);
    mean.add(value, 7);
    line.add(value, 2 * value, 7);
  }
  for (const Interval& it : {rate.interval(), mean.interval(), line.slope()}) {
    CHECK(it.known());
    CHECK_FALSE(it.bounded());
  }
  CHECK(rate.interval().value == 0.75);
  rate.add(1, 8);
  mean.add(1, 8);
  CHECK(rate.interval().bounded());
  CHECK_FALSE(mean.interval().bounded());
  mean.add(2, 9);
  CHECK(mean.interval().bounded());
  for (int group = 8; group < 20; ++group) {
    line.add(group, 2 * group, group);
    CHECK_FALSE(line.slope().bounded());  // nothing has been off the line so far
  }
  line.add(2, 5, 20);
  CHECK(line.slope().bounded());
  GroupedLine upright;
  for (int group = 0; group < 9; ++group) upright.add(0.3, group, group);
  CHECK_FALSE(upright.slope().known());
  CHECK_FALSE(upright.intercept().known());
  Rate sure;  // a share stays one
  for (int group = 0; group < 5; ++group) sure.add(1, group);
  CHECK(sure.interval().low > 0.5);
  CHECK(sure.interval().low < 0.6);
  CHECK(sure.interval().high == 1);
}

TEST_CASE("shares and means of pairs: their intervals tell 95 % of the time") {
  Random random(2);
  constexpr int kRuns = 1000;
  // Pairs that are often one game twice, often each other's mirror image, or independent.
  for (const double same : {0.8, 0.2, 0.5}) {
    CAPTURE(same);
    int rate_held = 0, mean_held = 0;
    for (int run = 0; run < kRuns; ++run) {
      Rate rate;
      Mean mean;
      for (int pair = 0; pair < 40; ++pair) {
        const bool first = random.unit() < 0.5, second = first == (random.unit() < same);
        for (const bool won : {first, second}) {
          rate.add(won ? 1 : 0, pair);
          mean.add(won ? 10 : -10, pair);
        }
      }
      const Interval share = rate.interval(), points = mean.interval();
      rate_held += share.low < 0.5 && 0.5 < share.high;
      mean_held += points.low < 0 && 0 < points.high;
    }
    CHECK(rate_held > 0.92 * kRuns);
    CHECK(rate_held < 0.98 * kRuns);
    CHECK(mean_held > 0.91 * kRuns);
    CHECK(mean_held < 0.98 * kRuns);
  }
}
