// Values of whole racks: the mean equity of a rack's best play on boards of self-play, above that
// of the mean rack. They know which racks are bingos, which sums of leave values do not.
//
// Every rack is played on the same boards, each from a different game, so that the boards cancel
// out. Deterministic given the seed, whatever the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include "lexicon/leave_table.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

struct RackValueOptions {
  const Lexicon* lexicon = nullptr;
  const LeaveTable* leaves = nullptr;
  std::uint64_t seed = 1;
  int boards = 12;
  int threads = 1;
};

// A table of kWholeRacks, whose mean over racks drawn from all tiles is 0. Calls `progress(racks
// valued)` from one thread. An error if stopped, or if hardly any game of the lexicon begins with a
// play.
Result<LeaveTable> value_racks(const RackValueOptions& options,
                               const std::function<void(std::int64_t)>& progress = {},
                               std::stop_token stop = {});
// How many racks there are to value.
std::int64_t count_racks(const TileSet& tiles);

}  // namespace zymurgy
