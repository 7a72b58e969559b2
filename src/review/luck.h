// How lucky a draw was: the best play of the rack it made, against those of the racks that other
// draws would have made on the same board.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "evaluate/move_finder.h"
#include "review/statistics.h"

namespace zymurgy {

struct LuckOptions {
  int draws = 5000;
  std::uint64_t seed = 1;
  int threads = 1;
};

struct Luck {
  Candidate best;                // of the rack as it is
  std::vector<double> equities;  // of the other draws' best plays, in points, ascending
  Mean mean;                     // of these
  // Points above the mean, and the share of draws that made less, ties half.
  double points() const { return static_cast<double>(best.equity) / kPoint - mean.mean(); }
  double rank() const;
};

// `kept`, part of the mover's full rack, was there before the draw; the rest is drawn again and
// again from what the mover did not see then. The same whatever the threads, unless stopped.
Luck luck_of(const Lexicon& lexicon, const LeaveTable& leaves, const Position& position,
             const TileCounts& kept, const LuckOptions& options, std::stop_token stop = {});

}  // namespace zymurgy
