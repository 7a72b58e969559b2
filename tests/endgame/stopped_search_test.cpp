// Searches that time or somebody ends.
#include <doctest/doctest.h>

#include <optional>
#include <stop_token>

#include "endgame/endgame.h"
#include "endgame/search.h"
#include "evaluate/move_finder.h"
#include "game/random.h"
#include "support/late_game.h"
#include "support/made_up_lexicon.h"
#include "support/repeats.h"

namespace zymurgy {
namespace {

// Endgames of random games: the bag is empty, both racks full.
struct Ends {
  explicit Ends(std::uint64_t seed) : random(seed) {}
  static EndgameOptions small_table() {
    EndgameOptions options;
    options.hash_mb = 8;
    return options;
  }
  Position next() { return random_late_game(lexicon, finder, 0, random); }

  const Lexicon& lexicon = made_up_lexicon();
  LeaveTable leaves{lexicon.tiles()};
  MoveFinder finder{lexicon, leaves};
  Random random;
};

TEST_CASE("a search stopped early says so") {
  Ends ends(3);
  const Position position = ends.next();
  EndgameOptions options = Ends::small_table();
  options.max_depth = 1;
  const auto shallow = solve_endgame(ends.lexicon, position, options);
  REQUIRE(shallow);
  if (!shallow->proved) CHECK(shallow->label() == "depth 1");
  CHECK(!shallow->line.empty());
  std::stop_source source;
  source.request_stop();
  const Lanes lanes(ends.lexicon, position);
  for (const Limits& over : {Limits{source.get_token()}, Limits{{}, Limits::Clock::now()}}) {
    options.limits = over;
    const auto stopped = solve_endgame(ends.lexicon, position, options);
    REQUIRE(stopped);
    CHECK(!stopped->proved);
    CHECK(stopped->label() == "depth 0");
    // Even then it is no bad move.
    REQUIRE(stopped->line.size() == 1);
    CHECK(stopped->line[0] == ends.finder.best(position, lanes).move);
  }
}

TEST_CASE("a bound on nodes ends a search, always with the same move") {
  Ends ends(12);
  for (int n = 0; n < 4; ++n) {
    const Position position = ends.next();
    EndgameOptions options = Ends::small_table();
    options.max_depth = 3;
    const auto whole = solve_endgame(ends.lexicon, position, options);
    REQUIRE(whole);
    options.max_nodes = whole->nodes / 2;
    const auto cut = solve_endgame(ends.lexicon, position, options);
    REQUIRE(cut);
    CHECK(cut->nodes <= options.max_nodes + 1);
    CHECK(!cut->proved);
    CHECK(cut->depth < whole->depth);
    const auto again = solve_endgame(ends.lexicon, position, options);
    REQUIRE(again);
    CHECK(again->line == cut->line);
    CHECK(again->nodes == cut->nodes);

    const Lanes lanes(ends.lexicon, position);
    for (const Candidate& candidate : ends.finder.top(position, lanes, 3))
      options.only.push_back(candidate.move);
    const auto given = solve_endgame(ends.lexicon, position, options);
    REQUIRE(given);
    CHECK(given->nodes <= options.max_nodes + options.only.size());
    options.max_nodes = given->nodes / 2;
    const auto shared = solve_endgame(ends.lexicon, position, options);
    REQUIRE(shared);
    CHECK(shared->nodes <= options.max_nodes + options.only.size());
    CHECK(given->moves.size() == options.only.size());
  }
}

TEST_CASE("of a search that was stopped the best move so far is told, and is worth that at least") {
  Ends ends(9);
  int found_some = 0;
  // When a search is stopped is the clock's affair: tried until it was in time for some.
  for (int i = 0; found_some < test::repeats(8) && i < 1000; ++i) {
    const Position position = ends.next();
    const int mover = position.on_turn();
    TileCounts tiles = position.rack(0);
    tiles.add(position.rack(1));
    const EndgameContext context(ends.lexicon, position.layout(), position.rules(),
                                 position.board(), tiles);
    TranspositionTable table(8, TranspositionTable::Use::kLong);
    EndgameSearcher searcher(context, table);
    searcher.tree.set(position.board(), position.rack(mover), position.rack(1 - mover), 6);
    const int guess =
        searcher.alpha_beta.search(0, -EndgameTree::kInfinity, EndgameTree::kInfinity).value;
    for (auto time = std::chrono::microseconds(50); time < std::chrono::seconds(1);
         time = time * 5 / 4) {
      searcher.tree.set_limits({{}, Limits::Clock::now() + time}, nullptr);
      searcher.alpha_beta.search_around(guess, EndgameTree::kMaxDepth, -EndgameTree::kInfinity,
                                        EndgameTree::kInfinity);
      if (!searcher.tree.stopped()) break;
      const auto found = searcher.alpha_beta.found_so_far();
      if (!found) continue;
      Position next = position;
      next.make(found->move);
      const auto answer = solve_endgame(ends.lexicon, next, Ends::small_table());
      const int worth = next.over() ? next.end_gain(mover) : -answer->spread;
      CHECK(found->move.score + worth >= found->value);
      ++found_some;
      break;
    }
  }
  CHECK(found_some > 0);
}

TEST_CASE("of the best moves a search that was stopped tells those alone that nothing can beat") {
  Ends ends(23);
  int cut_short = 0;
  for (int i = 0; cut_short < test::repeats(16) && i < 1000; ++i) {
    const Position position = ends.next();
    EndgameOptions options = Ends::small_table();
    options.best_moves = 5;
    options.limits.deadline = deadline_in(0.5);
    const auto whole = solve_endgame(ends.lexicon, position, options);
    REQUIRE(whole);
    if (options.limits.reached()) continue;
    for (int eighths = 1; eighths < 8; ++eighths) {
      options.limits.deadline = deadline_in(whole->seconds * eighths / 8);
      const auto answer = solve_endgame(ends.lexicon, position, options);
      REQUIRE(answer);
      if (!answer->proved || answer->moves.size() == whole->moves.size()) continue;
      for (std::size_t k = 0; k < answer->moves.size(); ++k)
        CHECK(answer->moves[k].spread == whole->moves[k].spread);
      ++cut_short;
    }
  }
  CHECK(cut_short > 0);
}

TEST_CASE("of a search that was stopped no less is told than of the depth before") {
  Ends ends(10);
  int cut_short = 0;
  for (int i = 0; cut_short < test::repeats(32) && i < 1000; ++i) {
    const Position position = ends.next();
    for (auto time = std::chrono::microseconds(100); time < std::chrono::milliseconds(200);
         time = time * 3 / 2) {
      EndgameOptions options = Ends::small_table();
      options.limits.deadline = Limits::Clock::now() + time;
      std::optional<int> last;
      const auto answer = solve_endgame(ends.lexicon, position, options,
                                        [&](const EndgameAnswer& depth) { last = depth.spread; });
      REQUIRE(answer);
      if (answer->proved) break;
      if (!last) continue;
      CHECK(answer->spread >= *last);
      ++cut_short;
    }
  }
  CHECK(cut_short > 0);
}

}  // namespace
}  // namespace zymurgy
