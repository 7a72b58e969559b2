// A candidate drawn by chance, near-best ones more often than others.
#pragma once

#include <span>

#include "game/random.h"
#include "movegen/candidate.h"

namespace zymurgy {

// The place of one of `candidates`, best first; its odds are odds(its lead on the best: 0 or less).
template <typename F>
std::size_t draw_candidate(std::span<const Candidate> candidates, Random& random, F&& odds) {
  const auto odds_of = [&](const Candidate& candidate) {
    return odds(candidate.equity - candidates.front().equity);
  };
  double sum = 0;
  for (const Candidate& candidate : candidates) sum += odds_of(candidate);
  double left = random.unit() * sum;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if ((left -= odds_of(candidates[i])) < 0) return i;
  return 0;  // rounding left a little of the sum
}

}  // namespace zymurgy
