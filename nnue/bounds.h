// Whether a network's sums stay within the types that hold them, whatever the position: each place
// of a lane may show any tile or any set of letters that hooks it, each count may reach anything.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "nnue/network.h"

namespace zymurgy::nnue {

// The largest absolute value that each clipped number can reach, in the order of Network::ones. Up
// to kMostSum 16 bits hold it; partial sums may wrap, since later ones wrap them back. (Units are
// made from sums of 32 bits and do not wrap: they must fit before the tiles' rows are added, too.)
inline constexpr int kMostSum = std::numeric_limits<std::int16_t>::max();
std::vector<int> reach(const Network& network, const FeatureSet& features);

// The section whose weights are too large to add up; empty if none.
std::string too_large(const Network& network, const FeatureSet& features);

}  // namespace zymurgy::nnue
