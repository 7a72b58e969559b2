#include "review/draw_luck.h"

#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "review/judge_games.h"

namespace zymurgy {
namespace {

class DrawJudge {
 public:
  DrawJudge(const PlayerTables& tables, const LuckOptions& options, const std::stop_token& stop)
      : tables_(tables), options_(options), stop_(stop), finder_(*tables.lexicon, *tables.leaves) {}

  void judge(WatchedGame& game, std::uint64_t stream) {
    if (!game.racks_known) return;
    std::array<SeatLuck, 2> luck;
    for (std::size_t d = 0; d < game.draws.size(); ++d) {
      const auto& [seat, draw] = game.draws[d];
      luck[seat].add(luck_of(draw, Random::stream(options_.seed, stream, d)));
    }
    if (stop_.stop_requested()) return;
    for (std::size_t seat = 0; seat < 2; ++seat) game.seats[seat].luck = luck[seat];
    game.draws.clear();
  }

 private:
  // Meaningless once stopped.
  SeatLuck luck_of(const DrawnRack& draw, Random random) {
    Redraws redraws(finder_, *tables_.lexicon, draw);
    // The real draw counts as one of the equally likely draws, so that the mean luck is 0.
    std::vector<double> equities{redraws.as_drawn()};
    for (int i = 0; i < options_.draws && !stop_.stop_requested(); ++i)
      equities.push_back(redraws.again(random));
    const auto count = static_cast<double>(equities.size());
    const double mean = std::accumulate(equities.begin(), equities.end(), 0.0) / count;

    const Position& position = draw.position;
    const int unseen = position.unseen_count(position.on_turn());
    // The table's win probability assumes a mean rack, so equity counts relative to the mean.
    const auto chance = [&](double equity) {
      const double lead = (position.spread() + equity - mean) * kPoint;
      return WinTable::share(tables_.wins->at_lead(static_cast<Equity>(std::lround(lead)), unseen));
    };
    double mean_chance = 0;
    for (const double equity : equities) mean_chance += chance(equity);
    mean_chance /= count;
    return {.points = equities.front() - mean, .chance = chance(equities.front()) - mean_chance};
  }

  PlayerTables tables_;
  LuckOptions options_;
  std::stop_token stop_;
  MoveFinder finder_;
};

}  // namespace

void judge_draws(std::span<WatchedGame> games, const PlayerTables& tables,
                 const LuckOptions& options, std::uint64_t first, std::stop_token stop) {
  judge_games<DrawJudge>(games, tables, options, first, stop);
}

}  // namespace zymurgy
