// All moves of a pre-endgame and what is known about them so far, shared by the threads that solve
// it.
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
  // Of equal sums, the one whose row comes first in static order is better.
  bool beats(const PegSpread& other) const {
    return sum > other.sum || (sum == other.sum && place < other.place);
  }
};

class PegRows {
 public:
  // All arguments must outlive it. `begun` is when the work began.
  PegRows(const Position& position, const PegOptions& options, const PegProgress& progress,
          Limits::Clock::time_point begun);

  // Call in static order, before any thread begins.
  void add(const Move& move);

  std::vector<PegRow*> all();
  const std::vector<Draw>& draws() const { return draws_; }  // what may be in the bag
  std::int64_t orders() const { return orders_; }            // of all draws
  bool empties_bag(const PegRow& row) const {
    return row.move.is_play() && row.move.tiles_played >= bag_;
  }
  // What is quickly proved comes first, then the best guesses.
  void sort_to_prove(std::span<PegRow*> rows) const;
  double seconds() const { return seconds_since(begun_); }

  // The functions below are thread-safe.

  // Whether the best row is proved to win all orders, so that none can win more.
  bool wins_all() const;
  // Whether the row is proved to win as much as any proved row.
  bool wins_most(const PegRow& row) const;
  // The best spread of the rows that do; nothing if none is proved.
  std::optional<PegSpread> best_spread() const;
  // The next bag to prove, if there is one and the row can still be best. The bags that look worst
  // come first, so that a move that cannot be best is soon found out.
  std::optional<std::size_t> take_bag(PegRow& row);

  void note_guesses(PegRow& row, std::vector<int> guesses);
  void note_outcomes(PegRow& row, std::size_t bag, const Outcomes& outcomes);
  void note_spreads(PegRow& row, std::span<const std::int64_t> spreads);
  // The row's sum of spreads is at most this, and does not beat the best.
  void note_shortfall(PegRow& row, std::int64_t most);
  // All that need be proved of wins, ties and losses is proved.
  void note_end_of_wins();

  // Reports progress if that is due; note_outcomes and note_spreads do so, too.
  void report();
  PegAnswer answer() const;

 private:
  // Call these with the lock held.
  bool all_won() const { return least_lost_ == 0; }
  void add_up(PegRow& row) const;
  void report_if_due();
  PegAnswer make_answer() const;

  const Position& position_;
  const PegOptions& options_;
  const PegProgress& progress_;
  const Limits::Clock::time_point begun_;
  const int bag_;
  std::int64_t shuffles_ = 1;  // times that each order is counted
  std::vector<Draw> draws_;
  std::int64_t orders_ = 0;
  std::deque<PegRow> rows_;  // a deque, so that rows never move

  mutable std::mutex mutex_;  // guards the members below and what is proved in rows
  // The half points lost by the row that wins most, and the best spread of those that lose no more.
  std::int64_t least_lost_ = std::numeric_limits<std::int64_t>::max();
  std::optional<PegSpread> best_spread_;
  Limits::Clock::time_point next_report_{};
  std::optional<double> wins_seconds_;
};

}  // namespace zymurgy
