#include "making/win_table_generation.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "evaluate/move_finder.h"
#include "game/threads.h"
#include "play/game.h"

namespace zymurgy {
namespace {

// How many games near a cell weigh as much as its row's distribution of changes.
constexpr double kPriorGames = 100;

// How many rows on either side are pooled. Rows with few unseen tiles differ from one to the next,
// because of the rules at the end of the bag.
int row_reach(int unseen) { return unseen <= kRackSize + 3 ? 0 : unseen <= 2 * kRackSize ? 1 : 2; }

// Pool adjacent violators: the closest non-decreasing values in weighted least squares.
void make_monotone(std::vector<double>& values, const std::vector<double>& weights) {
  struct Block {
    double sum, weight;
    std::size_t length;
    double mean() const { return sum / weight; }
  };
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < values.size(); ++i) {
    blocks.push_back({values[i] * weights[i], weights[i], 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() >= blocks.back().mean()) {
      const Block last = blocks.back();
      blocks.pop_back();
      blocks.back().sum += last.sum;
      blocks.back().weight += last.weight;
      blocks.back().length += last.length;
    }
  }
  std::size_t next = 0;
  for (const Block& block : blocks)
    for (std::size_t i = 0; i < block.length; ++i) values[next++] = block.mean();
}

}  // namespace

WinCounts::WinCounts(int max_unseen)
    : max_unseen_(max_unseen),
      positions_(static_cast<std::size_t>((max_unseen + 1) * kSpreads)),
      half_wins_(positions_.size()),
      changes_(positions_.size()) {}

std::size_t WinCounts::cell(int spread, int unseen) {
  return static_cast<std::size_t>(unseen * kSpreads + std::clamp(spread, -kReach, kReach) + kReach);
}

void WinCounts::add(int spread, int unseen, int change) {
  const std::size_t at = cell(spread, unseen);
  ++positions_[at];
  half_wins_[at] += spread + change > 0 ? 2 : spread + change == 0;
  ++changes_[cell(-change, unseen)];
}

void WinCounts::add(const WinCounts& other) {
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    positions_[i] += other.positions_[i];
    half_wins_[i] += other.half_wins_[i];
    changes_[i] += other.changes_[i];
  }
}

WinCounts::Rows WinCounts::rows_near(int unseen) const {
  const int reach = row_reach(unseen);
  return {std::max(1, unseen - reach), std::min(max_unseen_, unseen + reach)};
}

std::vector<double> WinCounts::by_change(int unseen) const {
  // To win, the change must be above -spread: the chance is the distribution function of -change,
  // ties counted half.
  std::vector<double> chances(kSpreads);
  double total = 0;
  const auto [first, last] = rows_near(unseen);
  for (int row = first; row <= last; ++row) {
    std::int64_t below = 0;
    for (int spread = -kReach; spread <= kReach; ++spread) {
      const std::int64_t here = changes_[cell(spread, row)];
      chances[spread + kReach] += static_cast<double>(2 * below + here) / 2;
      below += here;
    }
    total += static_cast<double>(below);
  }
  // In a row without positions only the sign of the spread counts.
  for (int i = 0; i < kSpreads; ++i) {
    double& chance = chances[i];
    chance = total > 0 ? (chance + 0.5) / (total + 1) : i < kReach ? 0 : i > kReach ? 1 : 0.5;
  }
  return chances;
}

WinCounts::Near WinCounts::near(int spread, int unseen, const std::vector<double>& prior) const {
  // Cells within about an eighth of the standard deviation of the change inform this one; fewer
  // where games are decided by single points.
  const int width = std::max(1, static_cast<int>(std::sqrt(unseen)));
  const auto [first, last] = rows_near(unseen);
  Near near;
  for (int row = first; row <= last; ++row)
    for (int s = std::max(-kReach, spread - width); s <= std::min(kReach, spread + width); ++s) {
      const auto n = static_cast<double>(positions_[cell(s, row)]);
      near.games += n;
      near.beyond += static_cast<double>(half_wins_[cell(s, row)]) / 2 - n * prior[s + kReach];
    }
  return near;
}

WinTable WinCounts::table() const {
  WinTable table(max_unseen_);
  for (int unseen = 1; unseen <= max_unseen_; ++unseen) {
    const std::vector<double> prior = by_change(unseen);
    std::vector<double> chances, weights;
    for (int spread = -kReach; spread <= kReach; ++spread) {
      const auto [games, beyond] = near(spread, unseen, prior);
      const double chance = prior[spread + kReach] + beyond / (games + kPriorGames);
      chances.push_back(std::clamp(chance, 0.0, 1.0));
      weights.push_back(games + 1);
    }
    make_monotone(chances, weights);
    for (int spread = -kReach; spread <= kReach; ++spread)
      table.set(spread, unseen,
                static_cast<int>(std::lround(chances[spread + kReach] * WinTable::kOne)));
  }
  return table;
}

std::array<WinCounts::Bucket, 10> WinCounts::calibration(const WinTable& table) const {
  std::array<Bucket, 10> buckets;
  for (int unseen = 1; unseen <= max_unseen_; ++unseen)
    for (int spread = -kReach; spread <= kReach; ++spread) {
      const std::size_t at = cell(spread, unseen);
      const double chance = table.win_chance(spread, unseen);
      Bucket& bucket = buckets[std::min(9, static_cast<int>(chance * 10))];
      bucket.positions += positions_[at];
      bucket.predicted += chance * static_cast<double>(positions_[at]);
      bucket.won += static_cast<double>(half_wins_[at]) / 2;
    }
  return buckets;
}

WinCounts count_wins(const WinTableOptions& options,
                     const std::function<void(std::int64_t)>& progress, std::stop_token stop) {
  const TileSet& tiles = options.lexicon->tiles();
  const int max_unseen = tiles.total() - kRackSize;
  WinCounts counts(max_unseen);
  std::mutex mutex;
  std::atomic<std::uint64_t> next = 0;
  std::int64_t played = 0;
  in_threads(options.threads, [&](int) {
    WinCounts own(max_unseen);
    Game game(*options.lexicon, Layout::standard());
    MoveFinder finder(*options.lexicon, *options.leaves);
    struct Standing {
      int seat, spread, unseen;
    };
    std::vector<Standing> standings;
    for (std::uint64_t index; !stop.stop_requested() && (index = next++) < options.games;) {
      standings.clear();
      game.start(game_seed(options.seed, index));
      while (!game.over()) {
        const Position& position = game.position();
        const int mover = position.on_turn();
        standings.push_back({mover, position.spread(), position.unseen_count(mover)});
        game.play(finder.best(position, game.lanes()).move);
      }
      for (const auto& [seat, spread, unseen] : standings)
        own.add(spread, unseen, game.position().final_spread(seat) - spread);
      const std::lock_guard lock(mutex);
      if (++played % 64 == 0 && progress) progress(played);
    }
    const std::lock_guard lock(mutex);
    counts.add(own);
  });
  return counts;
}

}  // namespace zymurgy
