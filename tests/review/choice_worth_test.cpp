#include "review/choice_worth.h"

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

// Games of the static player (seat 0 of the pair's first game) with one that plays for points alone
// and never exchanges, in pairs; the moves as the other side sees them, if so said.
std::vector<WatchedGame> pairs_with_greedy(int count, bool as_seen = false) {
  const test::Words& words = test::oel1();
  GameWatcher watcher(*words.leaves, nullptr, test::oel1_wins(), {.choices = true});
  MoveFinder finder(*words.lexicon, *words.leaves);
  Game game(*words.lexicon, Layout::standard());
  std::vector<WatchedGame> games;
  for (int i = 0; i < 2 * count; ++i) {
    const int greedy = 1 - i % 2;
    watcher.start(i % 2 == 0 ? std::array<std::string, 2>{"static", "greedy"}
                             : std::array<std::string, 2>{"greedy", "static"});
    for (game.start(i / 2); !game.over();) {
      const bool by_score = game.position().on_turn() == greedy;
      const Move move = (by_score ? finder.best_by_score(game.position(), game.lanes())
                                  : finder.best(game.position(), game.lanes()))
                            .move;
      watcher.see(game.position(), as_seen ? move.as_seen() : move);
      game.play(move);
    }
    games.push_back(watcher.end(game.position(), 0,
                                {game.position().final_score(0), game.position().final_score(1)}));
  }
  return games;
}

void judge(std::span<WatchedGame> games, const ChoiceOptions& options, std::uint64_t first = 0,
           std::stop_token stop = {}) {
  judge_choices(games, test::oel1_tables(), options, first, std::move(stop));
}

ChoiceWorth sum_of(const SeatGame& seat) {
  ChoiceWorth sum;
  for (const ChoiceWorth& worth : *seat.choices) sum.add(worth);
  return sum;
}

// What the game ends with for the side on turn if it makes this move and all goes on statically.
int spread_after(MoveFinder& finder, Position position, Move move) {
  const int mover = position.on_turn();
  Lanes lanes(*test::oel1().lexicon, position);
  while (true) {
    position.make(move);
    if (position.over()) return position.final_spread(mover);
    if (move.is_play()) lanes.lay(move);
    move = finder.best(position, lanes).move;
  }
}

TEST_CASE("tiles are dealt again as they may lie") {
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(0, tiles("AEINRST"));
  position.set_rack(1, tiles("QUEENLY"));
  const MadeChoice choice{0, position, Move::pass(), {tiles("QUE"), tiles("VVWW")}};
  Random random(1);
  bool drew_as_before = true;
  for (int i = 0; i < 200; ++i) {
    const Deal deal = deal_again(choice, random);
    CHECK(deal.opponent.size() == kRackSize);
    REQUIRE(deal.opponent.includes(tiles("QUE")));
    CHECK(!deal.opponent.includes(tiles("V")));
    CHECK(!deal.opponent.includes(tiles("W")));
    drew_as_before &= deal.opponent == tiles("QUEENLY");
    TileCounts all = position.rack();
    all.add(deal.opponent);
    for (int t = 0; t < deal.size; ++t) all.add(deal.row[t]);
    CHECK(all == TileSet::english().counts());
  }
  CHECK(!drew_as_before);
}

TEST_CASE("static choices are worth nothing, others what follows from them") {
  auto games = pairs_with_greedy(test::repeats(4));
  for (WatchedGame& game : games) {  // who passes with the bag empty loses by it, most often
    const auto last = std::ranges::find_if(game.choices, [&](const MadeChoice& choice) {
      return choice.position.bag_size() == 0 &&
             game.seats[static_cast<std::size_t>(choice.seat)].player != "static";
    });
    if (last != game.choices.end()) last->move = Move::pass();
  }
  const auto told = games;
  int lost = 0;
  judge(games, {.deals = 3});
  const test::Words& words = test::oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  for (std::size_t i = 0; i < games.size(); ++i) {
    REQUIRE(told[i].choices_known);
    std::array<int, 2> late{};  // with the bag empty, when all is known
    for (const MadeChoice& choice : told[i].choices) {
      if (choice.position.bag_size() > 0) continue;
      const Lanes lanes(*words.lexicon, choice.position);
      const Move expected = finder.best(choice.position, lanes).move;
      late[static_cast<std::size_t>(choice.seat)] +=
          spread_after(finder, choice.position, choice.move) -
          spread_after(finder, choice.position, expected);
    }
    lost += late[0] + late[1] < 0;
    for (std::size_t s = 0; s < 2; ++s) {
      const SeatGame& seat = games[i].seats[s];
      const ChoiceWorth sum = sum_of(seat);
      CHECK(sum.turns == seat.turns);
      CHECK(seat.choices->back().points == late[s]);
      if (seat.player != "static") continue;
      CHECK(sum.differing == 0);
      CHECK(sum.points == 0);
    }
  }
  CHECK(lost > 0);
}

