// What a thread needs to search endgames: a tree, and its two searches, for the value of a position
// and for whether that is so much or more. All may share a transposition table.
#pragma once

#include "endgame/alpha_beta.h"
#include "endgame/proof_search.h"
#include "endgame/tree.h"

namespace zymurgy {

struct EndgameSearcher {
  EndgameSearcher(const EndgameGround& ground, TranspositionTable& table) : tree(ground, table) {}

  EndgameTree tree;
  AlphaBeta alpha_beta{tree};
  ProofSearch proof{tree};
};

}  // namespace zymurgy
