#include "review/luck.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "game/counting.h"
#include "game/threads.h"

namespace zymurgy {

Kept kept_after(const Position& before, const Move& move) {
  return {before.leave_after(move), move.put_back()};
}

DrawnRack draw_from_unseen(const Position& position, const Kept& kept) {
  TileCounts pool = position.unseen(position.on_turn());
  pool.add(position.rack());
  pool.remove(kept.leave);
  const TileCounts others = pool.without(kept.put_back);
  const bool elsewhere = others.includes(position.rack().without(kept.leave));
  return {position, kept.leave, elsewhere ? others : pool};
}

Redraws::Redraws(MoveFinder& finder, const Lexicon& lexicon, const DrawnRack& draw)
    : finder_(&finder), draw_(&draw), position_(draw.position), lanes_(lexicon, position_) {}

double Redraws::again(Random& random) {
  const int drawn = draw_->position.rack().size() - draw_->kept.size();
  Rack rack = draw_->kept;
  rack.add(draw_tiles(draw_->pool, drawn, random));
  return best_equity(rack);
}

double Redraws::best_equity(const Rack& rack) {
  position_.set_rack(position_.on_turn(), rack);
  return in_points(finder_->best(position_, lanes_).equity);
}

double Luck::rank() const {
  const double own = in_points(best.equity);
  const auto [low, high] = std::equal_range(equities.begin(), equities.end(), own);
  const auto below = static_cast<double>(low - equities.begin());
  const auto equal = static_cast<double>(high - low);
  return equities.empty() ? 0.5 : (below + equal / 2) / static_cast<double>(equities.size());
}

Luck luck_of(const Lexicon& lexicon, const LeaveTable& leaves, const DrawnRack& draw,
             const LuckOptions& options, std::stop_token stop) {
  // Each redraw has its own random stream and slot, so the threads do not matter.
  std::vector<double> equities(static_cast<std::size_t>(options.draws), std::nan(""));
  std::atomic<std::size_t> next = 0;
  in_threads(options.threads, [&](int) {
    MoveFinder finder(lexicon, leaves);
    Redraws redraws(finder, lexicon, draw);
    for (std::size_t i; !stop.stop_requested() && (i = next++) < equities.size();) {
      Random random = Random::stream(options.seed, i);
      equities[i] = redraws.again(random);
    }
  });

  Luck luck;
  const Lanes lanes(lexicon, draw.position.layout(), draw.position.board());
  luck.best = MoveFinder(lexicon, leaves).best(draw.position, lanes);
  std::erase_if(equities, [](double equity) { return std::isnan(equity); });
  std::sort(equities.begin(), equities.end());
  for (const double equity : equities) luck.mean.add(equity);
  luck.equities = std::move(equities);
  return luck;
}

}  // namespace zymurgy
