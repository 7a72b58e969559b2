#include "evaluate/ranking.h"

#include <algorithm>
#include <vector>

#include "evaluate/network_finder.h"

namespace zymurgy {

std::vector<Candidate> rank_moves(const Position& position, const Lanes& lanes, MoveFinder& finder,
                                  nnue::Evaluator* network, const RankRequest& request) {
  const bool all = request.only.empty(), listed = all && network != nullptr;
  // The static best always comes first: the network's corrections are relative to it.
  std::vector<Candidate> ranked =
      listed ? NetworkFinder::shortlist(finder, position, lanes, request.count)
             : finder.top(position, lanes, all ? request.count : 1);
  const std::size_t near = listed ? NetworkFinder::near(ranked, position) : 0;
  for (const std::vector<Move>* named : {&request.only, &request.also})
    for (const Move& move : *named)
      if (!holds(ranked, move)) ranked.push_back({move, finder.evaluator().equity(position, move)});
  if (network != nullptr)
    add_corrections(*network, position, lanes, ranked, near);
  else
    std::sort(ranked.begin(), ranked.end(), better);
  const auto is_named = [&](const Candidate& candidate) {
    return holds(request.only, candidate.move) || holds(request.also, candidate.move);
  };
  const auto rest =
      ranked.begin() + (all ? std::min<std::ptrdiff_t>(request.count, std::ssize(ranked)) : 0);
  ranked.erase(std::stable_partition(rest, ranked.end(), is_named), ranked.end());
  return ranked;
}

}  // namespace zymurgy
