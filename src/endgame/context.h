// What the endgame searchers share for a position, or for several with the same board and unseen
// tiles.
#pragma once

#include "endgame/anagrams.h"
#include "endgame/letters_ahead.h"
#include "game/limits.h"
#include "game/position.h"
#include "lexicon/lexicon.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

// A context whose construction reached a limit lacks words: nothing can be proved on it.
struct EndgameContext {
  EndgameContext(const Lexicon& lexicon, const Layout& layout, const Rules& rules,
                 const Board& board, const TileCounts& tiles, const Limits& limits = {});
  const Lexicon* lexicon;
  const Layout* layout;
  Rules rules;
  LetterSet usable;
  WordGraph words;
  LettersAhead ahead;
  Anagrams anagrams;
  bool scoreless_plays;  // scoreless plays may occur
};

}  // namespace zymurgy
