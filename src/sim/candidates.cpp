#include "sim/candidates.h"

#include <algorithm>

namespace zymurgy {

std::vector<Candidate> sim_candidates(const Position& position, const Lanes& lanes,
                                      MoveFinder& finder, nnue::Evaluator* network,
                                      const RankRequest& request) {
  std::vector<Candidate> candidates = rank_moves(position, lanes, finder, network, request);
  const Move pass = Move::pass();
  const bool waits = position.bag_size() > 0 && position.most_exchanged() == 0;
  const bool compared = request.only.empty() && (waits || position.runs_out_of_turns(pass));
  if (!compared || holds(candidates, pass)) return candidates;
  constexpr std::ptrdiff_t kPlace = 3;
  candidates.insert(candidates.begin() + std::min(kPlace, std::ssize(candidates)),
                    {pass, finder.evaluator().equity(position, pass)});
  return candidates;
}

}  // namespace zymurgy
