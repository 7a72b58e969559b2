// Also built alone for another processor: scripts/test_neon.sh.
#include "nnue/kernels.h"

#include <doctest/doctest.h>
#include <hwy/targets.h>

#include "nnue/reference.h"
#include "support/random_network.h"

using namespace zymurgy;
using nnue::Network;

namespace {

constexpr std::uint32_t kRows = 1000;

// As much of a network as the kernels see.
Network small_network(const nnue::Sizes& sizes) {
  Network network;
  network.sizes = sizes;
  const auto wide = static_cast<std::size_t>(sizes.width);
  const auto units = static_cast<std::size_t>(sizes.units());
  const auto hidden = static_cast<std::size_t>(sizes.hidden);
  network.ones.resize((sizes.mixed > 0 ? wide : 0) + 2 * units);
  network.lanes.resize(kRows * wide);
  network.mix.resize(static_cast<std::size_t>(sizes.mixed) * wide);
  network.dense.resize(hidden * 2 * units);
  network.bias.resize(hidden);
  network.head.resize(network.head_at(nnue::kBuckets));
  test::randomize(network, 6);
  return network;
}

// Runs a check on each of Highway's targets that this processor has.
template <typename Check>
void for_each_target(const Check& check) {
#ifdef HWY_COMPILE_ONLY_STATIC  // one target, and no library that would know of others
  INFO(hwy::TargetName(HWY_STATIC_TARGET));
  check();
#else
  for (const auto target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    INFO(hwy::TargetName(target));
    check();
  }
  hwy::SetSupportedTargetsForTest(0);
#endif
}

}  // namespace

TEST_CASE("every vector unit gives the bits of the plain loops") {
  Random random(2);
  for (const nnue::Sizes sizes :
       {nnue::Sizes{32, 32}, {96, 64}, {32, 32, 64}, {96, 32, 32}, {64, 64, 96}}) {
    const Network network = small_network(sizes);
    const int width = sizes.width;
    const auto wide = static_cast<std::size_t>(width);
    const auto units = static_cast<std::size_t>(sizes.units());
    std::vector<std::int16_t> base(2 * wide), lanes(nnue::kLanes * units), tiles(2 * units);
    for (auto* values : {&base, &lanes, &tiles})
      for (std::int16_t& value : *values)
        value = static_cast<std::int16_t>(random.below(2048) - 1024);
    std::vector<const std::int16_t*> lane_units;
    for (std::size_t i = 0; i < nnue::kLanes; ++i) lane_units.push_back(&lanes[i * units]);
    const auto random_rows = [&](int count) {
      std::vector<const std::int16_t*> rows;
      for (int i = 0; i < count; ++i) rows.push_back(&network.lanes[random.below(kRows) * wide]);
      return rows;
    };
    const auto added = random_rows(40), removed = random_rows(17);
    // The second goes on from the first.
    std::vector<std::int16_t> expected(2 * wide), got(2 * wide);
    const auto updates = [&](std::vector<std::int16_t>& out) {
      return std::array{nnue::Update{base.data(), out.data(), 30, 17},
                        nnue::Update{out.data(), &out[wide], 10, 0}};
    };
    nnue::reference::update_rows(width, updates(expected), added.data(), removed.data());
    std::vector<std::int16_t> mixed(units), got_mixed(units);
    if (sizes.mixed > 0) nnue::reference::mix(network, expected.data(), mixed.data());
    const int bucket = width % nnue::kBuckets;
    const nnue::Words words =
        nnue::reference::finish(network, lane_units.data(), tiles.data(), bucket);
    const auto mix = nnue::paired(network.mix, sizes.mixed);
    const auto dense = nnue::paired(network.dense, sizes.hidden);
    for_each_target([&] {
      nnue::update_rows(width, updates(got), added.data(), removed.data());
      CHECK(got == expected);
      if (sizes.mixed > 0) nnue::mix(network, mix.data(), expected.data(), got_mixed.data());
      CHECK(got_mixed == mixed);
      CHECK(nnue::finish(network, dense.data(), lane_units.data(), tiles.data(), bucket) == words);
    });
  }
}
