// What the end of a game is worth, of which the win is but the most.
#pragma once

namespace zymurgy {

// What a point of the final spread counts beside the win chance, in what moves are ranked by: few
// points decide a game that is not close, yet people and tournaments count them. Two points are a
// percent (bench/strength.md has what other weights win).
inline constexpr double kPointWeight = 0.005;

inline double worth_of_end(int final_spread) {
  const double won = final_spread > 0 ? 1 : final_spread == 0 ? 0.5 : 0;
  return won + kPointWeight * final_spread;
}

}  // namespace zymurgy
