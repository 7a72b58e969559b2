#include "review/game_watcher.h"

#include <doctest/doctest.h>

#include "evaluate/static_evaluator.h"
#include "review/game_stats.h"
#include "support/lexica.h"
#include "support/tiles.h"

namespace zymurgy {
namespace {

using test::opening_play;
using test::tiles;

TEST_CASE("a game is followed move by move") {
  const test::Words& words = test::oel1();
  const WinTable& wins = test::oel1_wins();
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
  const Move play = opening_play("At");
  watcher.see(blanks, play);
  blanks.make(play);
  blanks.give(0, kBlank);
  CHECK(watcher.end(blanks, 0, {0, 0}).seats[0].blanks == 2);
}

TEST_CASE("a turn that brings no draw has no luck") {
  const test::Words& words = test::oel1();
  const WinTable& wins = test::oel1_wins();
  const auto after_turns = [&](int turns) {
    GameWatcher watcher(*words.leaves, nullptr, wins, {});
    watcher.start({"a", "b"});
    Position position(TileSet::english(), Layout::standard());
    position.set_rack(0, tiles("AEINST?"));
    position.set_rack(1, tiles("UVVWWII"));
    for (int turn = 0; turn < turns; ++turn) {
      watcher.see(position, Move::pass());
      position.make(Move::pass());
    }
    return watcher.end(position, 0, {0, 0}).seats[0].rack_value.mean();
  };
  CHECK(after_turns(3) == after_turns(1));
}

TEST_CASE("where the second seat moves first, all that is told goes with its player") {
  GameWatcher watcher(*test::oel1().leaves, nullptr, test::oel1_wins(), {.choices = true});
  watcher.start({"a", "b"});
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(0, tiles("AEINRST"));
  position.set_rack(1, tiles("QUEENLY"));
  position.set_on_turn(1);
  Move play = opening_play("LY");
  play.score = 12;
  watcher.see_estimate("x", 1, 0.7);
  watcher.see(position, play);
  position.make(play);
  tiles("AB").for_each_tile([&](Letter letter) { position.give(1, letter); });
  watcher.see(position, Move::pass());
  position.make(Move::pass());
  const WatchedGame game = watcher.end(position, 1, {350, 400});
  CHECK(game.seats[0].player == "b");
  CHECK(game.seats[0].score == 400);
  CHECK(game.seats[0].points == 12);
  CHECK(game.estimates.at("x")[0].seat == 0);
  CHECK(game.estimates.at("win table")[1].seat == 1);
  REQUIRE(game.choices.size() == 2);
  CHECK(game.choices[0].seat == 0);
  CHECK(game.choices[1].seat == 1);
}

TEST_CASE("racks that are told now and then have no value") {
  GameWatcher watcher(*test::oel1().leaves, nullptr, test::oel1_wins(), {.racks = true});
  watcher.start({"a", "b"});
  Position position(TileSet::english(), Layout::standard());
  for (const char* rack : {"AEINRST", "BCDFGHJ", "AE", "BCDFGHJ"}) {
    position.set_rack(position.on_turn(), tiles(rack));
    watcher.see(position, Move::pass());
    position.make(Move::pass());
  }
  const WatchedGame game = watcher.end(position, 0, {0, 0});
  CHECK(game.seats[0].rack_value.count() == 0);
  CHECK(game.seats[0].racks.empty());
  CHECK(game.seats[1].rack_value.count() == 1);
}

TEST_CASE("racks have no value where no table tells it") {
  const LeaveTable none(TileSet::english());
  const WinTable& wins = test::oel1_wins();
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
  const WinTable& wins = test::oel1_wins();
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
  CHECK(!game_of(true).racks_known);
}

TEST_CASE("a game that is followed holds what was played from full racks, by equity") {
  const test::Words& words = test::oel1();
  const WinTable& wins = test::oel1_wins();
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(0, tiles("AEINST?"));
  position.set_rack(1, tiles("VVU"));  // the rest is not told
  const Move exchange = Move::exchange(tiles("AI"));
  for (const bool kept : {false, true}) {
    GameWatcher watcher(*words.leaves, nullptr, wins, {.racks = kept});
    watcher.start({"a", "b"});
    Position after = position;
    watcher.see(after, exchange);
    after.make(exchange);
    watcher.see(after, Move::pass());
    const WatchedGame game = watcher.end(after, 0, {50, 40});
    CHECK(game.seats[1].racks.empty());
    REQUIRE(game.seats[0].racks.size() == (kept ? 1 : 0));
    if (!kept) continue;
    CHECK(game.seats[0].racks[0].rack == position.rack());
    CHECK(game.seats[0].racks[0].equity ==
          StaticEvaluator(*words.leaves).equity(position, exchange));
  }
}

}  // namespace
}  // namespace zymurgy
