#include "evaluate/network_finder.h"

#include <algorithm>

namespace zymurgy {

void add_corrections(nnue::Evaluator& network, const Position& position, const Lanes& lanes,
                     std::vector<Candidate>& moves) {
  network.start(position, lanes);
  const std::vector<nnue::Prediction>& predicted = network.predict(moves);
  for (std::size_t i = 0; i < moves.size(); ++i)
    moves[i].equity += predicted[i].win - predicted.front().win;
  std::sort(moves.begin(), moves.end(), better);
}

NetworkFinder::NetworkFinder(const Lexicon& lexicon, const LeaveTable& leaves,
                             const nnue::Network& network)
    : finder_(lexicon, leaves), network_(network, lexicon.tiles()) {}

std::vector<Candidate> NetworkFinder::shortlist(MoveFinder& finder, const Position& position,
                                                const Lanes& lanes, int least) {
  const Equity most_behind = margin(position.bag_size());
  std::vector<Candidate> list =
      finder.top(position, lanes, std::max(least, kPlays), least > 1 ? kAnyMargin : most_behind);
  const auto far = std::find_if(list.begin(), list.end(), [&](const Candidate& candidate) {
    return candidate.equity < list.front().equity - most_behind;
  });
  list.erase(std::max(far, list.begin() + std::min<std::ptrdiff_t>(least, std::ssize(list))),
             list.end());
  return list;
}

const std::vector<Candidate>& NetworkFinder::top(const Position& position, const Lanes& lanes,
                                                 int count) {
  candidates_ = shortlist(finder_, position, lanes, count);
  if (candidates_.size() == 1) return candidates_;
  add_corrections(network_, position, lanes, candidates_);
  candidates_.resize(std::min(candidates_.size(), static_cast<std::size_t>(count)));
  return candidates_;
}

}  // namespace zymurgy
