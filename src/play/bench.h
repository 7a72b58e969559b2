// A fixed workload that shows how fast a build is and whether it still gives the same results.
#pragma once

#include <cstdint>
#include <stop_token>

#include "lexicon/leave_table.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

struct BenchResult {
  std::uint64_t nodes = 0;      // legal plays generated
  std::uint64_t signature = 0;  // of all plays, the moves chosen and the final scores
  double seconds = 0;

  double nodes_a_second() const { return seconds > 0 ? static_cast<double>(nodes) / seconds : 0; }
};

// Static self-play of some games that finds every play and the best move in each position.
BenchResult bench(const Lexicon& lexicon, const LeaveTable& leaves, std::stop_token stop = {});

}  // namespace zymurgy
