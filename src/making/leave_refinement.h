// What rollouts say of leaves beyond their values: corrections, from contrast data.
//
// The plays of one position keep different tiles, and what each gained on the same deal is known
// (making/contrast.h). What a play gained beyond its static equity, less the mean of its group, is
// regressed on the sub-leaves of up to kLargest tiles of what it keeps; a leave's correction is
// the sum over its own. Self-play (making/leave_generation.h) values a leave by the next rack that
// it makes; rollouts also see what the tiles do to the rest of the game, and only the plays that
// are choices.
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
  const LeaveTable* leaves = nullptr;  // to be corrected; need not be those of the data
  std::vector<std::string> shards;     // of contrast data, in the lexicon
  std::size_t held_out = 0;            // shards, the first ones, that only judge
  int threads = 1;
};

struct LeaveRefinement {
  static constexpr int kLargest = 3;

  LeaveTable values;
  std::size_t groups = 0, plays = 0;  // learned from
  // On the shards held out: the share of the variance within groups that the corrections explain,
  // and the slope of what was gained on them. 0 without such shards.
  double r2 = 0, slope = 0;
};

// Calls `progress(shards read)`. An error names the file, or says where `stop` has ended the work.
Result<LeaveRefinement> refine_leaves(const LeaveRefinementOptions& options,
                                      const std::function<void(std::size_t)>& progress = {},
                                      const std::stop_token& stop = {});

}  // namespace zymurgy
