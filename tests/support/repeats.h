// How often a test repeats what it draws at random.
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

// False in builds that run the same code again, many times slower: under the sanitizers, which look
// for other faults, and on other boards. Checks that take many games or long training are left out
// there.
inline constexpr bool kRunAll = !kSanitized && kBoardDim == 15;

// `count` or, if tests do not run in full, an eighth of it, rounded up.
constexpr int repeats(int count) { return kRunAll ? count : (count + 7) / 8; }

}  // namespace zymurgy::test
