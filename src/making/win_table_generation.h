// The win table from self-play.
//
// At every position of many static games, the mover's spread, the number of tiles it does not see
// and the result of the game are counted. For each number of unseen tiles, win probabilities come
// from the distribution of the change from the current to the final spread, which hardly depends on
// the current spread. They are corrected by the games near the cell, in proportion to the number of
// these games, and made monotone in the spread.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "evaluate/win_table.h"
#include "lexicon/leave_table.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

// Counts of positions by spread and unseen tiles, and of how their games ended.
class WinCounts {
 public:
  explicit WinCounts(int max_unseen);

  // `change`: the final spread less `spread`, both from the mover's side.
  void add(int spread, int unseen, int change);
  void add(const WinCounts& other);
  WinTable table() const;

  // Results of the positions by win probability in `table`, in tenths.
  struct Bucket {
    std::int64_t positions = 0;
    double predicted = 0, won = 0;  // sums; a tie is half a win
  };
  std::array<Bucket, 10> calibration(const WinTable& table) const;

 private:
  // The rows, by number of unseen tiles, whose games are pooled with those of one row.
  struct Rows {
    int first, last;
  };
  Rows rows_near(int unseen) const;
  // Over the cells near one: the number of games, and the wins beyond what `prior` predicts for
  // each cell.
  struct Near {
    double games = 0, beyond = 0;
  };
  Near near(int spread, int unseen, const std::vector<double>& prior) const;
  static constexpr int kReach = WinTable::kMaxSpread;
  static constexpr int kSpreads = 2 * kReach + 1;
  static std::size_t cell(int spread, int unseen);
  // Win probabilities by spread from changes alone, for one number of unseen tiles pooled with its
  // neighbours.
  std::vector<double> by_change(int unseen) const;

  int max_unseen_;
  std::vector<std::int64_t> positions_, half_wins_;  // by cell
  std::vector<std::int64_t> changes_;                // by cell of -change
};

struct WinTableOptions {
  const Lexicon* lexicon = nullptr;
  const LeaveTable* leaves = nullptr;
  std::uint64_t seed = 1, games = 100'000;
  int threads = 1;
};

// The counts do not depend on the number of threads. `progress` gets the games played so far.
WinCounts count_wins(const WinTableOptions& options,
                     const std::function<void(std::int64_t)>& progress = {},
                     std::stop_token stop = {});

}  // namespace zymurgy
