// Counts of pairs of games on the same draws, by the points that player 1 took from them; estimates
// of its strength from these; and a sequential test that decides when there are enough pairs.
//
// A pair is worth a share of 0, 1/4, 1/2, 3/4 or 1. The two games of a pair are not independent, so
// every error and likelihood here is computed over pairs. Elo is logistic. Normalised Elo measures
// the mean in standard deviations of a game (whose variance is twice that of its pair's share); it
// decides how many games a test needs. It depends on how games are paired: only compare like with
// like. Errors are half the width of 95 % intervals.
//
// Sources: M. Van den Bergh, "Comments on normalized Elo", "Comparing the approximations" and
// "Maximum likelihood estimation for multinomial distributions" (cantate.be/Fishtest).
#pragma once

#include <array>
#include <cstdint>

namespace zymurgy {

struct Pentanomial {
  std::array<std::int64_t, 5> counts{};  // pairs in which player 1 took 0, 1/2, 1, 3/2, 2 points

  std::int64_t pairs() const;
  double mean() const;      // share of the points, 0 to 1; 1/2 without pairs
  double variance() const;  // of a pair's share
  bool operator==(const Pentanomial&) const = default;
};

struct WithError {
  double value = 0, error = 0;
};

// Infinite if one player took every point. If all pairs are alike, their variance is unknown and
// the error is NaN.
WithError elo(const Pentanomial& pairs);
// Infinite, too, if all pairs are alike and not even.
WithError normalized_elo(const Pentanomial& pairs);
// The probability that player 1 is the stronger one, given a uniform prior over strengths: 1/2 if
// the pairs are even, 0 or 1 if they are otherwise all alike.
double likelihood_of_superiority(const Pentanomial& pairs);

// A generalised sequential probability ratio test of H1, a strength of `elo1`, against H0, `elo0`.
struct Sprt {
  enum class Model { kNormalized, kLogistic };
  enum class Verdict { kOpen, kH0, kH1 };

  double elo0 = 0, elo1 = 10;  // elo0 < elo1, both within kLargestElo of 0
  double alpha = 0.05;         // how often H1 may be accepted though H0 is true
  double beta = 0.05;          // how often H0 may be accepted though H1 is true
  Model model = Model::kNormalized;

  static constexpr double kLargestElo = 200;

  double lower() const;  // H0 is accepted at this log-likelihood ratio
  double upper() const;  // H1 is accepted at this one
  // The log-likelihood ratio of the pairs, rounded to 1e-9; 0 without pairs.
  double llr(const Pentanomial& pairs) const;
  Verdict verdict(double llr) const;
  bool operator==(const Sprt&) const = default;
};

}  // namespace zymurgy
