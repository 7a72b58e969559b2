// The moves that a simulation compares.
#pragma once

#include <vector>

#include "evaluate/ranking.h"

namespace zymurgy {

// The moves of rank_moves, but behind the best those of request.also, which count first where time
// is short; in two cases, unless the request has moves of its own alone, with the pass.
//
// Where a scoreless turn ends the game: beside the pass, of all moves that end it only the one most
// likely to win is kept. And where the bag holds tiles, but too few to exchange: a pass keeps the
// rack and leaves the last tiles to the other side. Equity ranks such a pass low, yet now and then
// it wins most by far (bench/simulation.md). So it stands behind the first few, where a short time
// still reaches it.
std::vector<Candidate> sim_candidates(const Position& position, const Lanes& lanes,
                                      MoveFinder& finder, nnue::Evaluator* network,
                                      const RankRequest& request);

}  // namespace zymurgy
