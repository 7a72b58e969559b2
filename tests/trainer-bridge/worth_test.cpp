#include "trainer-bridge/worth.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "evaluate/win_table.h"
#include "support/lexica.h"
#include "support/small_data.h"
#include "support/tiles.h"

using namespace zymurgy;
using namespace zymurgy::trainer;
using test::small_data;
using test::SmallData;

namespace {

// A play that gained so many points after each ply.
ContrastPlay play_of(std::vector<int> points) {
  ContrastPlay play;
  for (const int gain : points) play.gains.push_back(gain * kPoint);
  return play;
}

// At the beginning of a game, with as many points on both sides.
Position even_position() {
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(0, test::tiles("AEINRST"));
  return position;
}

// The same chance whatever the spread.
WinTable flat_table(double chance) {
  WinTable wins(TileSet::english().total());
  for (int unseen = 1; unseen <= wins.max_unseen(); ++unseen)
    for (int spread = -WinTable::kMaxSpread; spread <= WinTable::kMaxSpread; ++spread)
      wins.set(spread, unseen, static_cast<int>(chance * WinTable::kOne));
  return wins;
}

}  // namespace

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

TEST_CASE(
    "the chance is the mover's own after an odd number of plies, else what the other leaves") {
  const WinTable on_turn_wins = flat_table(0.75);
  const std::vector<ContrastPlay> plays{play_of({0, 0, 0})};
  const Worth worth(&on_turn_wins, even_position(), plays);
  CHECK(worth.of_gain(plays[0], 1) == doctest::Approx(3 * worth.of_gain(plays[0], 2)));
  CHECK(worth.of_gain(plays[0], 1) == worth.of_gain(plays[0], 3));
}

TEST_CASE("of plays followed to the end of the game the table tells nothing") {
  const WinTable some = flat_table(0.25), others = flat_table(1);
  std::vector<ContrastPlay> plays{play_of({5, -16}), play_of({5, 0}), play_of({5, 16})};
  for (ContrastPlay& play : plays) play.to_the_end = true;
  const Worth one(&some, even_position(), plays), other(&others, even_position(), plays);
  CHECK(one.weight() == other.weight());
  std::array<float, 3> told{};
  for (std::size_t p = 0; p < plays.size(); ++p) {
    told[p] = one.of_gain(plays[p], 2);
    CHECK(told[p] == other.of_gain(plays[p], 2));
  }
  // A win is worth as much more than a tie as a loss less.
  CHECK(told[0] < told[1]);
  CHECK(told[2] - told[1] == doctest::Approx(told[1] - told[0]));
}

TEST_CASE("a group weighs three times the usual at most, and a quarter at least") {
  const auto weight = [&](const WinTable& wins) {
    return Worth(&wins, even_position(), {play_of({0})}).weight();
  };
  WinTable by_sign = flat_table(0), upside_down = by_sign;
  for (int unseen = 1; unseen <= by_sign.max_unseen(); ++unseen)
    for (int spread = 0; spread <= WinTable::kMaxSpread; ++spread) {
      by_sign.set(spread, unseen, WinTable::kOne);
      upside_down.set(-spread, unseen, WinTable::kOne);
    }
  CHECK(weight(by_sign) == 3);
  CHECK(weight(flat_table(0.5)) == doctest::Approx(0.6));
  CHECK(weight(upside_down) == 0.25F);
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
