// The part of a lexicon that some tiles can still spell on a board, as a graph small enough for the
// caches. A word stays if its letters are among `tiles` and those of one row or column; words that
// share its nodes may stay, too. The graph has every word that can be played now or after any plays
// with these tiles, and possibly more.
#pragma once

#include "game/board.h"
#include "game/limits.h"
#include "game/tile_counts.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

// A graph without a GADDAG. It holds no words if a limit is reached before it is made.
WordGraph words_in_reach(const Lexicon& lexicon, const Board& board, const TileCounts& tiles,
                         const Limits& limits = {});

}  // namespace zymurgy
