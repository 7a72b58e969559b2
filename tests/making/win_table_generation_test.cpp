#include "making/win_table_generation.h"

#include <doctest/doctest.h>

#include <cmath>

#include "game/random.h"
#include "support/made_up_lexicon.h"

namespace zymurgy {
namespace {

// Games whose end adds a normal number of points, with a mean and deviation that depend on the
// tiles unseen, and by how much the mover is ahead now.
struct MadeUpGames {
  static double mean(int unseen) { return unseen / 5.0; }
  static double deviation(int unseen) { return 5 * std::sqrt(unseen); }

  WinCounts play(int positions, std::uint64_t seed) const {
    WinCounts counts(40);
    Random random(seed);
    const auto normal = [&] {
      double sum = -6;
      for (int i = 0; i < 12; ++i) sum += random.unit();
      return sum;
    };
    for (int i = 0; i < positions; ++i) {
      const int unseen = 1 + static_cast<int>(random.below(40));
      const int spread = static_cast<int>(std::lround(40 * normal()));
      counts.add(spread, unseen,
                 static_cast<int>(std::lround(mean(unseen) + deviation(unseen) * normal())));
    }
    return counts;
  }
};

TEST_CASE("the win table finds the chances that games were made of") {
  const MadeUpGames games;
  const WinTable table = games.play(600'000, 1).table();
  for (int unseen : {1, 7, 15, 40})
    for (int spread = -WinTable::kMaxSpread; spread <= WinTable::kMaxSpread; ++spread) {
      const double deviations = (spread + games.mean(unseen)) / games.deviation(unseen);
      const double chance = std::erfc(-deviations / std::sqrt(2.0)) / 2;
      CAPTURE(unseen);
      CAPTURE(spread);
      CHECK(std::abs(table.win_chance(spread, unseen) - chance) < 0.05);
      if (spread > -WinTable::kMaxSpread)
        CHECK(table.at(spread, unseen) >= table.at(spread - 1, unseen));
    }
  for (const WinCounts::Bucket& bucket : games.play(200'000, 2).calibration(table)) {
    REQUIRE(bucket.positions > 1000);
    CHECK(std::abs(bucket.predicted - bucket.won) / static_cast<double>(bucket.positions) < 0.015);
  }
}

TEST_CASE("of positions that no game met the lead alone tells") {
  const WinTable table = WinCounts(3).table();
  for (int unseen = 1; unseen <= 3; ++unseen)
    for (const int spread : {-WinTable::kMaxSpread, -1, 0, 1, WinTable::kMaxSpread})
      CHECK(table.win_chance(spread, unseen) == doctest::Approx(spread > 0    ? 1
                                                                : spread == 0 ? 0.5
                                                                              : 0)
                                                    .epsilon(1e-4));
}

TEST_CASE("one game alone makes nothing certain: half a game more is won and half a game lost") {
  WinCounts counts(1);
  counts.add(0, 1, 10);
  const WinTable table = counts.table();
  CHECK(table.win_chance(-WinTable::kMaxSpread, 1) == doctest::Approx(0.25).epsilon(1e-3));
  CHECK(table.win_chance(WinTable::kMaxSpread, 1) == doctest::Approx(0.75).epsilon(1e-3));
}

TEST_SUITE("threads") {
  TEST_CASE("games counted are the same on any number of threads") {
    const Lexicon& lexicon = made_up_lexicon("english");
    const LeaveTable leaves(lexicon.tiles());
    WinTableOptions options;
    options.lexicon = &lexicon;
    options.leaves = &leaves;
    options.games = 30;
    const WinTable one = count_wins(options).table();
    options.threads = 3;
    CHECK(count_wins(options).table() == one);
    CHECK(one.max_unseen() == lexicon.tiles().total() - kRackSize);
    CHECK(one.win_chance(300, 1) > 0.9);
  }
}

}  // namespace
}  // namespace zymurgy
