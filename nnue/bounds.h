// Whether a network's sums stay within the types that hold them, whatever the position: each place
// of a lane may show any tile or any set of letters that hooks it, each count may reach anything.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "nnue/network.h"

namespace zymurgy::nnue {

// How far from 0 each number that is clipped can be, in the order of Network::ones. Up to kMostSum,
// 16 bits hold it; what is summed on the way may wrap, as it wraps back. (But what an accumulator
// is mixed into does not wrap: so far from 0 it must not be before the tiles are added, either.)
inline constexpr int kMostSum = std::numeric_limits<std::int16_t>::max();
std::vector<int> reach(const Network& network, const FeatureSet& features);

// The section whose weights are too large to add up; empty if none.
std::string too_large(const Network& network, const FeatureSet& features);

}  // namespace zymurgy::nnue
