// The moves that a simulation compares.
#pragma once

#include <vector>

#include "evaluate/ranking.h"

namespace zymurgy {

// The moves of rank_moves, with those of request.also moved up behind the best, so that they count
// first where time is short. In two cases the pass is added, unless request.only is given.
//
// One is where a scoreless turn ends the game: beside the pass, only the move most likely to win is
// kept of all that end it. The other is where the bag holds tiles, but too few to exchange: a pass
// keeps the rack and leaves the last tiles to the other side. Equity ranks such a pass low, yet now
// and then it wins most by far (bench/simulation.md). So it is placed behind the first few, where a
// short time still reaches it.
std::vector<Candidate> sim_candidates(const Position& position, const Lanes& lanes,
                                      MoveFinder& finder, nnue::Evaluator* network,
                                      const RankRequest& request);

}  // namespace zymurgy
