#include "review/own_racks.h"

#include <doctest/doctest.h>

#include <vector>

#include "review/game_stats.h"
#include "support/tiles.h"

namespace zymurgy {
namespace {

using test::tiles;

TEST_CASE("a rack is worth what was played from it in the games at hand, beside the mean") {
  const auto played = [](const char* rack, int points) {
    return PlayedRack{tiles(rack), points * kPoint};
  };
  std::vector<WatchedGame> games(2);
  games[0].seats[0].racks = {played("AEINRST", 70), played("IIUUVVW", 10)};
  games[0].seats[1].racks = {played("ABCDEFG", 30)};
  games[1].seats[0].racks = {played("AEINRST", 90), played("GFEDCBA", 50)};
  for (WatchedGame& game : games) game.seats[0].rack_value.add(1000);  // by other values

  value_by_own_racks(games);
  // AEINRST 80, ABCDEFG 40, IIUUVVW 10; the mean rack 50.
  CHECK(games[0].seats[0].rack_value.mean() == doctest::Approx((80 + 10) / 2.0 - 50));
  CHECK(games[0].seats[1].rack_value.mean() == doctest::Approx(40 - 50));
  CHECK(games[1].seats[0].rack_value.mean() == doctest::Approx((80 + 40) / 2.0 - 50));
  CHECK(games[1].seats[1].rack_value.count() == 0);
}

TEST_CASE("racks valued by the games themselves say nothing of who plays better") {
  // Who plays better gets more out of racks that are as good.
  for (const bool own_racks : {false, true}) {
    GameStats stats(own_racks);
    for (int n = 0; n < 20; ++n) {
      WatchedGame game{{SeatGame{.player = "better", .score = 400 + n, .rack_value = {}},
                        SeatGame{.player = "worse", .score = 380, .rack_value = {}}},
                       {}};
      game.seats[0].rack_value.add(5 + n % 3);
      game.seats[1].rack_value.add(1);
      stats.add(game);
    }
    CHECK(stats.better_racks().games() == 20);
    CHECK(stats.players().at("better").wins_by_racks.points() == (own_racks ? 0 : 20));
    CHECK(stats.players().at("worse").spread_by_racks.points() == (own_racks ? 0 : 20));
  }
}

}  // namespace
}  // namespace zymurgy
