#include "sim/race.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace zymurgy {

void PlaySums::add(const Sample& sample) {
  win.add(sample.win);
  gain.add(in_units(sample.gain, kGainUnit));
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
  win.add(other.win);
  gain.add(other.gain);
  for (std::size_t p = 0; p < plies.size(); ++p) {
    plies[p].plays += other.plies[p].plays;
    plies[p].score += other.plies[p].score;
    plies[p].bingos += other.plies[p].bingos;
  }
  for (std::size_t s = 0; s < replies.size(); ++s) replies[s] += other.replies[s];
}

int Race::still_running() const { return std::accumulate(running_.begin(), running_.end(), 0); }

std::int64_t Race::samples() const {
  return std::accumulate(
      sums_.begin(), sums_.end(), std::int64_t{0},
      [](std::int64_t sum, const PlaySums& play) { return sum + play.samples(); });
}

// Clears only running plays, of which there are few late in a race: `merge` skips the others.
void Race::restart(const Race& other) {
  running_ = other.running_;
  iterations_ = 0;
  for (std::size_t a = 0; a < size(); ++a) {
    if (!running(a)) continue;
    sums_[a] = {};
    utility_[a] = 0;
    for (std::size_t b = a; b < size(); ++b)
      if (running(b)) products_[a * size() + b] = 0;
  }
}

void Race::end_deal(const std::vector<std::int32_t>& utilities) {
  ++iterations_;
  for (std::size_t a = 0; a < size(); ++a) {
    if (!running(a)) continue;
    utility_[a] += utilities[a];
    for (std::size_t b = a; b < size(); ++b)
      if (running(b)) products_[a * size() + b] += std::int64_t{utilities[a]} * utilities[b];
  }
}

void Race::merge(const Race& other) {
  iterations_ += other.iterations_;
  for (std::size_t a = 0; a < size(); ++a) {
    if (!other.running(a)) continue;
    sums_[a].add(other.sums_[a]);
    utility_[a] += other.utility_[a];
    for (std::size_t b = a; b < size(); ++b)
      if (other.running(b)) products_[a * size() + b] += other.products_[a * size() + b];
  }
}

double Race::mean_utility(std::size_t play) const {
  const auto n = static_cast<double>(sums_[play].samples());
  const double prior = prior_samples_ * unmet(n);
  if (n + prior == 0) return 0;
  return (static_cast<double>(utility_[play]) + prior * prior_[play]) / (n + prior);
}

Race::Means Race::means(std::size_t play) const {
  const PlaySums& sums = sums_[play];
  if (sums.samples() == 0) return {};
  const auto n = static_cast<double>(sums.samples());
  return {sums.win.mean(), sums.gain.mean(), static_cast<double>(utility_[play]) / n,
          sums.samples()};
}

void Race::record_given_up() {
  bool any = false;
  for (std::size_t a = 0; a < size(); ++a) {
    if (running(a) || given_up_at_[a] != kNotGivenUp) continue;
    given_up_at_[a] = means_when_given_up_.size();
    any = true;
  }
  if (!any) return;
  std::vector<Means>& means_then = means_when_given_up_.emplace_back();
  for (std::size_t a = 0; a < size(); ++a) means_then.push_back(means(a));
}

template <typename Takes>
std::size_t Race::best(Takes&& takes) const {
  std::size_t best = size();
  for (std::size_t a = 0; a < size(); ++a)
    if (running(a) && takes(a) && (best == size() || mean_utility(a) > mean_utility(best)))
      best = a;
  return best;
}

std::size_t Race::leader() const {
  return best([](std::size_t) { return true; });
}

// A play that was taken back may have met fewer deals by then.
std::size_t Race::control(std::size_t play) const {
  const std::vector<Means>& means_then = means_when_given_up_[given_up_at_[play]];
  return best([&](std::size_t a) { return means_then[a].samples >= sums_[play].samples(); });
}

Race::Means Race::correction(std::size_t play) const {
  if (given_up_at_[play] == kNotGivenUp) return {};
  const std::size_t other = control(play);
  if (other == size()) return {};
  const Means now = means(other), then = means_when_given_up_[given_up_at_[play]][other];
  const double shared = slope(play, other);
  return {shared * (now.win - then.win), shared * (now.gain - then.gain),
          shared * (now.utility - then.utility)};
}

