#include "play/clock.h"

#include <doctest/doctest.h>

#include "play/phase.h"

namespace zymurgy {
namespace {

using std::chrono::milliseconds;

TEST_CASE("the time for a move is never more than the clock holds, and grows with it") {
  for (int left = -2000; left < 60000; left = left * 5 / 4 + (left < 0 ? 600 : 7))
    for (const int increment : {0, 100, 5000})
      for (const int overhead : {0, 50, 1000})
        for (int unseen = 1; unseen < 94; unseen += 4) {
          CAPTURE(left);
          CAPTURE(unseen);
          const auto time = [&](int ms, int inc, int lost, int tiles) {
            return time_for_move({milliseconds(ms), milliseconds(inc), milliseconds(lost)}, tiles);
          };
          const milliseconds allotted = time(left, increment, overhead, unseen);
          CHECK(allotted.count() >= 0);
          CHECK(allotted.count() <= std::max(0, left - overhead));
          CHECK(allotted <= time(left + 100, increment, overhead, unseen));
          CHECK(allotted <= time(left, increment + 100, overhead, unseen));
          CHECK(allotted <= time(left, increment, overhead, unseen - 1));
          CHECK(allotted >= time(left, increment, overhead + 10, unseen));
        }
}

TEST_CASE("turns late in the game take more than twice as long as the same clock gave one before") {
  const GameClock clock{milliseconds(60000), milliseconds(0), milliseconds(0)};
  const auto time = [&](int unseen) {
    return static_cast<double>(time_for_move(clock, unseen).count());
  };
  constexpr int kLate = kToTheEndBag + kRackSize;
  CHECK(time(kLate) > 2 * time(kLate + 1));
  CHECK(time(kLate) < 3 * time(kLate + 1));
}

TEST_CASE("what a turn adds to the clock is for the turn, nearly all of it") {
  const auto time = [](int increment) {
    return time_for_move({milliseconds(60000), milliseconds(increment), milliseconds(50)}, 50);
  };
  CHECK((time(2000) - time(0)).count() > 1500);
  CHECK((time(2000) - time(0)).count() < 2000);
}

TEST_CASE("a clock lasts for the longest game and is used up by an ordinary one") {
  for (const int increment : {0, 500})
    for (const int tiles_a_turn : {4, 8, 14}) {  // of both players
      GameClock clock{milliseconds(30000), milliseconds(increment), milliseconds(50)};
      const double first = static_cast<double>(time_for_move(clock, 93).count());
      CHECK(first > 30000 / 25.0);
      CHECK(first < 30000 / 8.0);
      int turns = 0;
      for (int unseen = 93; turns < 50; unseen = std::max(1, unseen - tiles_a_turn), ++turns) {
        clock.left -= time_for_move(clock, unseen) + clock.overhead;
        REQUIRE(clock.left.count() > 0);
        clock.left += clock.increment;
        if (unseen == 1 && turns > 12) break;
      }
      CHECK(clock.left.count() < 15000);
    }
}

}  // namespace
}  // namespace zymurgy
