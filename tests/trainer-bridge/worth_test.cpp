#include "trainer-bridge/worth.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "evaluate/win_table.h"
#include "support/lexica.h"
#include "support/small_data.h"
#include "support/tiles.h"

using namespace zymurgy;
using namespace zymurgy::trainer;
using test::small_data;
using test::SmallData;

TEST_CASE("an exchange is worth what a pass of the same gains is: no tile leaves the unseen ones") {
  const WinTable& wins = test::oel1_wins();
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(0, test::tiles("IIUUVVW"));
  for (const int lead : {-60, 0, 60}) {
    position.set_score(0, 300 + lead), position.set_score(1, 300);
    std::vector<ContrastPlay> plays(2);
    plays[0].move = Move::exchange(position.rack());
    plays[1].move = Move::pass();
    for (ContrastPlay& play : plays) play.gains = {5 * kPoint, -20 * kPoint};
    const Worth worth(&wins, position, plays);
    CHECK(worth.of_gain(plays[0], 2) == worth.of_gain(plays[1], 2));
  }
}

TEST_CASE("labels of chances are those of points where a point is worth the same everywhere") {
  SmallData& data = small_data();
  REQUIRE(data.added);
  WinTable even(data.lexicon.tiles().total());
  for (int unseen = 1; unseen <= even.max_unseen(); ++unseen)
    for (int spread = -WinTable::kMaxSpread; spread <= WinTable::kMaxSpread; ++spread)
      even.set(spread, unseen, WinTable::kOne / 2 + 24 * spread);
  Dataset of_chances(data.lexicon, data.leaves, &even);
  REQUIRE(of_chances.add(data.path));
  REQUIRE(of_chances.groups() == data.data.groups());
  GroupView points, chances;
  for (std::size_t g = 0; g < of_chances.groups(); ++g) {
    data.data.view(g, points);
    of_chances.view(g, chances);
    for (std::size_t p = 0; p < points.plays.size(); ++p)
      for (std::size_t ply = 0; ply < 2; ++ply)
        CHECK(chances.plays[p].gains[ply] - chances.plays[0].gains[ply] ==
              doctest::Approx(points.plays[p].gains[ply] - points.plays[0].gains[ply])
                  .epsilon(0.02)
                  .scale(1));
  }
}

TEST_CASE("a group weighs what its points are worth") {
  SmallData& data = small_data();
  WinTable wins(data.lexicon.tiles().total());  // decided by the sign alone
  for (int unseen = 1; unseen <= wins.max_unseen(); ++unseen)
    for (int spread = 0; spread <= WinTable::kMaxSpread; ++spread)
      wins.set(spread, unseen, WinTable::kOne);
  Dataset of_chances(data.lexicon, data.leaves, &wins);
  REQUIRE(of_chances.add(data.path));
  GroupView group;
  float least = 100, most = 0;
  for (std::size_t g = 0; g < of_chances.groups(); ++g) {
    of_chances.view(g, group);
    least = std::min(least, group.weight);
    most = std::max(most, group.weight);
  }
  CHECK(least < 1);
  CHECK(most > 1);
}
