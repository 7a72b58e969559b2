#include "sim/candidates.h"

#include <algorithm>

namespace zymurgy {

namespace {

// Where a scoreless turn ends the game the best of them stands for all; there are as many others as
// are asked for.
std::vector<Candidate> last_chances(const Position& position, const Lanes& lanes,
                                    MoveFinder& finder, nnue::Evaluator* network,
                                    const RankRequest& request) {
  RankRequest all = request;
  all.count += 1 << kRackSize;  // a rack has no more exchanges
  std::vector<Candidate> candidates = rank_moves(position, lanes, finder, network, all);
  int ends = 0, goes_on = 0;
  std::erase_if(candidates, [&](const Candidate& candidate) {
    const bool enough =
        position.runs_out_of_turns(candidate.move) ? ++ends > 1 : ++goes_on > request.count;
    return enough && std::ranges::find(request.also, candidate.move) == request.also.end();
  });
  return candidates;
}

}  // namespace

std::vector<Candidate> sim_candidates(const Position& position, const Lanes& lanes,
                                      MoveFinder& finder, nnue::Evaluator* network,
                                      const RankRequest& request) {
  const Move pass = Move::pass();
  const bool last = request.only.empty() && position.runs_out_of_turns(pass);
  const auto rank = last ? last_chances : rank_moves;
  std::vector<Candidate> candidates = rank(position, lanes, finder, network, request);
  const bool waits = position.bag_size() > 0 && position.most_exchanged() == 0;
  const bool compared = last || (request.only.empty() && waits);
  if (!compared || holds(candidates, pass)) return candidates;
  constexpr std::ptrdiff_t kPlace = 3;
  candidates.insert(candidates.begin() + std::min(kPlace, std::ssize(candidates)),
                    {pass, finder.evaluator().equity(position, pass)});
  return candidates;
}

}  // namespace zymurgy
