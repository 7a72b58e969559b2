// The moves that a simulation compares.
#pragma once

#include <vector>

#include "evaluate/ranking.h"

namespace zymurgy {

// Those that rank_moves names and, where none are given, the pass where it would end the game
// (there of all exchanges that one alone which wins most by ending it), and where there are tiles
// in the bag and too few to exchange any: who passes keeps his rack and lets the other side draw
// the last tiles. By equity it is far down the list, and now and then it wins most by far
// (bench/strength.md); so it stands behind the first few, before those that may be too many for the
// time.
std::vector<Candidate> sim_candidates(const Position& position, const Lanes& lanes,
                                      MoveFinder& finder, nnue::Evaluator* network,
                                      const RankRequest& request);

}  // namespace zymurgy
