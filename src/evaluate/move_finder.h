// Finds the moves of a position in the order of static equity, with the generator and the
// evaluator. Use one for each thread.
#pragma once

#include <cstdint>
#include <vector>

#include "evaluate/static_evaluator.h"
#include "game/position.h"
#include "movegen/generator.h"
#include "movegen/lanes.h"

namespace zymurgy {

// Counts of the legal moves of a position, to check generators against each other. On an empty
// board only the horizontal plays count.
struct Perft {
  std::uint64_t plays = 0, exchanges = 0;
  std::int64_t score_sum = 0;  // of the plays
  std::uint64_t checksum = 0;  // of the plays and their scores, whatever their order
  bool operator==(const Perft&) const = default;
};

// A result is valid until the next call.
class MoveFinder {
 public:
  // Both must outlive the finder.
  MoveFinder(const Lexicon& lexicon, const LeaveTable& leaves);

  const StaticEvaluator& evaluator() const { return evaluator_; }

  // The best `count` moves, at least one, best first: plays and exchanges, or the pass if there are
  // none; without those more than `margin` behind the first.
  const std::vector<Candidate>& top(const Position& position, const Lanes& lanes, int count,
                                    Equity margin = kAnyMargin);
  const Candidate& best(const Position& position, const Lanes& lanes) {
    return top(position, lanes, 1).front();
  }
  // The play with the highest score; ties by Move::before; a pass if there is none.
  const Candidate& best_by_score(const Position& position, const Lanes& lanes);
  // Every legal move, best first: plays and distinct exchanges, the pass last.
  const std::vector<Candidate>& all(const Position& position, const Lanes& lanes);
  // The same, but with the pass in its place by equity.
  const std::vector<Candidate>& all_by_equity(const Position& position, const Lanes& lanes);
  // Every legal play, in no particular order, without equities.
  const std::vector<Move>& plays(const Position& position, const Lanes& lanes);
  Perft perft(const Position& position, const Lanes& lanes);

 private:
  void start(const Position& position);
  // The subsets that may be exchanged.
  RackSubsets::Range exchanged(const Position& position) const {
    return subsets_.of_sizes(1, position.most_exchanged());
  }
  // Adds the exchanges within the margin of the best one.
  void add_exchanges(const Position& position, Equity margin);
  void add_pass(const Position& position);

  StaticEvaluator evaluator_;
  const WordTable* words_;
  Generator generator_;
  RackSubsets subsets_;
  PlayTerms terms_;
  std::vector<Candidate> candidates_;
  std::vector<Move> plays_;
};

}  // namespace zymurgy
