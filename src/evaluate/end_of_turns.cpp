#include "evaluate/end_of_turns.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "evaluate/worth.h"
#include "game/supply.h"

namespace zymurgy {
namespace {

// The mean and variance of the points of a tile drawn from a pool.
struct PointsOfOne {
  double mean = 0, variance = 0;
};

PointsOfOne points_of_one(const TileCounts& pool, const TileSet& tiles) {
  if (pool.empty()) return {};
  double sum = 0, squares = 0;
  for (const Letter letter : Letters(pool.letters())) {
    const double points = tiles.score(letter);
    sum += pool[letter] * points;
    squares += pool[letter] * points * points;
  }
  const double mean = sum / pool.size();
  return {mean, squares / pool.size() - mean * mean};
}

// The variance of the points of `a` tiles minus those of `b` others, all drawn from `n`.
double variance_of_difference(double variance_of_one, int a, int b, int n) {
  if (n < 2) return 0;
  return variance_of_one * ((a + b) * n - (a - b) * (a - b)) / (n - 1);
}

// If every tile is known, nothing is drawn.
EndOfTurns certain_end(Position position, const Move& move) {
  const int mover = position.on_turn();
  position.set_rack(1 - mover, position.unseen(mover));
  position.make(move);
  const Equity spread = position.final_spread(mover) * kPoint;
  return {spread, share_won(spread)};
}

}  // namespace

EndOfTurns end_of_turns(const Position& before, const Move& move) {
  if (has_perfect_information(before)) return certain_end(before, move);
  const TileSet& tiles = before.tiles();
  const TileCounts kept = before.leave_after(move), known = before.rack(1 - before.on_turn());
  const TileCounts pool = before.hidden();
  const PointsOfOne one = points_of_one(pool, tiles);
  const int unknown = before.rack_size() - before.rack().size();
  const int drawn = unknown + std::min(before.bag_size(), move.used().size());
  const int hidden = std::min(kRackSize - known.size(), pool.size());
  const double spread = before.spread() + tiles.points(known) + one.mean * hidden -
                        tiles.points(kept) - one.mean * drawn;
  const double deviation =
      std::sqrt(variance_of_difference(one.variance, hidden, drawn, pool.size()));
  const auto mean = static_cast<Equity>(spread * kPoint);
  if (deviation > 0) return {mean, std::erfc(-spread / deviation / std::numbers::sqrt2) / 2};
  return {mean, share_won(mean)};
}

}  // namespace zymurgy
