// What a game is worth, at its end or as expected: mostly the win, a little the spread.
#pragma once

namespace zymurgy {

// What a point of spread counts beside the win chance when moves are ranked: in a game that is not
// close points rarely decide, yet people and tournaments count them. Two points are a percent
// (bench/strength.md has what other weights win).
inline constexpr double kPointWeight = 0.005;

// Of a chance to win, and the spread that is expected with it.
constexpr double worth(double win, double spread) { return win + kPointWeight * spread; }

// A game with that final spread, in any unit: won, lost or half of each.
constexpr double share_won(int final_spread) {
  return final_spread > 0 ? 1 : final_spread == 0 ? 0.5 : 0;
}
constexpr double worth_of_end(int final_spread) {
  return worth(share_won(final_spread), final_spread);
}

}  // namespace zymurgy
