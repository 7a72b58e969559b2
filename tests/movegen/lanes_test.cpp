#include "movegen/lanes.h"

#include <doctest/doctest.h>

#include "game/random.h"
#include "support/lexica.h"
#include "support/repeats.h"

using namespace zymurgy;
using namespace zymurgy::test;

TEST_CASE("lanes kept play by play equal lanes made anew") {
  const Words& words = oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  for (int seed = 0; seed < repeats(200); ++seed) {
    Position position = random_position(words, seed);
    Lanes lanes(*words.lexicon, position);
    Random random(seed);
    for (int turn = 0; turn < 5; ++turn) {
      const auto& plays = finder.plays(position, lanes);
      if (plays.empty()) break;
      const Move play = plays[random.below(static_cast<std::uint32_t>(plays.size()))];
      const Rack rack = position.rack();
      position.make(play);
      position.set_rack(position.on_turn(), rack);  // any tiles will do
      lanes.lay(play);
      REQUIRE(lanes == Lanes(*words.lexicon, position));
    }
  }
}

TEST_CASE("cross-sets are the letters that make the crossing words") {
  const Words& words = oel1();
  for (int seed = 0; seed < repeats(20); ++seed) {
    const Position position = random_position(words, seed);
    const Board& board = position.board();
    const Lanes lanes(*words.lexicon, position.layout(), board);
    for (int row = 0; row < kBoardDim; ++row) {
      for (int col = 0; col < kBoardDim; ++col) {
        if (board.at(row, col) != kEmpty) continue;
        int top = row, bottom = row;
        while (top > 0 && board.at(top - 1, col) != kEmpty) --top;
        while (bottom + 1 < kBoardDim && board.at(bottom + 1, col) != kEmpty) ++bottom;
        LetterSet expected = 0;
        for (const Letter letter : Letters(position.tiles().all_letters())) {
          std::vector<Letter> word;
          for (int r = top; r <= bottom; ++r)
            word.push_back(r == row ? letter : letter_of(board.at(r, col)));
          if (top == bottom || words.lexicon->graph().contains(word)) expected |= set_of(letter);
        }
        REQUIRE(lanes.lane(Direction::kHorizontal, row).cross[static_cast<std::size_t>(col)] ==
                expected);
      }
    }
  }
}
