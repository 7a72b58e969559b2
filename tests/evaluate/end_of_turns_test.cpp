#include "evaluate/end_of_turns.h"

#include <doctest/doctest.h>

#include <cmath>

#include "game/counting.h"
#include "support/tiles.h"

namespace zymurgy {
namespace {

using test::tiles;

struct Dealt {
  double spread = 0, win = 0;
};

// By dealing what is not known.
Dealt dealt(const Position& before, const Move& move, int times) {
  Random random(7);
  Dealt sum;
  for (int n = 0; n < times; ++n) {
    TileCounts mine = before.leave_after(move), pool = before.unseen(before.on_turn());
    const TileCounts drawn = draw_tiles(pool, kRackSize - mine.size(), random);
    mine.add(drawn);
    pool.remove(drawn);
    const int points = before.spread() +
                       before.tiles().points(draw_tiles(pool, kRackSize, random)) -
                       before.tiles().points(mine);
    sum.spread += points;
    sum.win += points > 0 ? 1 : points == 0 ? 0.5 : 0;
  }
  return {sum.spread / times, sum.win / times};
}

}  // namespace

TEST_CASE("a game that ends by scoreless turns is told by the tiles that may be on the racks") {
  for (const auto& [held, thrown] :
       {std::pair{"QVVCIIU", "CIVV"}, {"QVVCIIU", "QVV"}, {"QVVCIIU", ""}, {"QZ", ""}, {"E", ""}}) {
    Position position(test::english(), Layout::standard());
    position.set_rack(0, tiles(held));
    position.set_score(0, 3);
    position.set_zero_turns(position.rules().max_zero_turns - 1);
    const Move move = *thrown != 0 ? Move::exchange(tiles(thrown)) : Move::pass();
    REQUIRE(position.runs_out_of_turns(move));
    const EndOfTurns told = end_of_turns(position, move);
    const Dealt wanted = dealt(position, move, 20000);
    CHECK(std::abs(told.spread / double{kPoint} - wanted.spread) < 0.2);
    CHECK(std::abs(told.win - wanted.win) < 0.03);
  }
}

}  // namespace zymurgy
