#include "review/draw_luck.h"

#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "game/threads.h"

namespace zymurgy {

SeatLuck DrawJudge::luck_of(MoveFinder& finder, const DrawnRack& draw, Random random,
                            const std::stop_token& stop) const {
  Redraws redraws(finder, *lexicon_, draw);
  // The real draw counts as one of equally likely draws, so that luck is 0 in the mean.
  std::vector<double> equities{redraws.as_drawn()};
  for (int i = 0; i < options_.draws && !stop.stop_requested(); ++i)
    equities.push_back(redraws.again(random));
  const auto count = static_cast<double>(equities.size());
  const double mean = std::accumulate(equities.begin(), equities.end(), 0.0) / count;

  const Position& position = draw.position;
  const int unseen = position.unseen_count(position.on_turn());
  // The table's chance goes with a mean rack.
  const auto chance = [&](double equity) {
    const double lead = (position.spread() + equity - mean) * kPoint;
    return WinTable::share(wins_->at_lead(static_cast<Equity>(std::lround(lead)), unseen));
  };
  double mean_chance = 0;
  for (const double equity : equities) mean_chance += chance(equity);
  mean_chance /= count;
  return {.points = equities.front() - mean, .chance = chance(equities.front()) - mean_chance};
}

void DrawJudge::judge(std::span<WatchedGame> games, std::uint64_t first,
                      std::stop_token stop) const {
  std::atomic<std::size_t> next = 0;
  in_threads(options_.threads, [&](int) {
    MoveFinder finder(*lexicon_, *leaves_);
    for (std::size_t i; !stop.stop_requested() && (i = next++) < games.size();) {
      if (!games[i].racks_told) continue;
      std::array<SeatLuck, 2> luck;
      for (std::size_t d = 0; d < games[i].draws.size(); ++d) {
        const auto& [seat, draw] = games[i].draws[d];
        luck[seat].add(luck_of(finder, draw, Random::stream(options_.seed, first + i, d), stop));
      }
      if (stop.stop_requested()) return;
      for (std::size_t seat = 0; seat < 2; ++seat) games[i].seats[seat].luck = luck[seat];
      games[i].draws.clear();
    }
  });
}

}  // namespace zymurgy
