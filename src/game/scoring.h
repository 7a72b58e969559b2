// What a play scores and which words it forms: the rule book's own arithmetic, square by square.
//
// The generators score faster with their own tables; tests check them against this.
#pragma once

#include <vector>

#include "game/board.h"
#include "game/rules.h"
#include "game/tile_set.h"

namespace zymurgy {

using Word = std::vector<Tile>;

// Points of a play that fits the board (see check_placement).
int score_play(const Board& board, const Layout& layout, const TileSet& tiles, const Rules& rules,
               const Move& play);

// The main word first, then the cross words in the order of the play's squares.
std::vector<Word> words_formed(const Board& board, const Move& play);
// What a word spells: a blank is the letter that it stands for.
std::vector<Letter> letters_of(const Word& word);

// A play that fits the board, in the form that the generators give it: a single tile that forms
// words both ways is the horizontal play.
Move as_generated(const Board& board, const Move& play);

// Checks that a play fits the board: inside it, on free squares, in one unbroken word of two
// letters or more that no tile extends, touching a tile on the board or covering the start square.
// Does not check the words or the rack. Returns the play with tiles_played and score filled in.
Result<Move> check_placement(const Board& board, const Layout& layout, const TileSet& tiles,
                             const Rules& rules, Move play);

}  // namespace zymurgy
