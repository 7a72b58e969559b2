#include "evaluate/network_finder.h"

#include <algorithm>

namespace zymurgy {

NetworkFinder::NetworkFinder(const Lexicon& lexicon, const LeaveTable& leaves,
                             const nnue::Network& network)
    : finder_(lexicon, leaves), network_(network, lexicon.tiles()) {}

const std::vector<Candidate>& NetworkFinder::top(const Position& position, const Lanes& lanes,
                                                 int count, Equity margin) {
  candidates_ = finder_.top(position, lanes, count, margin);
  if (candidates_.size() == 1) return candidates_;
  network_.start(position, lanes);
  const std::vector<nnue::Words>& words = network_.words(candidates_);
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    candidates_[i].equity += words[i].win - words.front().win;
  std::sort(candidates_.begin(), candidates_.end(), better);
  return candidates_;
}

}  // namespace zymurgy
