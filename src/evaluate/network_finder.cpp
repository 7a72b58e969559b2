#include "evaluate/network_finder.h"

#include <algorithm>
#include <vector>

namespace zymurgy {

void add_corrections(nnue::Evaluator& network, const Position& position, const Lanes& lanes,
                     std::vector<Candidate>& moves, std::size_t near) {
  network.start(position, lanes);
  const std::vector<nnue::Prediction>& predicted = network.predict(moves);
  for (std::size_t i = 0; i < moves.size(); ++i)
    moves[i].equity += predicted[i].win - predicted.front().win;
  const auto others = moves.begin() + static_cast<std::ptrdiff_t>(near);
  std::sort(moves.begin(), others, better);
  std::sort(others, moves.end(), better);
}

NetworkFinder::NetworkFinder(const Lexicon& lexicon, const LeaveTable& leaves,
                             const nnue::Network& network)
    : finder_(lexicon, leaves), network_(network, lexicon.tiles()) {}

std::vector<Candidate> NetworkFinder::shortlist(MoveFinder& finder, const Position& position,
                                                const Lanes& lanes, int least) {
  std::vector<Candidate> list = finder.top(position, lanes, std::max(least, kPlays),
                                           least > 1 ? kAnyMargin : margin(position.bag_size()));
  list.resize(
      std::max(near(list, position), std::min(list.size(), static_cast<std::size_t>(least))));
  return list;
}

std::size_t NetworkFinder::near(const std::vector<Candidate>& shortlist, const Position& position) {
  const Equity least = shortlist.front().equity - margin(position.bag_size());
  const auto first = shortlist.begin(),
             last = first + std::min<std::ptrdiff_t>(kPlays, std::ssize(shortlist));
  const auto far = std::find_if(
      first, last, [&](const Candidate& candidate) { return candidate.equity < least; });
  return static_cast<std::size_t>(far - first);
}

const std::vector<Candidate>& NetworkFinder::top(const Position& position, const Lanes& lanes,
                                                 int count) {
  candidates_ = shortlist(finder_, position, lanes, count);
  if (candidates_.size() == 1) return candidates_;
  add_corrections(network_, position, lanes, candidates_, near(candidates_, position));
  candidates_.resize(std::min(candidates_.size(), static_cast<std::size_t>(count)));
  return candidates_;
}

}  // namespace zymurgy
