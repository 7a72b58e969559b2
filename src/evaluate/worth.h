// What a game is worth at its end, or is expected to be, of which the win is but the most.
#pragma once

namespace zymurgy {

// What a point of the spread counts beside the win chance, in what moves are ranked by: few
// points decide a game that is not close, yet people and tournaments count them. Two points are a
// percent (bench/strength.md has what other weights win).
inline constexpr double kPointWeight = 0.005;

// Of a chance to win, and the spread that is expected with it.
constexpr double worth(double win, double spread) { return win + kPointWeight * spread; }

// A game with that final spread, won, lost or half of each.
constexpr double share_won(int final_spread) {
  return final_spread > 0 ? 1 : final_spread == 0 ? 0.5 : 0;
}
constexpr double worth_of_end(int final_spread) {
  return worth(share_won(final_spread), final_spread);
}

}  // namespace zymurgy
