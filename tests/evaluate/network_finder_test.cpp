// The plays that any network worth shipping makes.
#include "evaluate/network_finder.h"

#include <doctest/doctest.h>

#include "support/lexica.h"
#include "support/tiles.h"

#if ZYMURGY_BOARD_DIM == 15

using namespace zymurgy;
using namespace zymurgy::test;

namespace {

// The opening move of a rack by the network that ships.
Move opening(std::string_view rack) {
  static const auto network = nnue::find_network(Library(), "OEL1", TileSet::english()).value();
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
