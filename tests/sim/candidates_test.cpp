#include "sim/candidates.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "evaluate/end_of_turns.h"
#include "support/scene.h"

using namespace zymurgy;
using test::Scene;

TEST_CASE("a pass is compared where it ends the game, and known to win that") {
  bool met = false;
  for (std::uint64_t seed = 1; seed < 60; ++seed) {
    Scene scene(seed, 5);
    if (scene.position.over() || scene.position.most_exchanged() == 0) continue;
    met = true;
    scene.position.set_scoreless_turns(scene.position.rules().max_scoreless_turns - 1);
    scene.position.set_score(scene.position.on_turn(), 900);
    scene.candidates = scene.named(5);
    REQUIRE(holds(scene.candidates, Move::pass()));
    SimOptions options;
    options.iterations = 100;
    const SimResult result =
        scene.simulator(1).run(scene.position, scene.lanes, scene.candidates, options);
    for (const SimPlay& play : result.plays)
      if (play.move == Move::pass()) CHECK(play.wp == 1);
  }
  CHECK(met);
}

TEST_CASE("where a scoreless turn ends the game the one that wins most is compared, and plays") {
  int met = 0;
  for (std::uint64_t seed = 1; seed < 60 && met < 3; ++seed) {
    Scene scene(seed, 5);
    if (scene.position.over() || scene.position.most_exchanged() < kRackSize) continue;
    const Rack vowels = scene.position.tiles().parse_rack("IIUUVVC").value();
    scene.position.set_rack(scene.position.on_turn(), vowels);
    MoveFinder finder(*scene.words.lexicon, *scene.words.leaves);
    if (finder.plays(scene.position, scene.lanes).size() < 5) continue;
    ++met;
    const auto ends = [&](const Candidate& candidate) {
      return scene.position.runs_out_of_turns(candidate.move);
    };
    scene.position.set_scoreless_turns(scene.position.rules().max_scoreless_turns - 1);
    // Where it wins whatever it is, the one that wins by most.
    for (const int more : {0, 500}) {
      scene.position.set_score(scene.position.on_turn(),
                               scene.position.score(scene.position.on_turn()) + more);
      const auto outcome = [&](const Candidate& candidate) {
        const auto [spread, win] = end_of_turns(scene.position, candidate.move);
        return std::pair(win, spread);
      };
      std::pair<double, Equity> most{0, 0};
      for (const Candidate& any : finder.all(scene.position, scene.lanes))
        if (ends(any)) most = std::max(most, outcome(any));
      const auto candidates = scene.named(5);
      const auto wins_most = [&](const Candidate& candidate) {
        return ends(candidate) && outcome(candidate) == most;
      };
      CHECK(std::ranges::any_of(candidates, wins_most));
      CHECK(holds(candidates, Move::pass()));
      CHECK(std::ranges::count_if(candidates, ends) <= 2);
      CHECK(std::ranges::count_if(candidates, std::not_fn(ends)) == 5);
    }
    scene.position.set_scoreless_turns(0);
    CHECK(scene.named(5).size() == 5);
  }
  CHECK(met > 0);
}

TEST_CASE("a pass is compared where the bag has too few tiles to exchange, and named once") {
  std::array<bool, 2> met{};
  for (std::uint64_t seed = 1; seed < 60; ++seed) {
    Scene scene(seed, 5);
    if (scene.position.over() || scene.candidates.size() < 2) continue;
    const int bag = scene.position.bag_size();
    const std::size_t before = scene.candidates.size();
    const bool waits = bag > 0 && bag < scene.position.rules().exchange_limit;
    met[waits] = true;
    const auto candidates = scene.named(5);
    CHECK(candidates.size() == before + (waits ? 1 : 0));
    const auto place = std::min<std::size_t>(3, before);
    if (waits) CHECK(candidates[place].move == Move::pass());
    const auto asked_for = scene.named(5, Move::pass());
    CHECK(std::ranges::count(asked_for, Move::pass(), &Candidate::move) == 1);
  }
  CHECK((met[false] && met[true]));
}

TEST_CASE("moves that are named are compared alone, late in the game and at the last turn, too") {
  int late = 0, last = 0;
  for (std::uint64_t seed = 1; seed < 60; ++seed) {
    Scene scene(seed, 5);
    if (scene.candidates.size() < 2) continue;
    MoveFinder finder(*scene.words.lexicon, *scene.words.leaves);
    const RankRequest request{.count = 5, .only = {scene.candidates[1].move}};
    const auto named = [&] {
      return sim_candidates(scene.position, scene.lanes, finder, nullptr, request).size();
    };
    late += scene.position.bag_size() > 0 && scene.position.most_exchanged() == 0;
    CHECK(named() == 1);
    if (!scene.candidates[1].move.is_play()) continue;
    ++last;
    scene.position.set_scoreless_turns(scene.position.rules().max_scoreless_turns - 1);
    CHECK(named() == 1);
  }
  CHECK(late > 0);
  CHECK(last > 0);
}

TEST_CASE("another move that is named is compared where a scoreless turn ends the game, too") {
  int met = 0;
  for (std::uint64_t seed = 1; seed < 60; ++seed) {
    Scene scene(seed, 5);
    if (scene.position.most_exchanged() < kRackSize || !scene.candidates[0].move.is_play())
      continue;
    ++met;
    scene.position.set_scoreless_turns(scene.position.rules().max_scoreless_turns - 1);
    const Move also = Move::exchange(scene.position.rack());
    const auto candidates = scene.named(5, also);
    CHECK(candidates[1].move == also);  // before those that time may not reach
    CHECK(candidates[0].move.is_play());
    scene.position.set_scoreless_turns(0);
    CHECK(scene.named(5, also)[1].move == also);
  }
  CHECK(met > 0);
}
