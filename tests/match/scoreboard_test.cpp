#include "match/scoreboard.h"

#include <doctest/doctest.h>

#include <vector>

#include "game/random.h"

namespace zymurgy {
namespace {

// `score` is that of engine 0, against 400.
GameResult result(std::uint64_t number, int score, std::uint64_t moves = 1) {
  GameResult result;
  result.game.number = number;
  result.scores = {score, 400};
  result.turns = {12, 11};
  result.moves_hash = moves;
  return result;
}

TEST_CASE("only whole pairs count, in their order") {
  Scoreboard board;
  CHECK(!board.add(result(2, 500)));
  CHECK(!board.add(result(3, 300)));
  CHECK(!board.add(result(1, 300, 2)));
  CHECK(board.tally().games == 0);
  CHECK(board.add(result(0, 400)));
  CHECK(board.tally().games == 4);
  CHECK(board.tally().pairs == 2);
  CHECK(board.tally().divergent == 1);
  CHECK(board.pairs() == Pentanomial{{0, 1, 1, 0, 0}});
  const PlayerTally& first = board.tally().players[0];
  CHECK(first.wins == 1);
  CHECK(first.losses == 2);
  CHECK(first.ties == 1);
  CHECK(first.score.sum == 1500);
  CHECK(board.tally().players[1].spread.sum == 100);
  // Engine 0 moved first in games 0 (a tie) and 2 (a win), engine 1 in games 1 and 3 (wins).
  CHECK(board.tally().first_mover_wins == 3);
}

TEST_CASE("who moves second may win") {
  Scoreboard board;
  for (const std::uint64_t number : {0, 1}) board.add(result(number, 500));
  CHECK(board.tally().first_mover_wins == 1);
}

TEST_CASE("penalties for time are each engine's own") {
  Scoreboard board;
  for (const std::uint64_t number : {0, 1}) {
    GameResult late = result(number, 500);
    late.penalties = {0, 10};
    board.add(late);
  }
  CHECK(board.penalties(0) == 0);
  CHECK(board.penalties(1) == 20);
}

TEST_CASE("a forfeit decides the game whatever the score, and is left out of the means") {
  Scoreboard board;
  GameResult forfeit = result(0, 100);
  forfeit.forfeited_by = 1;
  forfeit.fault = {EngineFault::Kind::kIllegal, "no word"};
  board.add(forfeit);
  board.add(result(1, 410));
  CHECK(board.pairs() == Pentanomial{{0, 0, 0, 0, 1}});
  CHECK(board.faults()[1].illegal == 1);
  CHECK(board.faults()[1].all() == 1);
  CHECK(board.faults()[0].all() == 0);
  CHECK(board.tally().players[0].score.count == 1);
}

TEST_CASE("the standing does not depend on the order in which games end") {
  std::vector<GameResult> results;
  Random random(3);
  for (std::uint64_t number = 0; number < 3000; ++number)
    results.push_back(result(number, 300 + static_cast<int>(random.below(220)), random()));
  const Sprt sprt{.elo0 = 0, .elo1 = 20};
  Scoreboard in_order(sprt), shuffled(sprt);
  for (const GameResult& r : results) in_order.add(r);
  shuffle(std::span(results), random);
  for (const GameResult& r : results) shuffled.add(r);
  CHECK(in_order.pairs() == shuffled.pairs());
  CHECK(in_order.llr() == shuffled.llr());
  CHECK(in_order.verdict() == Sprt::Verdict::kH1);
  // What came after the verdict does not count.
  CHECK(in_order.tally().games < 3000);
  CHECK(in_order.tally().games == shuffled.tally().games);
}

TEST_CASE("half points and overtime") {
  CHECK(result(0, 399).half_points() == 0);
  CHECK(result(0, 400).half_points() == 1);
  CHECK(result(0, 401).half_points() == 2);
  const TimeRules rules;
  CHECK(overtime_penalty(Microseconds(0), rules) == 0);
  CHECK(overtime_penalty(Microseconds(-1), rules) == 10);
  CHECK(overtime_penalty(Microseconds(-60'000'000), rules) == 10);
  CHECK(overtime_penalty(Microseconds(-60'000'001), rules) == 20);
}

}  // namespace
}  // namespace zymurgy
