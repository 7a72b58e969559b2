#include "evaluate/network_finder.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "evaluate/ranking.h"
#include "support/late_game.h"
#include "support/lexica.h"
#include "support/random_network.h"
#include "support/tiles.h"

using namespace zymurgy;
using namespace zymurgy::test;

TEST_CASE("the network is asked about all that its word may turn, and chooses the best of it") {
  const Words& words = oel1();
  const nnue::Network network = random_network(TileSet::english(), 5, {32, 32, 32});
  MoveFinder finder(*words.lexicon, *words.leaves);
  NetworkFinder chooser(*words.lexicon, *words.leaves, network);
  nnue::Evaluator evaluator(network, TileSet::english());
  Random random(4);
  for (const int bag : {60, 25, 12, 9, 3, 0}) {
    const Position position = random_late_game(*words.lexicon, finder, bag, random);
    const Lanes lanes(*words.lexicon, position);
    std::vector<Candidate> all = finder.all(position, lanes);
    REQUIRE(all.size() > 1);
    all.pop_back();  // the pass, which is asked about only where there is nothing else
    const auto asked = [&](int least) {
      const auto list = NetworkFinder::shortlist(finder, position, lanes, least);
      for (std::size_t i = 0; i < list.size(); ++i) REQUIRE(list[i].move == all[i].move);
      return list.size();
    };
    std::size_t within = 0;
    while (within < std::min<std::size_t>(all.size(), NetworkFinder::kPlays) &&
           all[within].equity >= all[0].equity - NetworkFinder::margin(bag))
      ++within;
    CHECK(asked(1) == within);
    CHECK(asked(15) == std::max(within, std::min<std::size_t>(15, all.size())));
    CHECK(asked(100) == std::max(within, std::min<std::size_t>(100, all.size())));
    const std::size_t most = all.size();
    all.resize(within);
    evaluator.start(position, lanes);
    const Equity level = evaluator.predict(all[0].move).win;
    for (Candidate& candidate : all)
      candidate.equity += evaluator.predict(candidate.move).win - level;
    const Candidate best = *std::min_element(all.begin(), all.end(), better);
    CHECK(chooser.best(position, lanes).move == best.move);
    CHECK(chooser.top(position, lanes, 3).size() == std::min<std::size_t>(3, most));
    // Who asks for more meets the same first.
    for (const int count : {1, 10, 1000}) {
      CHECK(chooser.top(position, lanes, count).front().move == best.move);
      CHECK(rank_moves(position, lanes, finder, &evaluator, {.count = count}).front().move ==
            best.move);
    }
    // Those near the best are told before the others, either in order.
    const auto& told = chooser.top(position, lanes, 1000);
    const auto others = told.begin() + static_cast<std::ptrdiff_t>(within);
    CHECK(std::is_sorted(told.begin(), others, better));
    CHECK(std::is_sorted(others, told.end(), better));
    // Equities are the static ones, corrected by what the network says of the best and the others.
    for (const Candidate& candidate :
         rank_moves(position, lanes, finder, &evaluator, {.count = 10})) {
      const auto same = std::ranges::find(all, candidate.move, &Candidate::move);
      if (same != all.end()) CHECK(candidate.equity == same->equity);
    }
  }
}

// The plays that any network worth shipping makes.
#if ZYMURGY_BOARD_DIM == 15

namespace {

// The opening move of a rack by the network that ships.
Move opening(std::string_view rack) {
  static const auto network = nnue::find_network(Library(), "OEL1", &TileSet::english()).value();
  const Words& words = oel1();
  NetworkFinder finder(*words.lexicon, *words.leaves, *network);
  Position position(words.lexicon->tiles(), Layout::standard());
  position.set_rack(0, test::tiles(rack));
  return finder.best(position, Lanes(*words.lexicon, position.layout())).move;
}

}  // namespace

TEST_CASE("ZYMURGY is played at 8D for 120") {
  const Move move = opening("GMRUYYZ");
  CHECK(move.score == 120);
  CHECK(move.square(0) == Square{7, 3});
}

TEST_CASE("JUT opens with its U on the star") {
  const Move move = opening("JTU");
  REQUIRE(move.length == 3);
  CHECK(move.tiles[1] == TileSet::english().parse_word("U").value().front());
  CHECK(move.square(1) == Square{7, 7});
}

TEST_CASE("DUGS is not spent on the opening") {
  const Move move = opening("DUGDUGS");
  CHECK(!move.used()[TileSet::english().parse_word("S").value().front()]);
}

#endif
