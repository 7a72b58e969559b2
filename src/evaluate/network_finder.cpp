#include "evaluate/network_finder.h"

#include <algorithm>

namespace zymurgy {

NetworkFinder::NetworkFinder(const Lexicon& lexicon, const LeaveTable& leaves,
                             const nnue::Network& network)
    : finder_(lexicon, leaves), network_(network, lexicon.tiles()) {}

const std::vector<Candidate>& NetworkFinder::top(const Position& position, const Lanes& lanes,
                                                 int count, Equity margin) {
  candidates_ = finder_.top(position, lanes, count, margin);
  if (!start(position, lanes)) return candidates_;
  for (std::size_t i = 1; i < candidates_.size(); ++i) ask(candidates_[i]);
  std::sort(candidates_.begin(), candidates_.end(), better);
  return candidates_;
}

const Candidate& NetworkFinder::best(const Position& position, const Lanes& lanes) {
  candidates_ = finder_.top(position, lanes, kCandidates, kMargin);
  Candidate* best = &candidates_.front();
  if (!start(position, lanes)) return *best;
  for (std::size_t i = 1; i < candidates_.size(); ++i) {
    Candidate& rival = candidates_[i];
    if (rival.equity + kMargin <= best->equity) break;  // nor can those behind it
    ask(rival);
    if (better(rival, *best)) best = &rival;
  }
  return *best;
}

// Whether the network has anything to say here: with nothing in the bag it is not asked.
bool NetworkFinder::start(const Position& position, const Lanes& lanes) {
  if (position.bag_size() == 0 || candidates_.size() == 1) return false;
  network_.start(position, lanes);
  level_ = network_.word(candidates_.front().move);
  return true;
}

void NetworkFinder::ask(Candidate& candidate) {
  candidate.equity += network_.word(candidate.move) - level_;
}

}  // namespace zymurgy
