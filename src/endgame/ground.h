// What is common to the endgame searchers of a position, or of several that share board and unseen
// tiles.
#pragma once

#include "endgame/anagrams.h"
#include "endgame/letters_ahead.h"
#include "game/limits.h"
#include "game/position.h"
#include "lexicon/lexicon.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

// One whose making met a limit lacks words: nothing is proved on it.
struct EndgameGround {
  EndgameGround(const Lexicon& lexicon, const Layout& layout, const Rules& rules,
                const Board& board, const TileCounts& tiles, const Limits& limits = {});
  const Lexicon* lexicon;
  const Layout* layout;
  Rules rules;
  LetterSet usable;
  WordGraph words;
  LettersAhead ahead;
  Anagrams anagrams;
  bool zero_plays;  // plays of no points may occur
};

}  // namespace zymurgy
