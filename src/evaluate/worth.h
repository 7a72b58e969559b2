// The worth of a game, at its end or expected: mostly the win, a little the spread.
#pragma once

#include <cmath>

namespace zymurgy {

// The weight of a point of spread beside the win probability when moves are ranked: in a game that
// is not close, points rarely decide, yet people and tournaments count them. Two points are worth
// one percent (bench/simulation.md has the results of other weights).
inline constexpr double kPointWeight = 0.005;

// The worth of a win probability and the spread in points expected with it.
constexpr double worth(double win, double spread) { return win + kPointWeight * spread; }

// The share won of a game with that final spread, in any unit: 1, 0, or half for a tie.
constexpr double share_won(int final_spread) {
  return final_spread > 0 ? 1 : final_spread == 0 ? 0.5 : 0;
}
// The worth of a game with that final spread, here in points.
constexpr double worth_of_end(int final_spread) {
  return worth(share_won(final_spread), final_spread);
}

// The win probability of a side that would lose or win by `final_spread` points if both went on by
// static equity, but that has a turn left and will play the end of the game better than that: it
// turns two in five narrow losses, and one in six losses by twenty points. Fitted to the endgames
// of 2,388 games of `sim` against `static` (bench/simulation.md).
inline double chance_beyond_static(double final_spread) {
  if (final_spread > 0) return 1;
  return final_spread == 0 ? 0.75 : 0.42 * std::exp(final_spread / 20);
}

}  // namespace zymurgy
