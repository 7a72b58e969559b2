#include "review/luck.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "game/counting.h"

namespace zymurgy {

double Luck::rank() const {
  const double own = static_cast<double>(best.equity) / kPoint;
  const auto [low, high] = std::equal_range(equities.begin(), equities.end(), own);
  const auto below = static_cast<double>(low - equities.begin());
  const auto equal = static_cast<double>(high - low);
  return equities.empty() ? 0.5 : (below + equal / 2) / static_cast<double>(equities.size());
}

Luck luck_of(const Lexicon& lexicon, const LeaveTable& leaves, const Position& position,
             const TileCounts& kept, const LuckOptions& options, std::stop_token stop) {
  const int player = position.on_turn();
  TileCounts pool = position.unseen(player);
  pool.add(position.rack());
  pool.remove(kept);
  const int drawn = position.rack().size() - kept.size();
  const Lanes lanes(lexicon, position.layout(), position.board());

  // Each draw has its own stream and its own place.
  std::vector<double> equities(static_cast<std::size_t>(options.draws), std::nan(""));
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    MoveFinder finder(lexicon, leaves);
    Position other = position;
    for (std::size_t i; !stop.stop_requested() && (i = next++) < equities.size();) {
      Random random = Random::stream(options.seed, i);
      Rack rack = kept;
      rack.add(draw_tiles(pool, drawn, random));
      other.set_rack(player, rack);
      equities[i] = static_cast<double>(finder.best(other, lanes).equity) / kPoint;
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < options.threads; ++t) threads.emplace_back(work);
  }

  Luck luck;
  luck.best = MoveFinder(lexicon, leaves).best(position, lanes);
  std::erase_if(equities, [](double equity) { return std::isnan(equity); });
  std::sort(equities.begin(), equities.end());
  for (const double equity : equities) luck.mean.add(equity);
  luck.equities = std::move(equities);
  return luck;
}

}  // namespace zymurgy
