#include "stats/pentanomial.h"

#include <doctest/doctest.h>

#include <cmath>

#include "game/random.h"
#include "game/text.h"

namespace zymurgy {
namespace {

using Model = Sprt::Model;
using Verdict = Sprt::Verdict;

TEST_CASE("log-likelihood ratios as published") {
  struct Known {
    const char* source;
    Pentanomial pairs;
    double elo0, elo1;
    Model model;
    double llr, tolerance;
  };
  const Known known[] = {
      {"Stockfish f4bcd4040, LTC",
       {{122, 20406, 53256, 21041, 119}},
       0.5,
       2.5,
       Model::kNormalized,
       2.9425,
       1e-4},
      {"Stockfish f4bcd4040, STC",
       {{521, 17154, 37050, 17170, 489}},
       0,
       2,
       Model::kNormalized,
       -2.9353,
       1e-4},
      {"Stockfish cb4a62311, LTC",
       {{69, 13407, 33811, 13922, 60}},
       0.5,
       2.5,
       Model::kNormalized,
       2.9563,
       1e-4},
      {"OpenBench's own test",
       {{39, 8843, 26675, 9240, 44}},
       0.5,
       2.5,
       Model::kNormalized,
       2.9417,
       1e-4},
      {"montytest's page", {{13, 37, 50, 25, 3}}, 0, 4, Model::kNormalized, -0.54912, 1e-5},
      {"fishtest's input",
       {{10789, 19328, 33806, 19402, 10543}},
       -3,
       1,
       Model::kLogistic,
       2.1311,
       1e-4},
  };
  for (const Known& k : known) {
    CAPTURE(k.source);
    const Sprt sprt{.elo0 = k.elo0, .elo1 = k.elo1, .model = k.model};
    CHECK(std::abs(sprt.llr(k.pairs) - k.llr) < k.tolerance);
  }
}

TEST_CASE("Elo as published, and where it ends") {
  CHECK(normalized_elo({{39, 8843, 26675, 9240, 44}}).value ==
        doctest::Approx(3.480).epsilon(1e-3));
  CHECK(normalized_elo({{13, 37, 50, 25, 3}}).value == doctest::Approx(-63.97).epsilon(1e-4));

  // Without ties and with independent games both kinds of Elo agree near 0.
  const Pentanomial even{{2480, 0, 5000, 0, 2520}};
  CHECK(elo(even).value == doctest::Approx(normalized_elo(even).value).epsilon(0.01));
  CHECK(elo(even).error == doctest::Approx(normalized_elo(even).error).epsilon(0.01));
  CHECK(likelihood_of_superiority(even) == doctest::Approx(0.7142).epsilon(1e-3));

  CHECK(std::isnan(elo({}).value));
  CHECK(std::isinf(elo({{0, 0, 0, 0, 7}}).value));
  // An interval that reaches beyond all points or none.
  CHECK(std::isinf(elo({{9, 0, 0, 0, 1}}).error));
  CHECK(std::isinf(elo({{1, 0, 0, 0, 9}}).error));
  // Pairs that are all alike do not tell how far they may differ.
  for (const Pentanomial& alike : {Pentanomial{{0, 0, 0, 0, 7}}, {{0, 0, 0, 7, 0}}}) {
    CHECK(std::isinf(normalized_elo(alike).value));
    CHECK(std::isnan(elo(alike).error));
    CHECK(likelihood_of_superiority(alike) == 1);
  }
  CHECK(likelihood_of_superiority({{7, 0, 0, 0, 0}}) == 0);
  CHECK(elo({{0, 0, 9, 0, 0}}).value == 0);
  CHECK(std::isnan(elo({{0, 0, 9, 0, 0}}).error));
  CHECK(normalized_elo({{0, 0, 9, 0, 0}}).value == 0);
  CHECK(likelihood_of_superiority({{0, 0, 9, 0, 0}}) == 0.5);
}

TEST_CASE("what is nothing is 0, without a sign and without what rounding leaves") {
  for (const Pentanomial& even :
       {Pentanomial{{2, 0, 7, 0, 2}}, {{0, 0, 9, 0, 0}}, {{1, 1, 3, 1, 1}}}) {
    CHECK(shortest(elo(even).value) == "0");
    CHECK(shortest(normalized_elo(even).value) == "0");
    for (const Model model : {Model::kNormalized, Model::kLogistic})
      for (const double bound : {1, 5, 50}) {
        const Sprt sprt{.elo0 = -bound, .elo1 = bound, .model = model};
        CHECK(shortest(sprt.llr(even)) == "0");
      }
  }
}

TEST_CASE("the bounds of a test, and its verdicts") {
  const Sprt sprt;
  CHECK(sprt.upper() == doctest::Approx(2.944).epsilon(1e-3));
  CHECK(sprt.lower() == doctest::Approx(-2.944).epsilon(1e-3));
  CHECK(sprt.llr({}) == 0);
  CHECK(sprt.verdict(2.95) == Verdict::kH1);
  CHECK(sprt.verdict(-2.95) == Verdict::kH0);
  CHECK(sprt.verdict(2.9) == Verdict::kOpen);
  // Wald's, where the two errors differ: ln(beta / (1 - alpha)) and ln((1 - beta) / alpha).
  const Sprt uneven{.alpha = 0.05, .beta = 0.1};
  CHECK(uneven.lower() == doctest::Approx(-2.2513).epsilon(1e-4));
  CHECK(uneven.upper() == doctest::Approx(2.8904).epsilon(1e-4));
  // Games that are the same whoever plays them speak for equality, if slowly.
  CHECK(sprt.verdict(sprt.llr({{0, 0, 1500, 0, 0}})) == Verdict::kOpen);
  CHECK(sprt.verdict(sprt.llr({{0, 0, 2000, 0, 0}})) == Verdict::kH0);
  // One side takes all: no infinity comes of it.
  CHECK(std::isfinite(sprt.llr({{0, 0, 0, 0, 500}})));
  CHECK(sprt.verdict(sprt.llr({{0, 0, 0, 0, 500}})) == Verdict::kH1);
}

// How many of `runs` simulated tests end with a verdict, within 4,000 pairs, for a player whose
// wins in pairs lean by `edge`.
int verdicts(const Sprt& sprt, Verdict verdict, double edge, int runs) {
  int found = 0;
  for (int run = 0; run < runs; ++run) {
    Random random = Random::stream(7, static_cast<std::uint64_t>(run));
    Pentanomial pairs;
    Verdict now = Verdict::kOpen;
    for (int pair = 1; pair <= 4000 && now == Verdict::kOpen; ++pair) {
      // Half the pairs are split; of the others player 1 takes a share of 1/2 + edge.
      const double u = random.unit();
      ++pairs.counts[u < 0.5 ? 2 : u < 0.75 + edge / 2 ? 4 : 0];
      if (pair % 20 == 0) now = sprt.verdict(sprt.llr(pairs));
    }
    found += now == verdict;
  }
  return found;
}

TEST_CASE("simulated tests err as often as they say") {
  const Sprt sprt{.elo0 = 0, .elo1 = 30};
  // Normalised Elo 30 of this distribution: mean edge/2 over sd about sqrt(1/8), times 245.7.
  const double edge = 2 * 30 / 245.68 * std::sqrt(0.125);
  constexpr int kRuns = 120;
  CHECK(verdicts(sprt, Verdict::kH1, 0, kRuns) <= kRuns / 10);
  CHECK(verdicts(sprt, Verdict::kH0, 0, kRuns) >= kRuns * 85 / 100);
  CHECK(verdicts(sprt, Verdict::kH0, edge, kRuns) <= kRuns / 10);
  CHECK(verdicts(sprt, Verdict::kH1, edge, kRuns) >= kRuns * 85 / 100);
}

}  // namespace
}  // namespace zymurgy
