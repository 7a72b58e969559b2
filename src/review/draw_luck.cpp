#include "review/draw_luck.h"

#include <atomic>
#include <cmath>
#include <vector>

#include "game/threads.h"

namespace zymurgy {

SeatLuck DrawJudge::luck_of(MoveFinder& finder, const DrawnRack& draw, Random random) const {
  Redraws redraws(finder, *lexicon_, draw);
  std::vector<double> equities(static_cast<std::size_t>(options_.draws));
  double mean = 0;
  for (double& equity : equities) mean += equity = redraws.again(random);
  mean /= options_.draws;

  const Position& position = draw.position;
  const int unseen = position.unseen(position.on_turn()).size();
  // The table's chance goes with a mean rack.
  const auto chance = [&](double equity) {
    const double lead = (position.spread() + equity - mean) * kPoint;
    return wins_->at_lead(static_cast<Equity>(std::lround(lead)), unseen) / double{WinTable::kOne};
  };
  double mean_chance = 0;
  for (const double equity : equities) mean_chance += chance(equity);
  mean_chance /= options_.draws;

  const double drawn = redraws.as_drawn();
  return {.points = drawn - mean, .chance = chance(drawn) - mean_chance};
}

void DrawJudge::judge(std::span<WatchedGame> games, std::stop_token stop) {
  std::atomic<std::size_t> next = 0;
  in_threads(options_.threads, [&](int) {
    MoveFinder finder(*lexicon_, *leaves_);
    for (std::size_t i; !stop.stop_requested() && (i = next++) < games.size();) {
      if (!games[i].racks_told) continue;
      std::array<SeatLuck, 2> luck;
      for (std::size_t d = 0; d < games[i].draws.size(); ++d) {
        const auto& [seat, draw] = games[i].draws[d];
        luck[seat].add(luck_of(finder, draw, Random::stream(options_.seed, judged_ + i, d)));
      }
      for (std::size_t seat = 0; seat < 2; ++seat) games[i].seats[seat].luck = luck[seat];
      games[i].draws.clear();
    }
  });
  judged_ += games.size();
}

}  // namespace zymurgy
