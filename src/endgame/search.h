// The searches of an endgame: for its value (AlphaBeta), and for whether that is so much or more
// (ProofSearch). One searcher a thread; all may share a transposition table.
#pragma once

#include "endgame/alpha_beta.h"
#include "endgame/proof_search.h"
#include "endgame/tree.h"

namespace zymurgy {

// Both searches of one tree, which comes first.
class EndgameSearcher : private EndgameTree, public AlphaBeta, public ProofSearch {
 public:
  EndgameSearcher(const EndgameGround& ground, TranspositionTable& table)
      : EndgameTree(ground, table),
        AlphaBeta(static_cast<EndgameTree&>(*this)),
        ProofSearch(static_cast<EndgameTree&>(*this)) {}

  using EndgameTree::kInfinity;
  using EndgameTree::kMaxDepth;
  using EndgameTree::nodes;
  using EndgameTree::out_of_time;
  using EndgameTree::set;
  using EndgameTree::set_limits;
  using EndgameTree::stopped;
};

}  // namespace zymurgy
