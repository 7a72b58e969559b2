// External limits that end work early: a stop request or a deadline.
#pragma once

#include <algorithm>
#include <chrono>
#include <stop_token>

namespace zymurgy {

struct Limits {
  using Clock = std::chrono::steady_clock;

  std::stop_token stop{};
  Clock::time_point deadline = Clock::time_point::max();  // none

  bool timed() const { return deadline != Clock::time_point::max(); }
  bool reached() const { return stop.stop_requested() || (timed() && Clock::now() >= deadline); }
  // The longest duration if there is no deadline.
  Clock::duration time_left() const {
    return timed() ? std::max(deadline - Clock::now(), Clock::duration(0)) : Clock::duration::max();
  }
  // The same limits, but with only `share` of the time that is left.
  Limits with_share(double share) const {
    Limits limits = *this;
    if (timed())
      limits.deadline =
          Clock::now() + std::chrono::duration_cast<Clock::duration>(share * time_left());
    return limits;
  }
};

// The deadline `seconds` from now. 0 or less means no limit, and so do decades, which would
// overflow the clock.
inline Limits::Clock::time_point deadline_in(double seconds) {
  using Clock = Limits::Clock;
  constexpr double kForever = 1e9;
  if (!(seconds > 0 && seconds < kForever)) return Clock::time_point::max();
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

inline double seconds_since(Limits::Clock::time_point begin) {
  return std::chrono::duration<double>(Limits::Clock::now() - begin).count();
}

}  // namespace zymurgy
