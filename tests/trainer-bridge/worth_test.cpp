#include "trainer-bridge/worth.h"

#include <doctest/doctest.h>

#include "evaluate/win_table.h"
#include "lexicon/library.h"
#include "support/tiles.h"

using namespace zymurgy;
using namespace zymurgy::trainer;

TEST_CASE("an exchange is worth what a pass of the same gains is: no tile leaves the unseen ones") {
  const WinTable wins = win_table_of(Library(), "OEL1").value();
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(0, test::tiles("IIUUVVW"));
  for (const int lead : {-60, 0, 60}) {
    position.set_score(0, 300 + lead), position.set_score(1, 300);
    std::vector<ContrastPlay> plays(2);
    plays[0].move = Move::exchange(position.rack());
    plays[1].move = Move::pass();
    for (ContrastPlay& play : plays) play.gains = {5 * kPoint, -20 * kPoint};
    const Worth worth(&wins, position, plays);
    CHECK(worth.of_gain(plays[0], 2) == worth.of_gain(plays[1], 2));
  }
}
