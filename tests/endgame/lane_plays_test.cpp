#include "endgame/lane_plays.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/lexica.h"

using namespace zymurgy;
using namespace zymurgy::test;

TEST_CASE("a lane's plays are the generator's, though they be a hundred thousand") {
  const Words& words = oel1();
  const Lexicon& lexicon = *words.lexicon;
  Position position(lexicon.tiles(), Layout::standard());
  Board board;
  const std::vector<Tile> laid = lexicon.tiles().parse_word("EASE").value();
  for (std::uint8_t i = 0; i < 4; ++i) board.set({7, static_cast<std::uint8_t>(6 + i)}, laid[i]);
  position.set_board(board);
  const Rack rack = lexicon.tiles().parse_rack("ERS????").value();
  position.set_rack(0, rack);
  MoveFinder finder(lexicon, *words.leaves);
  const Lanes lanes(lexicon, position.layout(), board);
  const auto& plays = finder.plays(position, lanes);

  const LettersAhead ahead(lexicon.graph());
  LanePool pool(lexicon, lexicon.tiles().all_letters());
  const SolverBoard pooled = pool.board(board);
  LanePlays lane_plays(lexicon.tiles(), position.layout(), position.rules(), lexicon.graph(), ahead,
                       pool);
  for (const int column : {5, 6, 7}) {
    const LaneList list = lane_plays.of(pool.lane(pooled, kBoardDim + column), rack, 1);
    int best_out = -1;
    const auto expected = std::count_if(plays.begin(), plays.end(), [&](const Move& play) {
      if (play.direction != Direction::kVertical || play.col != column) return false;
      if (play.tiles_played == kRackSize) best_out = std::max<int>(best_out, play.score);
      return true;
    });
    CHECK(list.count == expected);
    CHECK(list.best_out == best_out);
    if (column == 6) CHECK(list.count > 0xffff);
  }
}
