// Corrections to leave values, learned from the rollouts of contrast data.
//
// The plays of one position keep different leaves, and what each play gained on the same deal is
// known (making/contrast.h). A play's gain beyond its static equity, less the mean of its group, is
// regressed on the sub-leaves of up to kLargest tiles of its leave; the correction of a leave is
// the sum over its own sub-leaves. Self-play (making/leave_generation.h) values a leave by the next
// rack that it becomes. Rollouts also see what the tiles do to the rest of the game, and see only
// plays that are real choices.
//
// Ridge regression, solved by conjugate gradients. Deterministic, whatever the number of threads.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "lexicon/leave_table.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

struct LeaveRefinementOptions {
  const Lexicon* lexicon = nullptr;
  const LeaveTable* leaves = nullptr;  // to be corrected; the data may have been made with others
  std::vector<std::string> shards;     // files of contrast data in the lexicon
  std::size_t held_out = 0;            // how many shards, from the first on, only test the result
  int threads = 1;
};

struct LeaveRefinement {
  static constexpr int kLargest = 3;

  LeaveTable values;
  std::size_t groups = 0, plays = 0;  // learned from
  // On the held-out shards: the share of the variance within groups that the corrections explain,
  // and the slope of the gains over the corrections. 0 without held-out shards.
  double r2 = 0, slope = 0;
};

// Calls `progress(shards read)`. An error names the file, or says how far the work had come when
// `stop` ended it.
Result<LeaveRefinement> refine_leaves(const LeaveRefinementOptions& options,
                                      const std::function<void(std::size_t)>& progress = {},
                                      const std::stop_token& stop = {});

}  // namespace zymurgy
