// The players that may have made a move: our static player, which makes the move of the most
// equity, or another player, whose odds depend on the equity given away. The constants of the other
// player were tuned so that beliefs give the true leaves of recorded games the highest probability
// (bench/inference.md).
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "inference/inference.h"

namespace zymurgy {

// The temperature T of players that simulate, in points. Late in the game they look to its end,
// which equity predicts badly. `bag` is the number of tiles in it.
constexpr double temperature_of_simulation(int bag) {
  return bag > 21 ? 2 : bag > kRackSize ? 4 : 6;
}

class PlayerModels {
 public:
  // `bag` is the number of tiles in it.
  PlayerModels(const InferOptions& options, int bag)
      : is_static_(options.doubt <= 0),
        margin_(static_cast<Equity>(std::lround(options.margin * kPoint))),
        temperature_(options.temperature.value_or(temperature_of_simulation(bag)) * kPoint) {}

  // Equity losses up to `least` are treated alike, and so are those above `most`.
  Equity least() const { return margin_; }
  Equity most() const {
    return is_static_ ? margin_ : margin_ + static_cast<Equity>(std::lround(kReach * temperature_));
  }

  // The likelihood of a move that loses this much equity; nullopt: more than `most`.
  ByModel likelihood(std::optional<Equity> loss) const {
    if (!loss) return {0, kOdd};
    return {*loss <= margin_ ? 1.0 : 0, kOdd + kUsual * std::exp((margin_ - *loss) / temperature_)};
  }

 private:
  // Another player: how often it makes the best move by static equity, and the probability of any
  // one play that loses more than kReach temperatures.
  static constexpr double kUsual = 0.5, kOdd = 0.002, kReach = 5;

  bool is_static_;  // the opponent is certainly our static player
  Equity margin_;
  double temperature_;
};

// The doubt after a move of these likelihoods. Neither player is ever quite ruled out by moves.
inline double doubt_after(double doubt, const ByModel& likely) {
  constexpr double kLeast = 0.02;
  const double all = likely.mixed(doubt);
  if (doubt <= 0 || doubt >= 1 || all <= 0) return doubt;
  return std::clamp(doubt * likely.of_other / all, kLeast, 1 - kLeast);
}

}  // namespace zymurgy
