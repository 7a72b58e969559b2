#include "review/turn_review.h"

#include <doctest/doctest.h>

#include "endgame/endgame.h"
#include "evaluate/ranking.h"
#include "lexicon/library.h"
#include "play/game.h"
#include "preendgame/preendgame.h"
#include "protocol/resolve.h"
#include "support/lexica.h"
#include "support/random_network.h"
#include "support/repeats.h"

namespace zymurgy {
namespace {

struct Table {
  explicit Table(ReviewOptions options = {.iterations = 200, .solver_seconds = 0},
                 const test::Words& used_words = test::oel1())
      : words(used_words), reviewer(*words.lexicon, *words.leaves, wins, nullptr, options) {}

  // What each move of a list costs in a position, seen by the side on turn.
  TurnReview of(const Position& position, const Move& move) {
    Position seen = position;
    seen.set_rack(1 - position.on_turn(), {});
    return reviewer.review(seen, move);
  }

  const test::Words& words;
  const WinTable& wins = test::oel1_wins();
  MoveFinder finder{*words.lexicon, *words.leaves};
  Reviewer reviewer;
};

// A game of best plays, stopped before each turn.
template <typename Visit>
void for_each_turn(Table& table, std::uint64_t seed, Visit&& visit) {
  Game game(*table.words.lexicon, Layout::standard());
  game.start(seed);
  while (!game.over()) {
    const std::vector<Candidate> best = table.finder.top(game.position(), game.lanes(), 3);
    visit(game.position(), best);
    game.play(best.front().move);
  }
}

TEST_CASE("the best move loses nothing, others what they are behind") {
  for (const std::int64_t iterations : {0, 200}) {
    Table table({.iterations = iterations, .solver_seconds = 0});
    for_each_turn(table, 5, [&](const Position& position, const std::vector<Candidate>& best) {
      const TurnReview bad = table.of(position, best.back().move);
      CHECK(bad.made.move == best.back().move);
      CHECK(std::pair(bad.lost_chance(), bad.lost_points()) >= std::pair(-0.02, -5.0));
      const TurnReview good = table.of(position, bad.best.move);
      CHECK(good.lost_points() == 0);
      CHECK(good.lost_chance() == 0);
      if (position.bag_size() > 0) CHECK(table.of(position, Move::pass()).lost_points() > 0);
    });
  }
}

TEST_CASE("a play of no words is never the best, though it would be worth most by far") {
  for (const std::int64_t iterations : {0, 200}) {
    Table table({.iterations = iterations, .solver_seconds = 0});
    Position position(table.words.lexicon->tiles(), Layout::standard());
    position.set_rack(0, position.tiles().parse_rack("AJQVWWZ").value());
    constexpr int kMiddle = kBoardDim / 2;
    const std::string at = std::to_string(kMiddle + 1) + static_cast<char>('A' + kMiddle - 3);
    const auto phony = move_of_rack(at + ".ZWJAQWV", position);
    REQUIRE(phony);
    const TurnReview review = table.reviewer.review(position, *phony, false);
    CHECK(review.made.move == *phony);
    CHECK(review.best.move != *phony);
    CHECK(check_words(review.best.move, position, *table.words.lexicon));
    CHECK(review.lost_points() < 0);
  }
}

TEST_CASE("judged is a full rack, or what is left of the tiles, in a game that goes on") {
  Table table;
  int less = 0;
  const auto check = [&](const Position& position) {
    Position seen = position;
    seen.set_rack(1 - position.on_turn(), {});
    const bool all = position.bag_size() == 0;
    CHECK(can_be_judged(seen));
    Rack part;
    seen.rack().for_each_tile([&](Letter letter) {
      if (part.size() + 1 < seen.rack().size()) part.add(letter);
    });
    if (!all) {
      seen.set_rack(position.on_turn(), part);
      CHECK(!can_be_judged(seen));
    }
    seen.set_rack(position.on_turn(), {});
    CHECK(!can_be_judged(seen));
    less += position.rack().size() < kRackSize;
  };
  Position last(table.words.lexicon->tiles(), Layout::standard());
  for_each_turn(table, 11, [&](const Position& position, const std::vector<Candidate>&) {
    check(position);
    last = position;
  });
  CHECK(less > 0);
  last.set_scoreless_turns(6);
  CHECK(!can_be_judged(last));
}

TEST_CASE("no turn is searched where none is to be simulated, and other deals tell other values") {
  Table table({.iterations = 0, .solver_seconds = 0}, test::thin_oel1());
  int met = 0;
  for (std::uint64_t seed = 1; met < 1; ++seed)
    for_each_turn(table, seed, [&](const Position& position, const std::vector<Candidate>& best) {
      if (position.bag_size() != 1) return;
      ++met;
      CHECK(table.of(position, best.back().move).by == TurnReview::By::kEquity);
    });
  Table one({.iterations = 20, .solver_seconds = 0, .seed = 1}),
      other({.iterations = 20, .solver_seconds = 0, .seed = 2});
  Game game(*one.words.lexicon, Layout::standard());
  game.start(3);
  const Move pass = Move::pass();
  CHECK(one.of(game.position(), pass).made.points != other.of(game.position(), pass).made.points);
  // Also of the best, for which the deals that it was found on are all.
  const Move best = one.of(game.position(), pass).best.move;
  REQUIRE(one.of(game.position(), best).best.move == best);
  CHECK(one.of(game.position(), best).made.points != other.of(game.position(), best).made.points);
}

TEST_CASE("a move that is as good as the best is the best") {
  Table table({.iterations = 0, .solver_seconds = 0});
  int tied = 0;
  for (std::uint64_t seed = 1; seed <= 20 && tied == 0; ++seed)
    for_each_turn(table, seed, [&](const Position& position, const std::vector<Candidate>& best) {
      if (position.bag_size() < kRackSize || best.size() < 2 || best[1].equity != best[0].equity)
        return;
      ++tied;
      for (const Candidate& candidate : {best[0], best[1]})
        CHECK(table.of(position, candidate.move).best.move == candidate.move);
    });
  CHECK(tied > 0);
}

TEST_CASE("a review by equity counts what the network says") {
  const nnue::Network network = test::random_network(TileSet::english(), 5, {32, 32, 32});
  Table table;
  Reviewer reviewer(*table.words.lexicon, *table.words.leaves, table.wins, &network,
                    {.iterations = 0});
  nnue::Evaluator evaluator(network, TileSet::english());
  int turned = 0;
  for_each_turn(table, 5, [&](const Position& position, const std::vector<Candidate>& best) {
    if (position.bag_size() < kRackSize) return;
    Position seen = position;
    seen.set_rack(1 - position.on_turn(), {});
    const Lanes lanes(*table.words.lexicon, seen);
    const auto ranked = rank_moves(seen, lanes, table.finder, &evaluator, {.count = 3});
    turned += ranked.front().move != best.front().move;
    for (const Candidate& candidate : ranked) {
      const TurnReview review = reviewer.review(seen, candidate.move);
      CHECK(review.by == TurnReview::By::kEquity);
      CHECK(review.best.move == ranked.front().move);
      CHECK(review.made.points == in_points(candidate.equity));
    }
  });
  CHECK(turned > 0);
}

TEST_CASE("a simulation that was asked to stop makes a review no longer") {
  std::stop_source stop;
  stop.request_stop();
  Table table({.iterations = 1'000'000'000, .solver_seconds = 0});
  Position position(table.words.lexicon->tiles(), Layout::standard());
  position.set_rack(0, position.tiles().parse_rack("AEINRST").value());
  CHECK(table.reviewer.review(position, Move::pass(), true, stop.get_token()).by ==
        TurnReview::By::kSimulation);
}

TEST_CASE("the best is compared on new deals, the same whatever it is compared with") {
  Table table, few({.iterations = 8, .solver_seconds = 0});  // so few that none is spared
  Position position(table.words.lexicon->tiles(), Layout::standard());
  position.set_rack(0, position.tiles().parse_rack("AEINRST").value());
  const Lanes lanes(*table.words.lexicon, position);
  const std::vector<Candidate> all = table.finder.all(position, lanes);
  const Move hopeless = Move::pass();
  const TurnReview one = table.of(position, hopeless);
  const Move best = one.best.move;
  TurnReview other;  // of a move that is close behind
  for (std::size_t i = 0; i < 10 && other.best.move != best; ++i)
    if (all[i].move != best) other = table.of(position, all[i].move);
  REQUIRE(other.best.move == best);
  REQUIRE(other.lost_points() < 20);
  CHECK(one.best.points == other.best.points);
  CHECK(one.best.chance == other.best.chance);

  const TurnReview compared = few.of(position, hopeless);
  const TurnReview found = few.of(position, compared.best.move);  // on the first deals
  REQUIRE(found.best.move == compared.best.move);
  CHECK(compared.best.points != found.best.points);

  CHECK(one.lost_error > 0);
  CHECK(compared.lost_error > one.lost_error);
  CHECK(found.lost_error == 0);
}

TEST_CASE("in an endgame a move loses what the solver says, exactly") {
  Table table;
  int met = 0;
  for_each_turn(table, 11, [&](const Position& position, const std::vector<Candidate>& best) {
    if (position.bag_size() > 0) return;
    const int value = solve_endgame(*table.words.lexicon, position, {})->spread;
    for (const Candidate& candidate : best) {
      const TurnReview review = table.of(position, candidate.move);
      CHECK(review.by == TurnReview::By::kEndgame);
      CHECK(review.exact);
      CHECK(review.best.points == value);
      if (review.lost_points() == 0) CHECK(review.best.move == candidate.move);
      Position after = position;
      after.make(candidate.move);
      if (after.over()) continue;
      const int rest = solve_endgame(*table.words.lexicon, after, {})->spread;
      CHECK(review.made.points == candidate.move.score - rest);
      CHECK(review.lost_points() >= 0);
      ++met;
    }
  });
  CHECK(met > 0);
}

TEST_CASE("with one tile in the bag a move loses what all orders of the tiles unseen say" *
          doctest::skip(!test::kRunAll)) {
  Table table({.iterations = 200, .solver_seconds = 0}, test::thin_oel1());
  int met = 0;
  for (std::uint64_t seed = 1; met < 1; ++seed)
    for_each_turn(table, seed, [&](const Position& position, const std::vector<Candidate>& best) {
      if (position.bag_size() != 1) return;
      ++met;
      Position seen = position;
      seen.set_rack(1 - position.on_turn(), {});
      PegOptions options;
      options.brief_spreads = true;
      const auto solved =
          solve_preendgame(*table.words.lexicon, *table.words.leaves, seen, options);
      REQUIRE(solved);
      const auto chance = [](const PegPlay& play) {
        return static_cast<double>(play.tally.half_points()) /
               static_cast<double>(2 * play.tally.weight());
      };
      for (const Candidate& candidate : best) {
        const TurnReview review = table.of(position, candidate.move);
        CHECK(review.by == TurnReview::By::kPreendgame);
        CHECK(review.made.move == candidate.move);
        CHECK(review.best.chance == chance(solved->plays.front()));
        CHECK(review.lost_chance() >= 0);
        options.only = {candidate.move};
        const auto made =
            solve_preendgame(*table.words.lexicon, *table.words.leaves, seen, options);
        CHECK(review.made.chance == chance(made->plays.front()));
        if (review.exact)
          CHECK(review.made.points == made->plays.front().mean_spread() - position.spread());
      }
    });
}

TEST_CASE("a review is exact only where both of its endgames were solved") {
  Table whole;
  int cut_short = 0;
  for (double seconds = 5e-5; seconds < 4e-3; seconds *= 2) {
    Table hurried({.iterations = 0, .solver_seconds = seconds});
    for (std::uint64_t seed = 11; seed < 17; ++seed)
      for_each_turn(whole, seed, [&](const Position& position, const std::vector<Candidate>& best) {
        if (position.bag_size() > 0) return;
        for (const Candidate& candidate : best) {
          const TurnReview review = hurried.of(position, candidate.move);
          cut_short += !review.exact;
          if (review.exact)
            CHECK(review.best.points == whole.of(position, candidate.move).best.points);
        }
      });
  }
  CHECK(cut_short > 0);
}

TEST_SUITE("threads") {
  TEST_CASE("what is reviewed is the same whatever the threads") {
    Table one({.iterations = 100, .solver_seconds = 0}),
        three({.iterations = 100, .solver_seconds = 0, .threads = 3});
    int turns = 0;
    for_each_turn(one, 7, [&](const Position& position, const std::vector<Candidate>& best) {
      if (++turns > 4) return;
      const TurnReview a = one.of(position, best.back().move),
                       b = three.of(position, best.back().move);
      CHECK(a.best.move == b.best.move);
      CHECK(a.lost_chance() == b.lost_chance());
      CHECK(a.lost_points() == b.lost_points());
    });
  }
}

}  // namespace
}  // namespace zymurgy
