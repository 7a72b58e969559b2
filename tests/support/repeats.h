// How often a test does again what it draws at random.
#pragma once

#include "game/layout.h"

namespace zymurgy::test {

// Whether the program runs many times slower under sanitizers, which look for other faults: what a
// test claims of averages over much work is checked of the program as it ships.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

// All of `count` in the program as it ships. An eighth where the same code runs again: under the
// sanitizers, and on other boards.
constexpr int repeats(int count) { return kSanitized || kBoardDim != 15 ? (count + 7) / 8 : count; }

}  // namespace zymurgy::test
