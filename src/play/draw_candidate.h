// Draws a random candidate, near-best ones more often than others.
#pragma once

#include <cmath>
#include <span>

#include "game/random.h"
#include "movegen/candidate.h"

namespace zymurgy {

// The index of a random one of `candidates`, which are best first. One that is behind the best by
// some points has odds exp(-points / temperature).
inline std::size_t draw_candidate(std::span<const Candidate> candidates, Random& random,
                                  double temperature) {
  const double scale = 1 / (temperature * kPoint);
  const auto odds_of = [&](const Candidate& candidate) {
    return std::exp((candidate.equity - candidates.front().equity) * scale);
  };
  double sum = 0;
  for (const Candidate& candidate : candidates) sum += odds_of(candidate);
  double left = random.unit() * sum;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if ((left -= odds_of(candidates[i])) < 0) return i;
  return 0;  // rounding left a little of the sum
}

}  // namespace zymurgy
