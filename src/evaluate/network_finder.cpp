#include "evaluate/network_finder.h"

#include <algorithm>

namespace zymurgy {

NetworkFinder::NetworkFinder(const Lexicon& lexicon, const LeaveTable& leaves,
                             const nnue::Network& network)
    : finder_(lexicon, leaves), network_(network, lexicon.tiles()) {}

const std::vector<Candidate>& NetworkFinder::top(const Position& position, const Lanes& lanes,
                                                 int count) {
  if (position.bag_size() == 0) return finder_.top(position, lanes, count);
  candidates_ = finder_.top(position, lanes, count);
  if (candidates_.size() == 1) return candidates_;
  network_.start(position, lanes);
  for (Candidate& candidate : candidates_) candidate.equity += network_.value(candidate.move);
  std::sort(candidates_.begin(), candidates_.end(), better);
  return candidates_;
}

}  // namespace zymurgy
