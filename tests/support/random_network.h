// A network of random weights, about as large as those of trained networks.
#pragma once

#include "game/random.h"
#include "nnue/network.h"

namespace zymurgy::test {

inline void randomize(nnue::Network& network, std::uint64_t seed) {
  Random random(seed);
  const auto fill = [&](auto& values, int most) {
    for (auto& value : values)
      value = static_cast<std::remove_reference_t<decltype(value)>>(
          static_cast<int>(random.below(static_cast<std::uint32_t>(2 * most + 1))) - most);
  };
  for (auto& one : network.ones)
    one = static_cast<std::int16_t>(
        nnue::kSmallestOne +
        static_cast<int>(random.below(nnue::kLargestOne - nnue::kSmallestOne + 1)));
  fill(network.lanes, 100);
  fill(network.mix, nnue::kMostWeight);
  fill(network.mix_steps, 400);
  fill(network.tiles, 100);
  fill(network.dense, nnue::kMostWeight);
  fill(network.dense_steps, 1000);
  for (auto* steps : {&network.mix_steps, &network.dense_steps})
    for (auto& step : *steps) step = std::abs(step);
  fill(network.bias, 1 << 21);
  fill(network.head, 4000);
}

inline nnue::Network random_network(const TileSet& tiles, std::uint64_t seed,
                                    const nnue::Sizes& sizes = {}) {
  nnue::Network network = nnue::Network::zero(tiles, sizes);
  randomize(network, seed);
  return network;
}

}  // namespace zymurgy::test