TEST_CASE("an opening down the board is the same as across") {
  auto games = pairs_with_greedy(1);
  std::vector<MadeChoice>& choices = games[0].choices;
  choices.erase(choices.begin() + 1, choices.end());
  Move& move = choices[0].move;
  REQUIRE(move.direction == Direction::kHorizontal);
  move.direction = Direction::kVertical;
  std::swap(move.row, move.col);
  judge(games, {.deals = 3});
  CHECK(sum_of(games[0].seats[0]).turns == 1);
  CHECK(sum_of(games[0].seats[0]).differing == 0);
}

TEST_CASE("a last exchange of unknown tiles leaves choices untold") {
  const test::Words& words = test::oel1();
  GameWatcher watcher(*words.leaves, nullptr, test::oel1_wins(), {.choices = true});
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(0, tiles("AEINRST"));
  position.set_rack(1, tiles("QUEENLY"));
  const Move exchange = Move::exchange(tiles("QY"));
  for (const Move& last : {exchange, exchange.as_seen()}) {
    watcher.start({"a", "b"});
    position.set_on_turn(0);
    watcher.see(position, Move::pass());
    position.set_on_turn(1);
    watcher.see(position, last);
    CHECK(watcher.end(position, 0, {0, 0}).choices_known == last.tiles_known());
  }
  // Nor is all told where a turn is missing between two.
  position.set_on_turn(0);
  watcher.start({"a", "b"});
  watcher.see(position, Move::pass());
  watcher.see(position, Move::pass());
  CHECK(!watcher.end(position, 0, {0, 0}).choices_known);
}

TEST_CASE("choices are told where the racks that follow can be those that were held") {
  const test::Words& words = test::oel1();
  GameWatcher watcher(*words.leaves, nullptr, test::oel1_wins(), {.choices = true});
  // The second seat puts LY back and ends with `last`.
  const auto told = [&](const char* first, const char* last) {
    watcher.start({"a", "b"});
    Position position(TileSet::english(), Layout::standard());
    position.set_rack(0, tiles(first));
    position.set_rack(1, tiles("QUEENLY"));
    for (const Move& move : {Move::pass(), Move::exchange(tiles("LY")), Move::pass()}) {
      watcher.see(position, move);
      position.make(move);
    }
    position.set_rack(1, tiles(last));
    return watcher.end(position, 0, {0, 0}).choices_known;
  };
  CHECK(told("AEINRST", "QUEENAB"));
  CHECK(!told("AEINRST", "AAEEIIO"));  // QUEEN was kept
  CHECK(!told("AEINRSQ", "QUEENAB"));  // there is one Q
  const auto told_of_one_turn = [&](const char* other) {
    watcher.start({"a", "b"});
    Position position(TileSet::english(), Layout::standard());
    position.set_rack(0, tiles("AEINRST"));
    watcher.see(position, Move::pass());
    position.set_rack(1, tiles(other));
    return watcher.end(position, 0, {0, 0}).choices_known;
  };
  CHECK(told_of_one_turn("QUEENLY"));
  CHECK(!told_of_one_turn("QUEEN"));
}

TEST_SUITE("threads") {
  TEST_CASE("what choices are worth is the same whatever the threads, and in parcels") {
    auto games = pairs_with_greedy(2), others = games;
    judge(games, {.deals = 4});
    judge(std::span(others).subspan(2), {.deals = 4, .threads = 3}, 2);
    judge(std::span(others).first(2), {.deals = 4, .threads = 3});
    for (std::size_t i = 0; i < games.size(); ++i)
      for (std::size_t s = 0; s < 2; ++s)
        CHECK(sum_of(games[i].seats[s]).points == sum_of(others[i].seats[s]).points);
  }
}

TEST_CASE("choices have the mean of the results" * doctest::skip(!test::kRunAll)) {
  auto games = pairs_with_greedy(40);
  judge(games, {.deals = 10});
  GameStats stats;
  for (std::size_t i = 0; i < games.size(); ++i) stats.add(games[i], i % 2 == 1);
  // Some 40 points a game are lost by playing for points alone (bench/strength.md).
  const Interval spread = stats.players().at("greedy").spread_by_choices.interval();
  CHECK(spread.low < -40);
  CHECK(spread.high > -40);
  CHECK(spread.high < -15);
  CHECK(stats.players().at("static").spread_by_choices.mean() == doctest::Approx(-spread.value));
  CHECK(stats.players().at("greedy").wins_by_choices.interval().high < 0.5);
}

TEST_CASE("where not all is told, and when stopped, choices are worth nothing known") {
  auto games = pairs_with_greedy(20, true);
  const auto exchanges = [](const WatchedGame& game) {
    return std::ranges::any_of(game.choices, [](const MadeChoice& choice) {
      return choice.move.kind == MoveKind::kExchange && choice.position.bag_size() > 0;
    });
  };
  CHECK(std::ranges::any_of(games, [](const WatchedGame& game) { return !game.choices_known; }));
  for (const WatchedGame& game : games) CHECK(!exchanges(game));
  std::stop_source stop;
  stop.request_stop();
  judge(games, {.deals = 3}, 0, stop.get_token());
  judge(std::span(games).first(0), {.deals = 3});
  for (const WatchedGame& game : games) CHECK(!game.seats[0].choices);
}

}  // namespace
}  // namespace zymurgy
