// Finds the best moves with the network: from a shortlist by static equity, those of the highest
// equity with the network's correction added. Use one for each thread; a result is valid until the
// next call.
#pragma once

#include <cstddef>
#include <vector>

#include "evaluate/move_finder.h"
#include "nnue/evaluator.h"

namespace zymurgy {

// Adds the network's corrections to the equities of moves, the first of which must be the best by
// static equity; that one keeps its equity. Sorts the first `near` moves and, behind them, the
// others, best first.
void add_corrections(nnue::Evaluator& network, const Position& position, const Lanes& lanes,
                     std::vector<Candidate>& moves, std::size_t near);

class NetworkFinder {
 public:
  // How far down the static order the network's correction may plausibly lift a play to the top: by
  // a few points while the bag is full, by tens when the next draws end the game. Looking further
  // hardly finds more (bench/strength.md).
  static constexpr int kPlays = 32;
  static constexpr Equity margin(int bag) {
    if (bag > 30) return 6 * kPoint;
    if (bag > 14) return 8 * kPoint;
    if (bag > 10) return 14 * kPoint;
    return bag > 0 ? 25 * kPoint : 12 * kPoint;
  }

  // The moves of a finder for the network to evaluate, best by static equity first: those within
  // the margin, and in any case the best `least`.
  static std::vector<Candidate> shortlist(MoveFinder& finder, const Position& position,
                                          const Lanes& lanes, int least);
  // How many moves at the head of a shortlist compete to be the best, so that the best move does
  // not depend on how many more are listed.
  static std::size_t near(const std::vector<Candidate>& shortlist, const Position& position);

  // Lexicon, leaves and network must outlive the finder.
  NetworkFinder(const Lexicon& lexicon, const LeaveTable& leaves, const nnue::Network& network);

  // The `count` best of the shortlist by static equity plus the network's correction; this sum is
  // their equity.
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
