// How often a test does again what it draws at random.
#pragma once

#include "game/layout.h"

namespace zymurgy::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

// False where the same code runs again, many times slower: under the sanitizers, which look for
// other faults, and on other boards. What only many games or long training tell is not asked there.
inline constexpr bool kInFull = !kSanitized && kBoardDim == 15;

// All of `count` or, where not all is asked, an eighth.
constexpr int repeats(int count) { return kInFull ? count : (count + 7) / 8; }

}  // namespace zymurgy::test
