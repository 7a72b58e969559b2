// Moves by equity, the network's correction in it if there is one.
#pragma once

#include <vector>

#include "evaluate/move_finder.h"
#include "nnue/evaluator.h"

namespace zymurgy {

// Which moves to rank, and how many.
struct RankRequest {
  int count = 1;
  std::vector<Move> only{};  // if any, nothing else
  std::vector<Move> also{};  // whatever their rank, and though their words be unknown
};

// Best first, at least one. `network` may be nullptr; who is first by it does not depend on the
// count, so moves that are far behind without it stand behind the others.
std::vector<Candidate> rank_moves(const Position& position, const Lanes& lanes, MoveFinder& finder,
                                  nnue::Evaluator* network, const RankRequest& request);

}  // namespace zymurgy
