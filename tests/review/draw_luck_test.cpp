#include "review/draw_luck.h"

#include <doctest/doctest.h>

#include "play/game.h"
#include "review/game_stats.h"
#include "review/game_watcher.h"
#include "support/lexica.h"
#include "support/repeats.h"
#include "support/tiles.h"

namespace zymurgy {
namespace {

using test::tiles;

// The position with its seats changed over.
Position changed_over(Position position) {
  const Rack first = position.rack(0), second = position.rack(1);
  position.set_rack(0, {});
  position.set_rack(1, first);
  position.set_rack(0, second);
  position.set_on_turn(1 - position.on_turn());
  return position;
}

// So many games with their draws, shown as games of which seat `mover` makes the first move. The
// greedy player never exchanges.
enum class Player { kStatic, kGreedy };
std::vector<WatchedGame> games_of(Player first, Player second, int count, int mover = 0) {
  const test::Words& words = test::oel1();
  GameWatcher watcher(*words.leaves, nullptr, test::oel1_wins(), {.draws = true});
  MoveFinder finder(*words.lexicon, *words.leaves);
  Game game(*words.lexicon, Layout::standard());
  std::vector<WatchedGame> games;
  for (int seed = 0; seed < count; ++seed) {
    const auto shown = [&] { return mover == 0 ? game.position() : changed_over(game.position()); };
    watcher.start(mover == 0 ? std::array<std::string, 2>{"first", "second"}
                             : std::array<std::string, 2>{"second", "first"});
    for (game.start(seed); !game.over();) {
      const Player player = game.position().on_turn() == 0 ? first : second;
      const Move move =
          (player == Player::kStatic ? finder.best(game.position(), game.lanes())
                                     : finder.best_by_score(game.position(), game.lanes()))
              .move;
      watcher.see(shown(), move);
      game.play(move);
    }
    games.push_back(
        watcher.end(shown(), mover,
                    {game.position().final_score(mover), game.position().final_score(1 - mover)}));
  }
  return games;
}

void judge(std::span<WatchedGame> games, const LuckOptions& options, std::uint64_t first = 0,
           std::stop_token stop = {}) {
  judge_draws(games, test::oel1_tables(), options, first, std::move(stop));
}

TEST_CASE("what the draws of a game were made from is known") {
  for (const WatchedGame& game : games_of(Player::kGreedy, Player::kGreedy, 5)) {
    REQUIRE(game.draws.size() > 10);
    int bag = 100;
    for (const auto& [seat, draw] : game.draws) {
      const TileCounts drawn = draw.position.rack().without(draw.kept);
      CHECK(draw.position.on_turn() == seat);
      CHECK(draw.pool.size() == bag);
      CHECK(draw.pool.includes(drawn));
      bag -= drawn.size();
    }
    CHECK(game.draws[0].draw.kept.empty());
    CHECK(game.draws[1].draw.kept.empty());
  }
}

TEST_CASE("tiles put back are not drawn, and what nobody knows is left out") {
  const test::Words& words = test::oel1();
  GameWatcher watcher(*words.leaves, nullptr, test::oel1_wins(), {.draws = true});
  const auto draws_after = [&](std::string_view others_rack) {
    watcher.start({"a", "b"});
    Position position(TileSet::english(), Layout::standard());
    const auto turn = [&](std::string_view rack, const Move& move) {
      position.set_rack(position.on_turn(), tiles(rack));
      watcher.see(position, move);
      position.make(move);
    };
    turn("AEIUVVW", Move::exchange(tiles("UVVW")));
    turn(others_rack, Move::pass());
    turn("AEINRST", Move::pass());
    return watcher.end(position, 0, {0, 0});
  };
  const auto draws = draws_after("BCDFGHJ").draws;
  REQUIRE(draws.size() == 3);
  CHECK(draws[2].seat == 0);
  CHECK(draws[2].draw.kept == tiles("AEI"));
  CHECK(draws[2].draw.pool.size() == 100 - 7 - 7);
  CHECK(!draws[2].draw.pool.includes(tiles("V")));  // both went back only then
  // Of racks told now and then only nothing is taken: those told are no sample of all.
  std::vector<WatchedGame> partly = {draws_after("BCD")};
  CHECK(partly[0].draws.empty());
  CHECK(partly[0].seats[0].rack_value.count() > 0);
  CHECK(partly[0].seats[1].rack_value.count() == 0);
  judge(partly, {.draws = 5});
  CHECK(!partly[0].seats[0].luck);
}

TEST_CASE("luck is its own player's also where the second seat moves first") {
  auto games = games_of(Player::kStatic, Player::kStatic, 2),
       turned = games_of(Player::kStatic, Player::kStatic, 2, 1);
  judge(games, {.draws = 5});
  judge(turned, {.draws = 5});
  for (std::size_t i = 0; i < games.size(); ++i)
    for (std::size_t seat = 0; seat < 2; ++seat)
      CHECK(games[i].seats[seat].luck->points == turned[i].seats[seat].luck->points);
  CHECK(games[0].seats[0].luck->points != games[0].seats[1].luck->points);
  CHECK(turned[0].seats[0].player == "first");
}

TEST_CASE("the chance that a draw brings is the table's, of the lead and a mean rack") {
  auto games = games_of(Player::kStatic, Player::kStatic, 5);
  const int unseen = test::oel1().lexicon->tiles().total() - kRackSize;
  const auto lead_in = [&](const WatchedGame& game) { return &game == &games[0] ? 0 : 60; };
  for (WatchedGame& game : games) {
    game.draws.erase(game.draws.begin() + 1, game.draws.end());
    game.draws[0].draw.position.set_score(0, lead_in(game));
  }
  judge(games, {.draws = 1});
  for (const WatchedGame& game : games) {
    const SeatLuck& luck = *game.seats[0].luck;
    const int lead = lead_in(game);
    // Of two draws one is as much above their mean as the other is below.
    const auto chance = [&](double points) {
      return test::oel1_wins().at_lead(static_cast<Equity>(std::lround((lead + points) * kPoint)),
                                       unseen) /
             double{WinTable::kOne};
    };
    CHECK(luck.chance == doctest::Approx((chance(luck.points) - chance(-luck.points)) / 2));
  }
}

TEST_SUITE("threads") {
  TEST_CASE("luck is the same whatever the threads, and in parcels") {
    auto games = games_of(Player::kStatic, Player::kStatic, 10), others = games;
    judge(games, {.draws = 20});
    judge(std::span(others).subspan(4), {.draws = 20, .threads = 3}, 4);
    judge(std::span(others).first(4), {.draws = 20, .threads = 3});
    for (std::size_t i = 0; i < games.size(); ++i) {
      CHECK(games[i].seats[0].luck->points == others[i].seats[0].luck->points);
      CHECK(games[i].seats[1].luck->chance == others[i].seats[1].luck->chance);
    }
  }
}

TEST_CASE("luck explains most of the spread" * doctest::skip(!test::kRunAll)) {
  auto games = games_of(Player::kStatic, Player::kStatic, 80);
  judge(games, {.draws = 20});
  GameStats stats;
  Mean spread, rest;
  for (const WatchedGame& game : games) {
    const auto& [a, b] = game.seats;
    spread.add(a.score - b.score);
    rest.add(a.score - b.score - (a.luck->points - b.luck->points));
    stats.add(game);
  }
  CHECK(rest.sd() < spread.sd() / 1.8);
  const PlayerStats& first = stats.players().at("first");
  CHECK(first.luck.interval().low < 0);
  CHECK(first.luck.interval().high > 0);
  CHECK(first.spread_by_luck.slope().value == doctest::Approx(1).epsilon(0.25));
  CHECK(first.wins_by_luck.slope().value == doctest::Approx(1).epsilon(0.25));
}

TEST_CASE("who plays badly draws no worse for it" * doctest::skip(!test::kRunAll)) {
  auto games = games_of(Player::kStatic, Player::kGreedy, 100);
  judge(games, {.draws = 20});
  GameStats stats;
  for (const WatchedGame& game : games) stats.add(game);
  const PlayerStats &better = stats.players().at("first"), &worse = stats.players().at("second");
  for (const PlayerStats* player : {&better, &worse}) {
    CHECK(player->luck.interval().low < 0);
    CHECK(player->luck.interval().high > 0);
  }
  // What is left is skill: some 40 points and the first move.
  const Interval spread = better.spread_by_luck.intercept();
  CHECK(spread.low > 30);
  CHECK(spread.high < 80);
  CHECK(spread.high - spread.low <
        0.6 * (better.spread.interval().high - better.spread.interval().low));
}

TEST_CASE("a game that is not judged has no luck") {
  auto games = games_of(Player::kStatic, Player::kStatic, 1);
  std::stop_source stop;
  stop.request_stop();
  judge(games, {.draws = 20}, 0, stop.get_token());
  CHECK(!games[0].seats[0].luck);
  GameStats stats;
  stats.add(games[0]);
  CHECK(stats.players().at("first").luck.count() == 0);
}

}  // namespace
}  // namespace zymurgy
