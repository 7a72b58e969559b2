// What all statistics share.
#pragma once

#include <limits>

namespace zymurgy {

// 95 % of a normal distribution lie within so many deviations.
inline constexpr double kNormal95 = 1.959963984540054;
// What too few values do not tell is not a number, which JSON shows as null.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace zymurgy
