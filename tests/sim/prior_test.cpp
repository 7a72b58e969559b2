// What plays are worth before they are played out, and how much that counts.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <stop_token>
#include <vector>

#include "evaluate/end_of_turns.h"
#include "evaluate/worth.h"
#include "sim/simulator.h"
#include "support/late_game.h"
#include "support/scene.h"

using namespace zymurgy;
using test::Scene;

namespace {

// As they stand when a simulation is stopped before its first sample.
std::vector<SimPlay> before_any_sample(const Scene& scene, Simulator simulator) {
  std::stop_source stop;
  stop.request_stop();
  SimOptions options;
  options.limits.stop = stop.get_token();
  return simulator.run(scene.position, scene.lanes, scene.candidates, options).plays;
}

}  // namespace

#if ZYMURGY_BOARD_DIM == 15  // the win table is of that game
TEST_CASE("before any sample, plays stand as their equities have them") {
  Scene scene(9, 10);
  REQUIRE(scene.position.bag_size() > kRackSize);
  const std::vector<Candidate> by_equity = scene.candidates;
  std::ranges::reverse(scene.candidates);
  const std::vector<SimPlay> plays = before_any_sample(scene, scene.simulator(1));
  for (std::size_t i = 0; i < plays.size(); ++i) {
    CHECK(plays[i].iterations == 0);
    CHECK(std::isnan(plays[i].wp));
    // The win table knows whole points only.
    CHECK(std::abs(plays[i].equity - by_equity[i].equity) <= kPoint);
  }
}
#endif

TEST_CASE("before any sample, a chance is that of a side that sees the tiles that are laid") {
  Scene scene(9, 10);
  scene.position.set_score(0, 0);
  scene.position.set_score(1, 0);
  int lost = 0, won = 0;
  for (const Candidate& candidate : scene.candidates) {
    // The other side wins if it does not see just so many tiles as after this one.
    const int unseen = scene.position.unseen_by_other(candidate.move);
    WinTable wins(WinTable::kMaxUnseen);
    for (int spread = -WinTable::kMaxSpread; spread <= WinTable::kMaxSpread; ++spread)
      wins.set(spread, unseen, WinTable::kOne);
    const GuideMaker guides = guide_maker(*scene.words.lexicon, *scene.words.leaves, wins);
    for (const SimPlay& play : before_any_sample(scene, {*scene.words.leaves, guides})) {
      const bool loses = scene.position.unseen_by_other(play.move) == unseen;
      CHECK((play.utility < 0.5) == loses);
      (loses ? lost : won) += 1;
    }
  }
  CHECK(lost > 0);
  CHECK(won > 0);
}

TEST_CASE("before any sample, a move that ends the game stands as that end") {
  Scene scene(9, 5);
  scene.position.set_scoreless_turns(scene.position.rules().max_scoreless_turns - 1);
  const int mover = scene.position.on_turn();
  for (const int lead : {-10, 0, 10}) {
    scene.position.set_score(mover, 100 + lead);
    scene.position.set_score(1 - mover, 100);
    scene.candidates = scene.named(5);
    const auto plays = before_any_sample(scene, scene.simulator(1));
    const auto pass = std::ranges::find(plays, Move::pass(), &SimPlay::move);
    REQUIRE(pass != plays.end());
    const EndOfTurns end = end_of_turns(scene.position, Move::pass());
    CHECK(pass->utility == doctest::Approx(worth(end.win, in_points(end.spread))).epsilon(0.001));
  }
}

TEST_CASE("what equity predicts counts as 20 playouts, 5 with few tiles in the bag") {
  Random random(5);
  for (const int bag : {kRackSize, kRackSize + 1}) {
    const Scene scene(late_position(bag, 0, random), 10);
    const auto before = before_any_sample(scene, scene.simulator(1));
    SimOptions options;
    options.to_the_end_bag = SimOptions::kNever;
    options.iterations = 10;
    options.confidence = 0;
    const auto after =
        scene.simulator(1).run(scene.position, scene.lanes, scene.candidates, options).plays;
    int met = 0;
    for (const SimPlay& play : after) {
      const double sampled = worth(play.wp, scene.position.spread() + play.eq);
      const double predicted = std::ranges::find(before, play.move, &SimPlay::move)->utility;
      if (std::abs(sampled - predicted) < 0.05) continue;
      ++met;
      const double weight = 10 * (sampled - play.utility) / (play.utility - predicted);
      CHECK(weight == doctest::Approx(bag == kRackSize ? 5 : 20).epsilon(0.05));
    }
    CHECK(met > 0);
  }
}
