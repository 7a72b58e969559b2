#include "trainer-bridge/worth.h"

#include <algorithm>
#include <cmath>

namespace zymurgy::trainer {
namespace {

// The win probability that a point counts for beyond what the table says. (A sixth of it, from the
// first step of training on, made a network that won 51.9 %, where points alone made one that won
// 52.4 %.)
constexpr double kPlainPoint = 0.003;
// A group's weight is the worth of a point in it over this, within bounds.
constexpr double kUsualPoint = 0.005;
constexpr double kLeastWeight = 0.25, kMostWeight = 3;
// Points to either side over which a table's slope is taken.
constexpr double kReach = 12;
// Once a game is over the winner is certain, but no network foresees the final spread to the point:
// the result is smoothed as if that spread had a logistic error of this scale, in points.
constexpr double kForesight = 16;
// Tiles played in a turn on average, by which the replies bring the end nearer.
constexpr double kTilesAPly = 4.5;

double between(const WinTable& wins, double spread, int unseen) {
  const double low = std::floor(spread), part = spread - low;
  const auto whole = static_cast<int>(low);
  return (1 - part) * wins.win_chance(whole, unseen) + part * wins.win_chance(whole + 1, unseen);
}

}  // namespace

Worth::Worth(const WinTable* wins, const Position& position, const std::vector<ContrastPlay>& plays)
    : wins_(wins), lead_(position.spread()), unseen_(position.unseen_count(position.on_turn())) {
  if (wins == nullptr) return;
  for (const ContrastPlay& play : plays) {
    const double gain = in_points(play.gains.back());
    const auto plies = static_cast<int>(play.gains.size());
    of_point_ += chance(play, gain + kReach, plies) - chance(play, gain - kReach, plies);
  }
  of_point_ = of_point_ / (2 * kReach) / static_cast<double>(plays.size()) + kPlainPoint;
}

float Worth::weight() const {
  if (wins_ == nullptr) return 1;
  return static_cast<float>(std::clamp(of_point_ / kUsualPoint, kLeastWeight, kMostWeight));
}

float Worth::of_gain(const ContrastPlay& play, int plies) const {
  const double gain = in_points(play.gains[plies - 1]);
  if (wins_ == nullptr) return static_cast<float>(gain);
  return static_cast<float>((chance(play, gain, plies) + kPlainPoint * gain) / of_point_);
}

double Worth::chance(const ContrastPlay& play, double gain, int plies) const {
  if (play.to_the_end) return 1 / (1 + std::exp(-(lead_ + gain) / kForesight));
  const int laid =
      play.move.is_play() ? play.move.tiles_played : 0;  // exchanged tiles are unseen again
  const auto unseen = static_cast<int>(std::lround(unseen_ - laid - kTilesAPly * plies));
  const double spread = lead_ + gain;
  return plies % 2 != 0 ? between(*wins_, spread, unseen) : 1 - between(*wins_, -spread, unseen);
}

}  // namespace zymurgy::trainer
