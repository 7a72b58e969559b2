// When work ends that may take so many seconds.
#pragma once

#include <chrono>

namespace zymurgy {

// 0 or less is no limit, and so are decades, which a clock's number would not hold.
inline std::chrono::steady_clock::time_point deadline_after(
    std::chrono::steady_clock::time_point begin, double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr double kForever = 1e9;
  if (!(seconds > 0 && seconds < kForever)) return Clock::time_point::max();
  return begin +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace zymurgy
