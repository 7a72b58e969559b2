#include "game/threads.h"

#include <doctest/doctest.h>

#include <atomic>
#include <new>
#include <thread>

namespace zymurgy {
namespace {

TEST_CASE("all threads have done their work when it is over, the caller's own first of them") {
  std::atomic<int> sum = 0;
  std::thread::id own;
  in_threads(5, [&](int thread) {
    if (thread == 0) own = std::this_thread::get_id();
    sum += thread + 1;
  });
  CHECK(sum == 15);
  CHECK(own == std::this_thread::get_id());
  in_threads(0, [&](int thread) { sum += 100 + thread; });
  CHECK(sum == 115);
}

TEST_CASE("a crew works in rounds, each whole before the next") {
  std::atomic<int> sum = 0;
  Crew crew(4, [&](int thread) { sum += thread + 1; });
  for (int round = 1; round <= 100; ++round) {
    crew.round();
    CHECK(sum == 10 * round);
  }
}

TEST_CASE("what the caller's part of a round throws reaches the caller, and the crew goes home") {
  const auto round = [] {
    Crew crew(3, [](int thread) {
      if (thread == 0) throw std::bad_alloc();
    });
    crew.round();
  };
  CHECK_THROWS_AS(round(), std::bad_alloc);
}

}  // namespace
}  // namespace zymurgy
