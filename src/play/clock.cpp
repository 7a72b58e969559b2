#include "play/clock.h"

#include <algorithm>

namespace zymurgy {
namespace {

constexpr double kSpareTurns = 5;  // by which a game may be longer than expected

}  // namespace

// Static players take 11.6 turns each, of which the first sees 93 tiles less than the set has; with
// the bag empty there are two.
double turns_to_come(int unseen) { return 1 + unseen / 8.5; }

std::chrono::milliseconds time_for_move(const GameClock& clock, int unseen) {
  using Ms = std::chrono::duration<double, std::milli>;
  const double turns = turns_to_come(unseen);
  const Ms share = (Ms(clock.left) - (turns + kSpareTurns) * Ms(clock.overhead)) / turns;
  const Ms wish = std::max(share, Ms(0)) + 0.9 * Ms(clock.increment);
  const Ms most = 0.5 * (Ms(clock.left) - Ms(clock.overhead));
  return std::chrono::floor<std::chrono::milliseconds>(std::max(Ms(0), std::min(wish, most)));
}

}  // namespace zymurgy
