// Values of whole racks: the mean equity of a rack's best play on boards of self-play, above that
// of the mean rack. They know which racks are bingos, which sums of leave values do not.
//
// Every rack is played on the same boards, each from a different game, so that the boards cancel
// out. Deterministic given the seed, whatever the number of threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "lexicon/leave_table.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

struct RackValueOptions {
  const Lexicon* lexicon = nullptr;
  const LeaveTable* leaves = nullptr;
  std::uint64_t seed = 1;
  int boards = 12;
  int threads = 1;
  // A file that keeps the work, also of a run that is stopped; the same run resumes from it. ""
  // keeps nothing.
  std::string checkpoint{};
  std::chrono::milliseconds save_each = std::chrono::minutes(1);
};

struct RackValueProgress {
  std::int64_t valued, before;     // racks; `before`: those that the checkpoint had
  const Error* unsaved = nullptr;  // why the work cannot be saved
};

// A table of kWholeRacks, whose mean over racks drawn from all tiles is 0. Progress is told by one
// thread at a time. An error if stopped, if the checkpoint is another run's, or if hardly any game
// of the lexicon begins with a play.
Result<LeaveTable> value_racks(const RackValueOptions& options,
                               const std::function<void(const RackValueProgress&)>& progress = {},
                               std::stop_token stop = {});
// How many racks there are to value.
std::int64_t count_racks(const TileSet& tiles);

}  // namespace zymurgy
