// Who may have made a move: our static player, which plays what has the most equity, or another
// mind, whose odds go by the equity that it gives away. Its numbers are those by which beliefs gave
// the true leaves of recorded games the most chance (bench/strength.md).
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
  // `doubt`: the chance that the opponent is another mind than our static player. `bag`: its tiles.
  Minds(const InferOptions& options, double doubt, int bag)
      : doubt_(doubt),
        margin_(static_cast<Equity>(std::lround(options.margin * kPoint))),
        temperature_(options.temperature.value_or(temperature_of_simulation(bag)) * kPoint) {}

  // Losses up to this are all the same; those above `most`, too.
  Equity least() const { return margin_; }
  Equity most() const {
    return doubt_ > 0 ? margin_ + static_cast<Equity>(std::lround(kReach * temperature_)) : margin_;
  }

  // How likely a move is that loses so much equity. No loss: more than `most`.
  double likelihood(std::optional<Equity> loss) const {
    const double by_static = loss && *loss <= margin_ ? 1 - doubt_ : 0;
    return by_static + another(loss);
  }
  // The part of it that is another mind's.
  double another(std::optional<Equity> loss) const {
    if (doubt_ <= 0) return 0;
    return doubt_ * (kOdd + (loss ? kUsual * std::exp((margin_ - *loss) / temperature_) : 0));
  }
  // The doubt after a move: `all` is the chance of it, `another` the other mind's part.
  double doubt_after(double all, double another) const {
    if (doubt_ <= 0 || doubt_ >= 1 || all <= 0) return doubt_;
    return std::clamp(another / all, kLeastDoubt, 1 - kLeastDoubt);
  }

 private:
  // Another mind: how often it plays what static equity holds for best, and the chance of any one
  // play that loses more than kReach temperatures. It is never quite shut out, nor certain.
  static constexpr double kUsual = 0.5, kOdd = 0.002, kReach = 5, kLeastDoubt = 0.02;

  double doubt_;
  Equity margin_;
  double temperature_;
};

}  // namespace zymurgy
