#include "review/luck.h"

#include <doctest/doctest.h>

#include "support/lexica.h"
#include "support/tiles.h"

namespace zymurgy {
namespace {

using test::tiles;

Luck luck(std::string_view kept, std::string_view rack, int threads = 1) {
  const test::Words& words = test::oel1();
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(0, tiles(rack));
  return luck_of(*words.lexicon, *words.leaves, draw_from_unseen(position, {tiles(kept), {}}),
                 {.draws = 300, .seed = 4, .threads = threads});
}

TEST_CASE("good draws are lucky, bad ones are not, whatever was kept before") {
  const Luck good = luck("AEINS", "AEINST?"), bad = luck("AEINS", "AEINSUV");
  CHECK(good.equities.size() == 300);
  CHECK(good.points() > 15);
  CHECK(good.rank() > bad.rank());
  CHECK(bad.points() < -5);
  CHECK(bad.rank() < 0.5);
  // The same leave, the same draws: the tiles drawn in fact went back among the others.
  CHECK(good.equities == bad.equities);
  CHECK(luck("", "AEINSUV").mean.mean() < bad.mean.mean());
}

TEST_CASE("what was put back behind a draw was not to be drawn, unless it has been since") {
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(0, tiles("AEINSTK"));
  const TileCounts all = draw_from_unseen(position, {tiles("AE"), {}}).pool;
  CHECK(draw_from_unseen(position, {tiles("AE"), tiles("VVWUO")}).pool ==
        all.without(tiles("VVWUO")));
  // The only K was drawn, so by now it is not where it was put.
  CHECK(draw_from_unseen(position, {tiles("AE"), tiles("K")}).pool == all);
}

TEST_CASE("a draw ranks above those that made less, ties half") {
  Luck drawn;
  drawn.best.equity = 3 * kPoint;
  drawn.equities = {1, 3, 3, 5};
  CHECK(drawn.rank() == 0.5);
  drawn.equities = {1, 2, 3, 3};
  CHECK(drawn.rank() == 0.75);
}

TEST_SUITE("threads") {
  TEST_CASE("luck does not depend on the threads") {
    CHECK(luck("QU", "QUIRKSS").equities == luck("QU", "QUIRKSS", 3).equities);
  }
}

}  // namespace
}  // namespace zymurgy
