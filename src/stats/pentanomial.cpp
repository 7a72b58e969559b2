#include "stats/pentanomial.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "stats/constants.h"

namespace zymurgy {
namespace {

using Cells = std::array<double, 5>;
constexpr Cells kShares{0, 0.25, 0.5, 0.75, 1};
// Points of Elo per standard deviation of a game, so that normalised and logistic Elo agree where
// games are independent, even and without ties.
constexpr double kEloPerDeviation = 800 / std::numbers::ln10;

double mean_of(const Cells& chances, const Cells& values) {
  return std::inner_product(chances.begin(), chances.end(), values.begin(), 0.0);
}

double variance_of(const Cells& chances, double mean) {
  double variance = 0;
  for (std::size_t i = 0; i < chances.size(); ++i)
    variance += chances[i] * (kShares[i] - mean) * (kShares[i] - mean);
  return variance;
}

double logistic_elo(double share) { return 400 * std::log10(share / (1 - share)); }
double share_of(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

// The likeliest distribution, given the observed one, under which `values` have mean 0. By Lagrange
// multipliers it is seen_i / (1 + theta values_i), and its mean falls with theta.
Cells likeliest(const Cells& seen, const Cells& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (*least >= 0 || *most <= 0) return seen;  // no such distribution
  double low = -1 / *most, high = -1 / *least, theta = 0;
  for (int step = 0; step < 60; ++step, theta = (low + high) / 2) {
    double mean = 0;
    for (std::size_t i = 0; i < seen.size(); ++i)
      mean += seen[i] * values[i] / (1 + theta * values[i]);
    (mean > 0 ? low : high) = theta;
  }
  Cells chances;
  for (std::size_t i = 0; i < seen.size(); ++i) chances[i] = seen[i] / (1 + theta * values[i]);
  return chances;
}

Cells likeliest_of_mean(const Cells& seen, double mean) {
  Cells values = kShares;
  for (double& value : values) value -= mean;
  return likeliest(seen, values);
}

// The likeliest distribution whose mean lies `deviations` of its own standard deviations above 1/2.
// This constraint is not linear: it is replaced by its tangent at the last distribution found,
// until the distribution no longer changes.
Cells likeliest_of_deviations(const Cells& seen, double deviations) {
  Cells chances;
  chances.fill(0.2);
  for (int round = 0; round < 20; ++round) {
    const double mean = mean_of(chances, kShares);
    const double sd = std::sqrt(variance_of(chances, mean));
    Cells values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double z = (kShares[i] - mean) / sd;
      values[i] = kShares[i] - 0.5 - deviations * sd * (1 + z * z) / 2;
    }
    const Cells last = std::exchange(chances, likeliest(seen, values));
    double moved = 0;
    for (std::size_t i = 0; i < seen.size(); ++i)
      moved = std::max(moved, std::abs(chances[i] - last[i]));
    if (moved < 1e-10) break;
  }
  return chances;
}

}  // namespace

std::int64_t Pentanomial::pairs() const {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

double Pentanomial::mean() const {
  if (pairs() == 0) return 0.5;
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i)
    sum += static_cast<double>(counts[i]) * kShares[i];
  return sum / static_cast<double>(pairs());
}

double Pentanomial::variance() const {
  if (pairs() == 0) return 0;
  Cells shares;
  for (std::size_t i = 0; i < counts.size(); ++i)
    shares[i] = static_cast<double>(counts[i]) / static_cast<double>(pairs());
  return variance_of(shares, mean());
}

WithError elo(const Pentanomial& pairs) {
  if (pairs.pairs() == 0) return {kUnknown, kUnknown};
  const double mean = pairs.mean();
  const double error = kNormal95 * std::sqrt(pairs.variance() / static_cast<double>(pairs.pairs()));
  const double low = std::max(mean - error, 0.0), high = std::min(mean + error, 1.0);
  if (low == high) return {mean == 0.5 ? 0 : logistic_elo(mean), kUnknown};
  return {logistic_elo(mean), (logistic_elo(high) - logistic_elo(low)) / 2};
}

WithError normalized_elo(const Pentanomial& pairs) {
  if (pairs.pairs() == 0) return {kUnknown, kUnknown};
  const double edge = pairs.mean() - 0.5;
  const double per_pair = kEloPerDeviation / std::numbers::sqrt2;
  return {edge == 0 ? 0 : edge / std::sqrt(pairs.variance()) * per_pair,
          kNormal95 * per_pair / std::sqrt(static_cast<double>(pairs.pairs()))};
}

double likelihood_of_superiority(const Pentanomial& pairs) {
  const double edge = pairs.mean() - 0.5;
  if (edge == 0) return 0.5;
  if (pairs.variance() == 0) return edge > 0 ? 1 : 0;  // the limit
  const double z = edge / std::sqrt(pairs.variance() / static_cast<double>(pairs.pairs()));
  return std::erfc(-z / std::numbers::sqrt2) / 2;
}

double Sprt::lower() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper() const { return std::log((1 - beta) / alpha); }

double Sprt::llr(const Pentanomial& pairs) const {
  if (pairs.pairs() == 0) return 0;
  // No cell may have probability 0: a result not seen yet is still possible.
  constexpr double kUnseen = 1e-3;
  Cells seen;
  double total = 0;
  for (std::size_t i = 0; i < seen.size(); ++i)
    total += seen[i] = std::max(static_cast<double>(pairs.counts[i]), kUnseen);
  for (double& cell : seen) cell /= total;

  const auto under = [&](double elo) {
    return model == Model::kLogistic
               ? likeliest_of_mean(seen, share_of(elo))
               : likeliest_of_deviations(seen, std::numbers::sqrt2 * elo / kEloPerDeviation);
  };
  const Cells h0 = under(elo0), h1 = under(elo1);
  double llr = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) llr += seen[i] * std::log(h1[i] / h0[i]);
  // Rounds to 0, without a sign, what rounding errors leave of 0.
  constexpr double kDigits = 1e9;
  return std::round(total * llr * kDigits) / kDigits + 0.0;
}

Sprt::Verdict Sprt::verdict(double llr) const {
  return llr >= upper() ? Verdict::kH1 : llr <= lower() ? Verdict::kH0 : Verdict::kOpen;
}

}  // namespace zymurgy
