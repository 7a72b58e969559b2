#include "sim/race.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace zymurgy {

void PlaySums::add(const Sample& sample) {
  ++samples;
  const std::int64_t w = sample.win, g = sample.gain / 10;
  win += w;
  win_squares += w * w;
  gain += g;
  gain_squares += g * g;
  const int tallied = std::min(sample.plies, kTalliedPlies);
  for (int p = 0; p < tallied; ++p) {
    const auto i = static_cast<std::size_t>(p);
    ++plies[i].plays;
    plies[i].score += sample.tallied[i].score;
    plies[i].bingos += sample.tallied[i].bingo ? 1 : 0;
  }
  if (sample.reply.is_play())
    for (int i = 0; i < sample.reply.length; ++i)
      if (sample.reply.tiles[i] != kEmpty) ++replies[sample.reply.square(i).index()];
}

void PlaySums::add(const PlaySums& other) {
  samples += other.samples;
  win += other.win;
  win_squares += other.win_squares;
  gain += other.gain;
  gain_squares += other.gain_squares;
  for (std::size_t p = 0; p < plies.size(); ++p) {
    plies[p].plays += other.plies[p].plays;
    plies[p].score += other.plies[p].score;
    plies[p].bingos += other.plies[p].bingos;
  }
  for (std::size_t s = 0; s < replies.size(); ++s) replies[s] += other.replies[s];
}

int Race::still_running() const { return std::accumulate(running_.begin(), running_.end(), 0); }

void Race::clear() {
  std::fill(sums_.begin(), sums_.end(), PlaySums{});
  std::fill(utility_.begin(), utility_.end(), 0);
  std::fill(products_.begin(), products_.end(), 0);
  std::fill(running_.begin(), running_.end(), 1);
  iterations_ = 0;
}

void Race::add(const std::vector<std::int32_t>& utilities) {
  ++iterations_;
  for (std::size_t a = 0; a < size(); ++a) {
    if (!running(a)) continue;
    utility_[a] += utilities[a];
    for (std::size_t b = a; b < size(); ++b)
      if (running(b)) products_[a * size() + b] += std::int64_t{utilities[a]} * utilities[b];
  }
}

void Race::add(const Race& other) {
  iterations_ += other.iterations_;
  for (std::size_t a = 0; a < size(); ++a) {
    sums_[a].add(other.sums_[a]);
    utility_[a] += other.utility_[a];
  }
  for (std::size_t i = 0; i < products_.size(); ++i) products_[i] += other.products_[i];
}

double Race::mean_utility(std::size_t play) const {
  const double count = static_cast<double>(sums_[play].samples) + expectation_;
  if (count == 0) return 0;
  return (static_cast<double>(utility_[play]) + expectation_ * expected_[play]) / count;
}

bool Race::give_up(double confidence, double indifference) {
  std::size_t leader = size();
  for (std::size_t a = 0; a < size(); ++a)
    if (running(a) && (leader == size() || mean_utility(a) > mean_utility(leader))) leader = a;
  if (leader == size()) return true;

  const auto n = static_cast<double>(iterations_);
  const double rivals = static_cast<double>(size()) - 1;
  const double bound = std::log((std::log(n) + 1) * rivals / (1 - confidence));
  bool known = true;
  for (std::size_t a = 0; a < size(); ++a) {
    if (!running(a) || a == leader) continue;
    const auto product = [&](std::size_t i, std::size_t j) {
      return static_cast<double>(products_[std::min(i, j) * size() + std::max(i, j)]) / n;
    };
    const double difference = static_cast<double>(utility_[leader] - utility_[a]) / n;
    const double squares = product(leader, leader) - 2 * product(leader, a) + product(a, a);
    // Rare events may not have happened yet: as if half a win had once been the difference.
    const double unmet = WinTable::kOne / 2.0;
    const double variance = std::max(0.0, squares - difference * difference) + unmet * unmet / n;
    if (difference > 0 && difference * difference * n > 2 * bound * variance)
      running_[a] = 0;
    else
      known &= std::sqrt(2 * bound * variance / n) - difference < indifference * WinTable::kOne;
  }
  return known;
}

}  // namespace zymurgy
