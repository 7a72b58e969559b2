// Who may have made a move: our static player, which plays what has the most equity, or another
// mind, whose odds go by the equity that it gives away. Its constants were tuned so that beliefs
// give the true leaves of recorded games the highest chance (bench/inference.md).
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "inference/inference.h"

namespace zymurgy {

// T of players who simulate, in points. Late in the game they look to its end, which equity
// predicts badly. `bag`: its tiles.
constexpr double temperature_of_simulation(int bag) {
  return bag > 21 ? 2 : bag > kRackSize ? 4 : 6;
}

class Minds {
 public:
  // `bag`: its tiles.
  Minds(const InferOptions& options, int bag)
      : sure_(options.doubt <= 0),
        margin_(static_cast<Equity>(std::lround(options.margin * kPoint))),
        temperature_(options.temperature.value_or(temperature_of_simulation(bag)) * kPoint) {}

  // Losses of equity up to `least` are all the same, and so are those above `most`.
  Equity least() const { return margin_; }
  Equity most() const {
    return sure_ ? margin_ : margin_ + static_cast<Equity>(std::lround(kReach * temperature_));
  }

  // The likelihood of a move that loses so much equity; nullopt: more than `most`.
  ByMind likelihood(std::optional<Equity> loss) const {
    if (!loss) return {0, kOdd};
    return {*loss <= margin_ ? 1.0 : 0, kOdd + kUsual * std::exp((margin_ - *loss) / temperature_)};
  }

 private:
  // Another mind: how often it plays what static equity holds for best, and the chance of any one
  // play that loses more than kReach temperatures.
  static constexpr double kUsual = 0.5, kOdd = 0.002, kReach = 5;

  bool sure_;  // that it is our static player
  Equity margin_;
  double temperature_;
};

// The doubt after a move of these likelihoods. Neither mind is ever quite ruled out by moves.
inline double doubt_after(double doubt, const ByMind& likely) {
  constexpr double kLeast = 0.02;
  const double all = likely.mixed(doubt);
  if (doubt <= 0 || doubt >= 1 || all <= 0) return doubt;
  return std::clamp(doubt * likely.of_another / all, kLeast, 1 - kLeast);
}

}  // namespace zymurgy
