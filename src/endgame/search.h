// What a thread needs to search endgames: a tree and two searches on it, one for a position's value
// and one for whether the value is at least a given one. Threads may share a transposition table.
#pragma once

#include "endgame/alpha_beta.h"
#include "endgame/proof_search.h"
#include "endgame/tree.h"

namespace zymurgy {

struct EndgameSearcher {
  EndgameSearcher(const EndgameContext& context, TranspositionTable& table)
      : tree(context, table) {}

  EndgameTree tree;
  AlphaBeta alpha_beta{tree};
  ProofSearch proof{tree};
};

}  // namespace zymurgy
