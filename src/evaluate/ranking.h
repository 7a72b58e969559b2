// Ranks moves by equity, with the network's correction included if there is a network.
#pragma once

#include <vector>

#include "evaluate/move_finder.h"
#include "nnue/evaluator.h"

namespace zymurgy {

// Which moves to rank, and how many.
struct RankRequest {
  int count = 1;
  std::vector<Move> only{};  // if any, no other moves
  std::vector<Move> also{};  // listed at any rank, even with unknown words
};

// Best first, at least one. `network` may be nullptr. The network's best move does not depend on
// the count, so moves far behind by static equity come after the others.
std::vector<Candidate> rank_moves(const Position& position, const Lanes& lanes, MoveFinder& finder,
                                  nnue::Evaluator* network, const RankRequest& request);

}  // namespace zymurgy
