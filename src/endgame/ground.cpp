#include "endgame/ground.h"

#include <utility>

#include "endgame/words_in_reach.h"

namespace zymurgy {
namespace {

// The tiles that touch an empty square: none (0), some of points (1), none of points (2).
int around(const TileSet& tiles, const Board& board, int row, int col) {
  int found = 0;
  for (const auto& [down, right] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
    for (int r = row + down, c = col + right;
         r >= 0 && r < kBoardDim && c >= 0 && c < kBoardDim && board.at(r, c) != kEmpty;
         r += down, c += right) {
      if (tiles.score_on_board(board.at(r, c)) > 0) return 1;
      found = 2;
    }
  }
  return found;
}

// Whether a play of no points is in reach, now or after any plays with these tiles. A single tile
// of no points must find its square now: squares only get neighbours.
bool zero_plays_in_reach(const TileSet& tiles, const Board& board, const TileCounts& racks) {
  int pointless = 0;
  for (LetterSet rest = racks.letters(); rest != 0;) {
    const Letter letter = pop_letter(rest);
    if (tiles.score(letter) == 0) pointless += racks[letter];
  }
  if (pointless != 1) return pointless > 1;
  for (int row = 0; row < kBoardDim; ++row)
    for (int col = 0; col < kBoardDim; ++col)
      if (board.at(row, col) == kEmpty && around(tiles, board, row, col) == 2) return true;
  return false;
}

}  // namespace

EndgameGround::EndgameGround(const Lexicon& its_lexicon, const Layout& its_layout,
                             const Rules& its_rules, const Board& board, const TileCounts& tiles,
                             const std::stop_token& stop)
    : lexicon(&its_lexicon),
      layout(&its_layout),
      rules(its_rules),
      usable(tiles[kBlank] > 0 ? its_lexicon.tiles().all_letters() : tiles.letters()),
      words(words_in_reach(its_lexicon, board, tiles, stop)),
      ahead(words),
      zero_plays(zero_plays_in_reach(its_lexicon.tiles(), board, tiles)) {}

}  // namespace zymurgy
