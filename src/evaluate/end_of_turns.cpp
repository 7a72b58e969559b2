#include "evaluate/end_of_turns.h"

#include <algorithm>

namespace zymurgy {

Equity spread_out_of_turns(const Position& before, const Move& move) {
  const TileSet& tiles = before.tiles();
  const TileCounts unseen = before.unseen(before.on_turn());
  const TileCounts kept = before.leave_after(move), known = before.rack(1 - before.on_turn());
  const TileCounts pool = unseen.without(known);
  const double mean = pool.empty() ? 0 : static_cast<double>(tiles.points(pool)) / pool.size();
  const int drawn = before.rack().size() - kept.size();
  const int hidden = std::min(kRackSize, unseen.size()) - known.size();
  const double theirs = tiles.points(known) + mean * hidden;
  const double mine = tiles.points(kept) + mean * drawn;
  return before.spread() * kPoint + static_cast<Equity>((theirs - mine) * kPoint);
}

}  // namespace zymurgy
