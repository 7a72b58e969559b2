// How often a test does again what it draws at random.
#pragma once

#include "game/layout.h"

namespace zymurgy::test {

// All of `count` in the program as it ships. An eighth where the same code runs again, many times
// slower: under the sanitizers, which look for other faults, and on other boards.
constexpr int repeats(int count) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr bool kSanitized = true;
#elif defined(__has_feature)
  constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
  constexpr bool kSanitized = false;
#endif
  return kSanitized || kBoardDim != 15 ? (count + 7) / 8 : count;
}

}  // namespace zymurgy::test
