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
Network small_network(int width, int hidden) {
  Network network;
  network.width = width;
  network.hidden = hidden;
  const auto wide = static_cast<std::size_t>(width), units = static_cast<std::size_t>(hidden);
  network.ones.resize(2 * wide);
  network.lanes.resize(kRows * wide);
  network.dense.resize(units * 2 * wide);
  network.bias.resize(units);
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
  for (const int width : {32, 96}) {
    const Network network = small_network(width, width == 32 ? 32 : 64);
    const auto wide = static_cast<std::size_t>(width);
    std::vector<std::int16_t> base(2 * wide), lanes(nnue::kLanes * wide), tiles(2 * wide);
    for (auto* values : {&base, &lanes, &tiles})
      for (std::int16_t& value : *values)
        value = static_cast<std::int16_t>(random.below(2048) - 1024);
    std::vector<const std::int16_t*> lane_sums;
    for (std::size_t i = 0; i < nnue::kLanes; ++i) lane_sums.push_back(&lanes[i * wide]);
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
    const int bucket = width % nnue::kBuckets;
    const nnue::Words words =
        nnue::reference::finish(network, lane_sums.data(), tiles.data(), bucket);
    const auto paired = nnue::paired_dense(network);
    for_each_target([&] {
      nnue::update_rows(width, updates(got), added.data(), removed.data());
      CHECK(got == expected);
      CHECK(nnue::finish(network, paired.data(), lane_sums.data(), tiles.data(), bucket) == words);
    });
  }
}
