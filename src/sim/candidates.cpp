#include "sim/candidates.h"

#include <algorithm>
#include <utility>

#include "evaluate/end_of_turns.h"

namespace zymurgy {

namespace {

// The best of the moves that end the game by using up the scoreless turns: by win probability, then
// by spread.
Candidate best_end(const Position& position, const Lanes& lanes, MoveFinder& finder) {
  Candidate best;
  std::pair<double, Equity> most{-1, 0};
  for (const Candidate& candidate : finder.all(position, lanes)) {
    if (!position.runs_out_of_turns(candidate.move)) continue;
    const auto [spread, win] = end_of_turns(position, candidate.move);
    if (std::pair(win, spread) <= most) continue;
    most = {win, spread};
    best = candidate;
  }
  return best;
}

// The candidates where a scoreless turn ends the game: the best such move stands for all of them,
// in second place, beside request.count moves that do not end it.
std::vector<Candidate> last_chances(const Position& position, const Lanes& lanes,
                                    MoveFinder& finder, nnue::Evaluator* network,
                                    const RankRequest& request) {
  RankRequest all = request;
  all.count += 1 << kRackSize;  // a rack has no more exchanges
  const Candidate end = best_end(position, lanes, finder);
  std::vector<Candidate> candidates = rank_moves(position, lanes, finder, network, all);
  int kept = 0;
  std::erase_if(candidates, [&](const Candidate& candidate) {
    const bool enough = position.runs_out_of_turns(candidate.move) || ++kept > request.count;
    return enough && !holds(request.also, candidate.move);
  });
  if (!holds(candidates, end.move))
    candidates.insert(candidates.begin() + (candidates.empty() ? 0 : 1), end);
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
  constexpr std::ptrdiff_t kPlace = 3;
  if (compared && !holds(candidates, pass))
    candidates.insert(candidates.begin() + std::min(kPlace, std::ssize(candidates)),
                      {pass, finder.evaluator().equity(position, pass)});
  std::stable_partition(candidates.begin() + 1, candidates.end(), [&](const Candidate& candidate) {
    return holds(request.also, candidate.move);
  });
  return candidates;
}

}  // namespace zymurgy
