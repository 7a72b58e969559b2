#include "review/game_stats.h"

#include <doctest/doctest.h>

#include <cmath>

namespace zymurgy {
namespace {

SeatGame seat(const char* player, int score, double rack_value, int blanks) {
  SeatGame game;
  game.player = player;
  game.score = score;
  game.points = score;
  game.turns = 10;
  game.bingos = score / 200;
  game.blanks = blanks;
  game.rack_value.add(rack_value);
  return game;
}

TEST_CASE("games are counted by mover, blanks and better racks") {
  GameStats stats;
  stats.add({{seat("a", 400, 5, 2), seat("b", 350, 1, 0)}, {}});
  stats.add({{seat("b", 400, 0, 1), seat("a", 420, -3, 1)}, {}});  // against the tiles
  stats.add({{seat("a", 380, 1, 0), seat("b", 380, 0.5, 2)}, {}});
  CHECK(stats.games() == 3);
  CHECK(stats.first_mover().wins() == 1.5);
  CHECK(stats.players().at("a").wins.wins() == 2.5);
  CHECK(stats.players().at("a").score.mean() == 400);
  CHECK(stats.players().at("b").spread.sum() == -70);
  CHECK(stats.blanks().at(0).wins() == 0.5);
  CHECK(stats.blanks().at(1).games() == 2);
  CHECK(stats.blanks().at(2).wins() == 1.5);
  CHECK(stats.better_racks().wins() == 1.5);
  CHECK(stats.ahead()[2].wins.games() == 2);  // by 1 or more: 4 and 3
  CHECK(stats.ahead()[5].wins.games() == 0);
  CHECK(stats.behind()[0].wins.games() == 0);
  CHECK(stats.spread_line().slope().value > 0);
  CHECK(stats.all().points_a_turn.count() == 6);
}

TEST_CASE("differences in racks are told by size, where both are told; none is nobody's") {
  GameStats stats;
  stats.add({{seat("a", 400, 3, 0), seat("b", 350, 2, 0)}, {}});    // ahead by just 1
  stats.add({{seat("b", 400, 1, 0), seat("a", 420, 2.6, 0)}, {}});  // behind by 1.6
  stats.add({{seat("a", 380, 1, 0), seat("b", 300, 1, 0)}, {}});    // level
  stats.add({{seat("b", 380, 2, 0), seat("a", 300, 4, 0)}, {}});    // behind by just 2
  SeatGame untold = seat("a", 400, 0, 0);
  untold.rack_value = {};
  stats.add({{untold, seat("b", 350, 2, 0)}, {}});
  CHECK(stats.better_racks().games() == 3);
  CHECK(stats.ahead()[2].wins.games() == 1);   // by 1
  CHECK(stats.behind()[3].wins.games() == 1);  // by 2
  CHECK(stats.by_difference().at(-2).wins.games() == 2);
  CHECK(!stats.by_difference().contains(-1));
  CHECK(stats.difference().count() == 4);
}

TEST_CASE("scores below zero are no scores from zero on") {
  GameStats stats;
  stats.add({{seat("a", -10, 0, 0), seat("b", 350, 0, 0)}, {}});
  CHECK(stats.scores().at(-1) == 1);
  CHECK(!stats.scores().contains(0));
}

TEST_CASE("a game of which no turn is known tells nothing of blanks") {
  GameStats stats;
  WatchedGame game{{seat("a", 400, 0, 0), seat("b", 350, 0, 0)}, {}};
  for (SeatGame& one : game.seats) one.turns = 0;
  stats.add(game);
  CHECK(stats.blanks().empty());
}

TEST_CASE("luck is each player's own, and results are held against the difference") {
  GameStats stats;
  const auto game = [](double own, double others, int spread) {
    WatchedGame made{{seat("a", 400 + spread, 0, 0), seat("b", 400, 0, 0)}, {}};
    made.seats[0].luck = SeatLuck{own, own / 200};
    made.seats[1].luck = SeatLuck{others, others / 200};
    return made;
  };
  stats.add(game(10, 4, 6));
  stats.add(game(5, 7, -2));
  const PlayerStats& a = stats.players().at("a");
  CHECK(a.luck.mean() == 7.5);
  CHECK(a.spread_by_luck.slope().value == doctest::Approx(1));
  CHECK(a.spread_by_luck.intercept().value == doctest::Approx(0));
  CHECK(a.wins_by_luck.slope().value == doctest::Approx(1 / (8 / 200.0)));
}

TEST_CASE("choices are each player's own, and results are estimated by the difference") {
  GameStats stats;
  WatchedGame game{{seat("a", 400, 0, 0), seat("b", 400, 0, 0)}, {}};
  SeatChoices mine{}, theirs{};
  mine[0] = {.turns = 5, .differing = 1, .points = 8, .wins = 0.1};
  theirs[0] = {.turns = 5, .differing = 2, .points = 3, .wins = -0.1};
  game.seats[0].choices = mine;
  game.seats[1].choices = theirs;
  stats.add(game);
  const PlayerStats &a = stats.players().at("a"), &b = stats.players().at("b");
  CHECK(a.choices[0].turns.mean() == 5);
  CHECK(a.choices[0].differing.mean() == 1);
  CHECK(a.choices[0].points.mean() == 8);
  CHECK(a.choices[0].wins.mean() == doctest::Approx(0.1));
  CHECK(a.spread_by_choices.mean() == 5);
  CHECK(a.wins_by_choices.mean() == doctest::Approx(0.7));
  CHECK(b.wins_by_choices.mean() == doctest::Approx(0.3));
}

TEST_CASE("estimates are held against the results, from the view of whom they were for") {
  GameStats stats;
  stats.add({{seat("a", 400, 0, 0), seat("b", 350, 0, 0)},
             {{"x", {{.seat = 0, .chance = 0.85}, {.seat = 1, .chance = 0.15}}}}});
  const Calibration& calibration = stats.calibrations().at("x");
  CHECK(calibration.tenths[8].won.interval().value == 1);
  CHECK(calibration.tenths[1].won.interval().value == 0);
  CHECK(calibration.tenths[1].chance.mean() == doctest::Approx(0.15));
  CHECK(calibration.all.slope().value == doctest::Approx(1 / 0.7));
}

TEST_CASE(
    "what is told of one player alone is no difference, and what is not told is nobody's mean") {
  GameStats stats;
  WatchedGame game{{seat("a", 400, 3, 0), seat("b", 350, 0, 0)}, {}};
  game.seats[0].luck = SeatLuck{5, 0.1};
  game.seats[0].choices = SeatChoices{};
  game.seats[1].rack_value = {};
  stats.add(game);
  const PlayerStats &a = stats.players().at("a"), &b = stats.players().at("b");
  CHECK(a.luck.count() == 0);
  CHECK(a.spread_by_choices.count() == 0);
  CHECK(a.arrv.mean() == 3);
  CHECK(b.arrv.count() == 0);
  CHECK(stats.difference().count() == 0);
}

TEST_CASE("points a turn are those of the turns, not of what is counted at the end") {
  GameStats stats;
  WatchedGame game{{seat("a", 400, 0, 0), seat("b", 350, 0, 0)}, {}};
  game.seats[0].points = 390;
  stats.add(game);
  const PlayerStats& a = stats.players().at("a");
  CHECK(a.points_a_turn.mean() == 39);
  CHECK(a.bingos.mean() == 2);
  CHECK(a.turns.mean() == 10);
}

TEST_CASE("who is sure to win is in the last tenth") {
  GameStats stats;
  stats.add({{seat("a", 400, 0, 0), seat("b", 350, 0, 0)},
             {{"x", {{.seat = 0, .chance = 1}, {.seat = 0, .chance = 0.85}}}}});
  const Calibration& calibration = stats.calibrations().at("x");
  CHECK(calibration.tenths[9].chance.mean() == 1);
  CHECK(calibration.tenths[8].chance.mean() == doctest::Approx(0.85));
}

TEST_CASE("games by the difference in racks count for the first player, from half a point on") {
  GameStats stats;
  stats.add({{seat("a", 400, 1.6, 0), seat("b", 430, 1, 0)}, {}});   // ahead by 0.6
  stats.add({{seat("a", 400, 1, 0), seat("b", 350, 1.75, 0)}, {}});  // behind by 0.75
  CHECK(stats.by_difference().at(1).spread.mean() == -30);
  CHECK(stats.by_difference().at(-1).spread.mean() == 50);
  CHECK(stats.behind()[0].spread.mean() == 50);
  CHECK(stats.better_racks().wins() == 0);
}

TEST_CASE("with equal racks, luck is left out") {
  // The one is 10 points the better, the other draws better; a point of ARRV is worth 8.
  GameStats stats, own(true);
  for (int n = 0; n < 40; ++n) {
    const int mine = n % 7, theirs = n % 9;
    const bool first = n % 2 == 0;
    const SeatGame better = seat("better", 400 + 10 + 8 * (mine - theirs), mine, 0),
                   luckier = seat("luckier", 400, theirs, 0);
    for (GameStats* each : {&stats, &own})
      each->add({{first ? better : luckier, first ? luckier : better}, {}});
  }
  CHECK(stats.players().at("better").spread.mean() < 5);
  CHECK(stats.players().at("better").spread_by_racks.intercept().value == doctest::Approx(10));
  CHECK(stats.players().at("luckier").spread_by_racks.intercept().value == doctest::Approx(-10));
  CHECK(stats.players().at("better").wins_by_racks.intercept().value > 0.5);
  // But values that the games gave include the skill.
  CHECK(std::isnan(own.players().at("better").spread_by_racks.intercept().value));
}

TEST_CASE("the games of a pair are one observation") {
  // Whoever draws well wins by 100, so that a pair of equals tells nothing but that; player a is 10
  // points the better.
  GameStats pairs, games;
  for (int n = 0; n < 50; ++n) {
    const int first = n % 2 == 0 ? 100 : -100;
    const WatchedGame one{{seat("a", 405 + first, 0, 0), seat("b", 395, 0, 0)}, {}},
        other{{seat("b", 395 + first, 0, 0), seat("a", 405, 0, 0)}, {}};
    for (GameStats* stats : {&pairs, &games}) {
      stats->add(one);
      stats->add(other, stats == &pairs);
    }
  }
  const PlayerStats &paired = pairs.players().at("a"), &single = games.players().at("a");
  CHECK(pairs.games() == 100);
  CHECK(paired.spread.interval().value == single.spread.interval().value);
  CHECK(paired.spread.interval().low == doctest::Approx(10));
  CHECK(single.spread.interval().low < -9);
  CHECK(paired.wins.interval().low > single.wins.interval().low + 0.05);
  // The scores of a seat go up and down with the pair's draws instead.
  CHECK(pairs.first_mover().interval().low < games.first_mover().interval().low - 0.03);
  CHECK(pairs.all().spread.interval().high == doctest::Approx(0));
}

}  // namespace
}  // namespace zymurgy
