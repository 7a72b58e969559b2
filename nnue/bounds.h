// Checks that a network's sums fit the types that hold them in every position. The bounds assume
// that each place of a lane may show any tile or any set of hooking letters, and that each count
// may reach any value.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "nnue/network.h"

namespace zymurgy::nnue {

// The largest absolute value that each clipped number can reach, in the order of Network::ones.
// Values up to kMostSum fit 16 bits; partial sums may wrap, since later terms wrap them back.
// (Units come from 32-bit sums and do not wrap, so they must fit before the tiles' rows are added,
// too.)
inline constexpr int kMostSum = std::numeric_limits<std::int16_t>::max();
std::vector<int> reach(const Network& network, const FeatureSet& features);

// The first section whose weights are too large to add up; empty if there is none.
std::string too_large(const Network& network, const FeatureSet& features);

}  // namespace zymurgy::nnue
