// The win table from self-play.
//
// At every position of many static games the mover's spread, the tiles it does not see, and how the
// game ends are counted. A chance comes from the distribution of the change to the final spread,
// one for each number of unseen tiles (it hardly depends on the spread at hand), corrected by the
// games near the cell in proportion to their number, and made monotone in the spread.
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

// Positions by what the mover knows of the standing, and how their games ended.
class WinCounts {
 public:
  explicit WinCounts(int max_unseen);

  // `change`: the final spread less that of the position, both the mover's.
  void add(int spread, int unseen, int change);
  void add(const WinCounts& other);
  WinTable table() const;

  // How the positions went whose chance in `table` is in each tenth.
  struct Bucket {
    std::int64_t positions = 0;
    double predicted = 0, won = 0;  // sums; a tie is half a win
  };
  std::array<Bucket, 10> calibration(const WinTable& table) const;

 private:
  // The counts of tiles unseen whose games tell of that count, too.
  struct Rows {
    int first, last;
  };
  Rows rows_near(int unseen) const;
  // In the cells near one: how many games there were, and how many were won beyond what `prior`
  // says of each cell.
  struct Near {
    double games = 0, beyond = 0;
  };
  Near near(int spread, int unseen, const std::vector<double>& prior) const;
  static constexpr int kReach = WinTable::kMaxSpread;
  static constexpr int kSpreads = 2 * kReach + 1;
  static std::size_t cell(int spread, int unseen);
  // Chances by change alone, for one number of unseen tiles, pooled with its neighbours.
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

// Whatever the threads, the same counts. `progress` gets the games played so far.
WinCounts count_wins(const WinTableOptions& options,
                     const std::function<void(std::int64_t)>& progress = {},
                     std::stop_token stop = {});

}  // namespace zymurgy
