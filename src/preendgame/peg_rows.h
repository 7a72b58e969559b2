// All moves of a pre-endgame and what is known of them so far, shared by the threads that prove it.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "game/limits.h"
#include "preendgame/peg_row.h"
#include "preendgame/preendgame.h"

namespace zymurgy {

// A row's sum of spreads over all orders.
struct PegSpread {
  std::int64_t sum = 0;
  std::size_t place = 0;  // the row's
  // Of equal sums the row that comes first in static order is the better.
  bool beats(const PegSpread& other) const {
    return sum > other.sum || (sum == other.sum && place < other.place);
  }
};

class PegRows {
 public:
  // What is given must outlive it. `begun`: when the work began.
  PegRows(const Position& position, const PegOptions& options, const PegProgress& progress,
          Limits::Clock::time_point begun);

  // In static order, before any thread begins.
  void add(const Move& move);

  std::vector<PegRow*> all();
  const std::vector<Draw>& draws() const { return draws_; }  // that may be in the bag
  std::int64_t orders() const { return orders_; }            // of all draws
  bool empties_bag(const PegRow& row) const {
    return row.move.is_play() && row.move.tiles_played >= bag_;
  }
  // What is quickly proved first, then by what was guessed.
  void sort_to_prove(std::span<PegRow*> rows) const;
  double seconds() const { return seconds_since(begun_); }

  // What follows is for any thread.

  // Nothing can win more than the best.
  bool wins_all() const;
  // It is proved that the row wins as much as any that is proved.
  bool wins_most(const PegRow& row) const;
  // Of the rows that do; none if none is proved.
  std::optional<PegSpread> best_spread() const;
  // The next bag to be proved, if there is one and the row can still be best. Where it looks worst
  // first: a move that cannot be best is soon known.
  std::optional<std::size_t> take_bag(PegRow& row);

  void note_guesses(PegRow& row, std::vector<int> guesses);
  void note_outcomes(PegRow& row, std::size_t bag, const Outcomes& its);
  void note_spreads(PegRow& row, std::span<const std::int64_t> spreads);
  // The row's sum is at most this, and does not beat the best.
  void note_shortfall(PegRow& row, std::int64_t most);
  // All that is to be proved of wins, ties and losses is.
  void note_end_of_wins();

  // Tells how far it is, if that is due; what is noted of proofs does so, too.
  void report();
  PegAnswer answer() const;

 private:
  // These with the lock held.
  bool all_won() const { return least_lost_ == 0; }
  void add_up(PegRow& row) const;
  void report_if_due();
  PegAnswer told() const;

  const Position& position_;
  const PegOptions& options_;
  const PegProgress& progress_;
  const Limits::Clock::time_point begun_;
  const int bag_;
  std::int64_t shuffles_ = 1;  // times that each order is counted
  std::vector<Draw> draws_;
  std::int64_t orders_ = 0;
  std::deque<PegRow> rows_;  // stay where they are

  mutable std::mutex mutex_;  // of what follows, and of what is proved in rows
  // Half points that the row with most wins loses; and of those that lose no more, the best spread.
  std::int64_t least_lost_ = std::numeric_limits<std::int64_t>::max();
  std::optional<PegSpread> best_spread_;
  Limits::Clock::time_point next_report_{};
  std::optional<double> wins_seconds_;
};

}  // namespace zymurgy
