// Constants that all statistics share.
#pragma once

#include <limits>

namespace zymurgy {

// 95 % of a normal distribution lies within this many standard deviations of its mean.
inline constexpr double kNormal95 = 1.959963984540054;
// A value that too few observations leave unknown: NaN, which JSON shows as null.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace zymurgy
