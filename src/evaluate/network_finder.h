// Finds the moves that the network thinks best: of a shortlist by static equity, those of the
// highest equity with the network's correction added. One for each thread; what it returns is valid
// until its next call.
#pragma once

#include <cstddef>
#include <vector>

#include "evaluate/move_finder.h"
#include "nnue/evaluator.h"

namespace zymurgy {

// Adds the network's corrections to the equities of moves, of which the first is the best by static
// equity, and sorts the first `near` and then the others, best first. The static best keeps its
// equity.
void add_corrections(nnue::Evaluator& network, const Position& position, const Lanes& lanes,
                     std::vector<Candidate>& moves, std::size_t near);

class NetworkFinder {
 public:
  // How far down the list of static equity the network's correction may well lift a play to the
  // top: by a few points while the bag is full, by tens where the next draws end the game. To look
  // further finds hardly more (bench/strength.md).
  static constexpr int kPlays = 32;
  static constexpr Equity margin(int bag) {
    if (bag > 30) return 6 * kPoint;
    if (bag > 14) return 8 * kPoint;
    if (bag > 10) return 14 * kPoint;
    return bag > 0 ? 25 * kPoint : 12 * kPoint;
  }

  // A finder's moves that the network is to be asked about, best by static equity first: those
  // within the margin, and in any case the best `least`.
  static std::vector<Candidate> shortlist(MoveFinder& finder, const Position& position,
                                          const Lanes& lanes, int least);
  // How many of these, at their head, may be the best: which one is does not depend on how many
  // more are listed.
  static std::size_t near(const std::vector<Candidate>& shortlist, const Position& position);

  // Lexicon, leaves and network must outlive the finder.
  NetworkFinder(const Lexicon& lexicon, const LeaveTable& leaves, const nnue::Network& network);

  // The `count` best of the shortlist in the order of equity and network, their equity being the
  // sum.
  const std::vector<Candidate>& top(const Position& position, const Lanes& lanes, int count);
  const Candidate& best(const Position& position, const Lanes& lanes) {
    return top(position, lanes, 1).front();
  }

 private:
  MoveFinder finder_;
  nnue::Evaluator network_;
  std::vector<Candidate> candidates_;
};

}  // namespace zymurgy