// Products with a given-up play stop at its n-th deal.
double Race::slope(std::size_t play, std::size_t control) const {
  const auto n = static_cast<double>(sums_[play].samples());
  if (n < 2) return 0;
  const double mean = means(control).utility;
  const double variance =
      product(control, control) / static_cast<double>(iterations_) - mean * mean;
  const double together =
      product(control, play) / n -
      means_when_given_up_[given_up_at_[play]][control].utility * means(play).utility;
  return variance > 0 ? std::clamp(together / variance, 0.0, 1.0) : 0;
}

Race::Difference Race::difference(std::size_t leader, std::size_t play, double count) const {
  const auto n = static_cast<double>(iterations_);
  const double mean = static_cast<double>(utility_[leader] - utility_[play]) / n;
  const double squares =
      (product(leader, leader) - 2 * product(leader, play) + product(play, play)) / n;
  // Rare events may not have happened yet: adds one deal that differs by half a win.
  const double rare = WinTable::kOne / 2.0;
  return {mean, std::max(0.0, squares - mean * mean) + rare * rare / count};
}

double Race::lead_error(std::size_t play) const {
  const std::size_t first = leader();
  if (play == first) return 0;
  const auto n = static_cast<double>(iterations_);
  return std::sqrt(of_mean(difference(first, play, n).variance, n));
}

Race::Standing Race::standing(Difference lead, double count, double confidence,
                              double indifference) const {
  const double rivals = static_cast<double>(size()) - 1;
  const double bound = std::log((std::log(count) + 1) * rivals / (1 - confidence));
  const double error = std::sqrt(2 * bound * of_mean(lead.variance, count));
  if (lead.mean > error) return Standing::kBeaten;
  const double most = error - lead.mean;
  return most < indifference * WinTable::kOne ? Standing::kEqual : Standing::kOpen;
}

bool Race::give_up(double confidence, double indifference) {
  const std::size_t first = leader();
  const auto count = static_cast<double>(iterations_);
  bool known = true;
  for (std::size_t a = 0; a < size(); ++a) {
    if (!is_rival(a, first)) continue;
    const Standing rival = standing(difference(first, a, count), count, confidence, indifference);
    if (rival == Standing::kBeaten) running_[a] = 0;
    known &= rival != Standing::kOpen;
  }
  return known;
}

bool Race::take_back() {
  const std::size_t first = leader();
  std::vector<std::size_t> back;
  for (std::size_t a = 0; a < size(); ++a)
    if (given_up_at_[a] != kNotGivenUp && !taken_back_[a] && sums_[a].samples() > 0 &&
        mean_utility(a) + correction(a).utility > mean_utility(first))
      back.push_back(a);
  for (const std::size_t a : back) {
    running_[a] = taken_back_[a] = 1;
    given_up_at_[a] = kNotGivenUp;
  }
  if (!back.empty()) restart(*this);
  return !back.empty();
}

bool Race::may_be_known(double confidence, double indifference, double more) const {
  const std::size_t first = leader();
  const auto now = static_cast<double>(iterations_);
  for (std::size_t a = 0; a < size(); ++a) {
    if (!is_rival(a, first)) continue;
    Difference lead = difference(first, a, now + more);
    lead.mean = std::abs(lead.mean) + std::sqrt(of_mean(lead.variance, now));
    if (standing(lead, now + more, confidence, indifference) == Standing::kOpen) return false;
  }
  return true;
}

void Race::give_up_hopeless(double samples) {
  constexpr double kDeviations = 2.25;
  const std::size_t first = leader();
  const auto n = static_cast<double>(iterations_);
  struct Rival {
    double behind;  // in standard deviations of one deal
    std::size_t play;
  };
  std::vector<Rival> rivals;
  for (std::size_t a = 0; a < size(); ++a) {
    if (!is_rival(a, first)) continue;
    const double deviation = std::sqrt(difference(first, a, n).variance);
    rivals.push_back({(mean_utility(first) - mean_utility(a)) / deviation, a});
  }
  std::stable_sort(rivals.begin(), rivals.end(),
                   [](const Rival& a, const Rival& b) { return a.behind > b.behind; });
  double running = static_cast<double>(rivals.size()) + 1;
  for (const auto& [behind, play] : rivals) {
    // The variance of the mean's future changes, in units of one deal's.
    const double more = samples / running, now = n + prior_samples_ * unmet(n);
    const double to_come = more / (now * (now + more));
    if (behind <= kDeviations * std::sqrt(to_come)) return;
    running_[play] = 0;
    --running;
  }
}

}  // namespace zymurgy
