// A candidate: a move and its equity in millipoints, which includes the score. Lists of candidates
// are sorted by `better`, so that they are the same on every machine.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "game/move.h"

namespace zymurgy {

struct Candidate {
  Move move;
  Equity equity = 0;
};

// The order of candidates: by equity, ties by Move::before.
inline bool better(const Candidate& a, const Candidate& b) {
  return a.equity != b.equity ? a.equity > b.equity : Move::before(a.move, b.move);
}

// A margin below the best that excludes nothing.
inline constexpr Equity kAnyMargin = std::numeric_limits<Equity>::max() / 4;

inline bool holds(const std::vector<Move>& moves, const Move& move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}
inline bool holds(const std::vector<Candidate>& candidates, const Move& move) {
  return std::any_of(candidates.begin(), candidates.end(),
                     [&](const Candidate& candidate) { return candidate.move == move; });
}

}  // namespace zymurgy
