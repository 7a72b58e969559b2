#include "endgame/context.h"

#include <utility>

#include "endgame/words_in_reach.h"

namespace zymurgy {
namespace {

// Whether tiles touch an empty square, and whether any tile of the words they form has points.
enum class Neighbours { kNone, kOfPoints, kOfNoPoints };

Neighbours neighbours(const TileSet& tiles, const Board& board, int row, int col) {
  Neighbours found = Neighbours::kNone;
  for (const auto& [down, right] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
    for (int r = row + down, c = col + right; Board::inside(r, c) && board.at(r, c) != kEmpty;
         r += down, c += right) {
      if (tiles.score_on_board(board.at(r, c)) > 0) return Neighbours::kOfPoints;
      found = Neighbours::kOfNoPoints;
    }
  }
  return found;
}

// Whether a scoreless play is possible now or after any plays with these tiles. A single tile of no
// points must have its square now, because squares only gain neighbours.
bool scoreless_plays_in_reach(const TileSet& tiles, const Board& board, const TileCounts& racks) {
  int pointless = 0;
  for (const Letter letter : Letters(racks.letters())) {
    // A blank scores nothing on the board, whatever it costs on the rack.
    if (letter == kBlank || tiles.score(letter) == 0) pointless += racks[letter];
  }
  if (pointless != 1) return pointless > 1;
  for (int row = 0; row < kBoardDim; ++row)
    for (int col = 0; col < kBoardDim; ++col)
      if (board.at(row, col) == kEmpty &&
          neighbours(tiles, board, row, col) == Neighbours::kOfNoPoints)
        return true;
  return false;
}

}  // namespace

EndgameContext::EndgameContext(const Lexicon& the_lexicon, const Layout& the_layout,
                               const Rules& the_rules, const Board& board, const TileCounts& tiles,
                               const Limits& limits)
    : lexicon(&the_lexicon),
      layout(&the_layout),
      rules(the_rules),
      usable(tiles[kBlank] > 0 ? the_lexicon.tiles().all_letters() : tiles.letters()),
      words(words_in_reach(the_lexicon, board, tiles, limits)),
      ahead(words),
      anagrams(words),
      scoreless_plays(scoreless_plays_in_reach(the_lexicon.tiles(), board, tiles)) {}

}  // namespace zymurgy
