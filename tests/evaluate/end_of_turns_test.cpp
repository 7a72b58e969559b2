#include "evaluate/end_of_turns.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "game/counting.h"
#include "support/late_game.h"
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
    position.set_scoreless_turns(position.rules().max_scoreless_turns - 1);
    const Move move = *thrown != 0 ? Move::exchange(tiles(thrown)) : Move::pass();
    REQUIRE(position.runs_out_of_turns(move));
    const EndOfTurns told = end_of_turns(position, move);
    const Dealt wanted = dealt(position, move, 20000);
    CHECK(std::abs(told.spread / double{kPoint} - wanted.spread) < 0.2);
    CHECK(std::abs(told.win - wanted.win) < 0.03);
  }
}

TEST_CASE("late in the game both racks are of the few tiles that are left") {
  Random random(2);
  for (const int bag : {1, 3}) {
    double off = 0;
    int cases = 0;
    for (int n = 0; n < 4; ++n) {
      Position position = late_position(bag, 0, random);
      position.set_scoreless_turns(position.rules().max_scoreless_turns - 1);
      const int mover = position.on_turn();
      const EndOfTurns level = end_of_turns(position, Move::pass());
      const int even = position.score(mover) - static_cast<int>(level.spread / kPoint);
      for (int lead = -8; lead <= 8; lead += 4, ++cases) {
        position.set_score(mover, even + lead);
        const EndOfTurns told = end_of_turns(position, Move::pass());
        off += std::abs(told.win - dealt(position, Move::pass(), 200).win);
      }
    }
    CHECK(off / cases < 0.08);
  }
}

TEST_CASE("no more is drawn than there is, and who goes out is paid for the other rack") {
  struct Case {
    std::string rack, count;  // of E, seven of which are on the other rack
    int spread;
  };
  for (const auto& [rack, count, spread] :
       {Case{"?E", "8", 14 - 2}, Case{"?", "7", 2 * 14}, Case{"??EEEEE", "13", 14 - 12}}) {
    const auto blanks = static_cast<std::uint8_t>(std::ranges::count(rack, '?'));
    const TileSet set =
        TileSet::parse("?,?," + std::to_string(blanks) + ",0,0\nA,a,1,1,1\nE,e," + count + ",2,1\n",
                       "few")
            .value();
    const Square start = Layout::standard().start();
    Board board;
    board.set(start, 1);
    Position position(set, Layout::standard());
    position.set_board(board);
    position.set_rack(0, set.parse_rack(rack).value());
    position.set_scoreless_turns(position.rules().max_scoreless_turns - 1);
    Move play;
    play.kind = MoveKind::kPlay;
    play.row = start.row;
    play.col = static_cast<std::uint8_t>(start.col + 1);
    play.length = play.tiles_played = blanks;
    std::fill_n(play.tiles.begin(), blanks, blank_as(1));
    CHECK(end_of_turns(position, play).spread == spread * kPoint);
    CHECK(end_of_turns(position, play).win == 1);
  }
}

}  // namespace zymurgy
