#include "review/game_stats.h"

#include <doctest/doctest.h>

#include "review/rack_value.h"
#include "support/lexica.h"
#include "support/tiles.h"

namespace zymurgy {
namespace {

using test::tiles;

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

TEST_CASE("with equal racks, luck is left out") {
  // The one is 10 points the better, the other draws better; a point of ARRV is worth 8.
  GameStats stats;
  for (int n = 0; n < 40; ++n) {
    const int mine = n % 7, theirs = n % 9;
    const bool first = n % 2 == 0;
    const SeatGame better = seat("better", 400 + 10 + 8 * (mine - theirs), mine, 0),
                   luckier = seat("luckier", 400, theirs, 0);
    stats.add({{first ? better : luckier, first ? luckier : better}, {}});
  }
  CHECK(stats.players().at("better").spread.mean() < 5);
  CHECK(stats.players().at("better").spread_by_racks.intercept().value == doctest::Approx(10));
  CHECK(stats.players().at("luckier").spread_by_racks.intercept().value == doctest::Approx(-10));
  CHECK(stats.players().at("better").wins_by_racks.intercept().value > 0.5);
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

TEST_CASE("a game is followed move by move") {
  const test::Words& words = test::oel1();
  const WinTable wins = win_table_of(Library(), "OEL1").value();
  GameWatcher watcher(*words.leaves, nullptr, wins, {});
  watcher.start({"a", "b"});
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(0, tiles("AEINST?"));
  position.set_rack(1, tiles("UVVWWII"));
  const Move exchange = Move::exchange(tiles("UVVWW"));
  watcher.see(position, Move::pass());
  position.make(Move::pass());
  watcher.see(position, exchange);
  position.make(exchange);
  tiles("ABCDE").for_each_tile([&](Letter letter) { position.give(1, letter); });
  GameStats stats;
  stats.add(watcher.end(position, 0, {0, 0}));
  CHECK(stats.blanks().at(1).games() == 1);
  CHECK(stats.players().at("a").arrv.mean() > 20);
  CHECK(stats.players().at("b").arrv.mean() < -15);
  CHECK(stats.players().at("a").turns.mean() == 1);
  CHECK(stats.calibrations().at("win table").all.points() == 2);

  // A blank played counts beside one held later.
  watcher.start({"a", "b"});
  Position blanks(TileSet::english(), Layout::standard());
  blanks.set_rack(0, tiles("AEINST?"));
  Move play;
  play.kind = MoveKind::kPlay;
  play.row = play.col = kBoardDim / 2;
  play.length = play.tiles_played = 2;
  play.tiles[0] = TileSet::english().parse_word("A").value()[0];
  play.tiles[1] = TileSet::english().parse_word("t").value()[0];
  watcher.see(blanks, play);
  blanks.make(play);
  blanks.give(0, kBlank);
  CHECK(watcher.end(blanks, 0, {0, 0}).seats[0].blanks == 2);
}

TEST_CASE("racks have no value where no table tells it") {
  const LeaveTable none(TileSet::english());
  const WinTable wins = win_table_of(Library(), "OEL1").value();
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(0, tiles("AEINST?"));
  for (const bool values : {true, false}) {
    GameWatcher watcher(none, nullptr, wins, {.values = values});
    watcher.start({"a", "b"});
    watcher.see(position, Move::pass());
    const WatchedGame game = watcher.end(position, 0, {0, 0});
    CHECK(game.seats[0].rack_value.count() == (values ? 1 : 0));
  }
}

TEST_CASE("a game with a turn that is not known tells its result alone") {
  const test::Words& words = test::oel1();
  const WinTable wins = win_table_of(Library(), "OEL1").value();
  GameWatcher watcher(*words.leaves, nullptr, wins, {.draws = true});
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(0, tiles("AEINST?"));
  position.set_rack(1, tiles("UVVWWII"));
  const auto game_of = [&](bool missed) {
    watcher.start({"a", "b"});
    watcher.see(position, Move::pass());
    if (missed) watcher.miss();
    watcher.see(position, Move::pass());
    return watcher.end(position, 0, {50, 40});
  };
  GameStats stats;
  stats.add(game_of(true));
  stats.add(game_of(false));
  const PlayerStats& a = stats.players().at("a");
  CHECK(a.score.count() == 2);
  CHECK(a.wins.wins() == 2);
  for (const Mean* mean : {&a.turns, &a.bingos, &a.points_a_turn, &a.arrv})
    CHECK(mean->count() == 1);
  CHECK(stats.blanks().at(1).games() == 1);
  CHECK(game_of(true).draws.empty());
  CHECK(!game_of(true).racks_told);
}

TEST_CASE("a full rack's value goes on from its leaves'") {
  // Where each tile has its worth, the rack has the sum.
  LeaveTable leaves(TileSet::english());
  for (int size = 1; size < kRackSize; ++size)
    for_each_leave(TileSet::english(), size, [&](const TileCounts& leave) {
      int sum = 0;
      leave.for_each_tile([&](Letter letter) { sum += 100 * letter; });
      leaves.set(leaves.rank(leave), sum);
    });
  CHECK(rack_points(leaves, nullptr, tiles("ABCDEFG")) == doctest::Approx(2.8));
  CHECK(rack_points(leaves, nullptr, tiles("AB")) == doctest::Approx(0.3));
  // Unless it has one of its own.
  LeaveTable racks(TileSet::english(), kWholeRacks);
  racks.set(racks.rank(tiles("ABCDEFG")), 7 * kPoint);
  CHECK(rack_points(leaves, &racks, tiles("ABCDEFG")) == doctest::Approx(7));
  CHECK(rack_points(leaves, &racks, tiles("AB")) == doctest::Approx(0.3));
}

}  // namespace
}  // namespace zymurgy
