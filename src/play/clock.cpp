#include "play/clock.h"

#include <algorithm>

#include "play/phase.h"

namespace zymurgy {
namespace {

constexpr double kSpareTurns = 3;  // turns by which a game may exceed its expected length

// With this many tiles unseen or fewer, simulations go to the end of the game and endings are
// proved: in the same time a choice loses some six times as much as before. Loss falls as 1 / time,
// so such a turn deserves sqrt(6) times as much (bench/simulation.md, Within a budget).
constexpr int kLateUnseen = kToTheEndBag + kRackSize;
constexpr double kLateWeight = 2.5;
// The share of their time that such turns use: the best is known, or the ending proved, sooner.
constexpr double kLateUse = 0.6;

// The expected number of the player's own turns to come, including this one. Static players take
// 11.6 turns each, with 93 tiles unseen at the first; with the bag empty two are left.
double turns_to_come(int unseen) { return 1 + unseen / 8.5; }

}  // namespace

std::chrono::milliseconds time_for_move(const GameClock& clock, int unseen) {
  using Ms = std::chrono::duration<double, std::milli>;
  const double turns = turns_to_come(unseen);
  const double late_turns = std::min(turns, turns_to_come(kLateUnseen));
  const double in_turns_like_this = unseen > kLateUnseen
                                        ? turns - late_turns + kLateWeight * kLateUse * late_turns
                                        : 1 + kLateUse * (late_turns - 1);
  const Ms share =
      (Ms(clock.left) - (turns + kSpareTurns) * Ms(clock.overhead)) / in_turns_like_this;
  const Ms wish = std::max(share, Ms(0)) + 0.9 * Ms(clock.increment);
  const Ms most = 0.5 * (Ms(clock.left) - Ms(clock.overhead));
  return std::chrono::floor<std::chrono::milliseconds>(std::max(Ms(0), std::min(wish, most)));
}

}  // namespace zymurgy
