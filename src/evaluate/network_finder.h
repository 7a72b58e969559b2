// Finds the move that the network thinks best: among the best by static equity, that of the highest
// equity with the network's word added. One for each thread; what it returns is valid until its
// next call.
#pragma once

#include "evaluate/move_finder.h"
#include "nnue/evaluator.h"

namespace zymurgy {

class NetworkFinder {
 public:
  // Choices that the network may well turn: more of them win a little more for half as much time
  // again (bench/strength.md).
  static constexpr int kCandidates = 20;
  static constexpr Equity kMargin = 11 * kPoint;

  // Lexicon, leaves and network must outlive the finder.
  NetworkFinder(const Lexicon& lexicon, const LeaveTable& leaves, const nnue::Network& network);

  // The `count` best by static equity, as far as within the margin, in the order of equity and
  // network, their equity being the sum. At least one.
  const std::vector<Candidate>& top(const Position& position, const Lanes& lanes,
                                    int count = kCandidates, Equity margin = kMargin);
  const Candidate& best(const Position& position, const Lanes& lanes) {
    return top(position, lanes).front();
  }

  MoveFinder& finder() { return finder_; }

 private:
  MoveFinder finder_;
  nnue::Evaluator network_;
  std::vector<Candidate> candidates_;
};

}  // namespace zymurgy
