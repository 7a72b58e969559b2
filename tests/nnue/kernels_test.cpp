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
  const auto units = static_cast<std::size_t>(sizes.units);
  const auto hidden = static_cast<std::size_t>(sizes.hidden);
  network.ones.resize(wide + 2 * units);
  network.lanes.resize(kRows * wide);
  network.mix.resize(units * wide);
  network.mix_steps.resize(units);
  network.dense.resize(hidden * 2 * units);
  network.dense_steps.resize(hidden);
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
       {nnue::Sizes{32, 32, 32}, {96, 32, 64}, {32, 64, 32}, {64, 96, 64}, {128, 128, 32}}) {
    const Network network = small_network(sizes);
    const int width = sizes.width;
    const auto wide = static_cast<std::size_t>(width);
    const auto units = static_cast<std::size_t>(sizes.units);
    // Of three plays, since kernels take two at a time.
    constexpr std::size_t kPlays = 3;
    std::vector<std::int16_t> base(kPlays * wide), lanes(kPlays * kLanes * units);
    std::vector<std::int16_t> tiles(kPlays * 2 * units);
    for (auto* values : {&base, &lanes, &tiles})
      for (std::int16_t& value : *values)
        value = static_cast<std::int16_t>(random.below(2048) - 1024);
    std::vector<nnue::Row> lane_units, rows;
    for (std::size_t i = 0; i < kPlays * kLanes; ++i) lane_units.push_back(&lanes[i * units]);
    for (int i = 0; i < 40; ++i) rows.push_back(&network.lanes[random.below(kRows) * wide]);
    // The second goes on from the first.
    std::vector<std::int16_t> expected(kPlays * wide), got(kPlays * wide);
    const auto updates = [&](std::vector<std::int16_t>& out) {
      return std::array{nnue::Update{base.data(), out.data(), rows.data(), 30},
                        nnue::Update{out.data(), &out[wide], &rows[30], 10},
                        nnue::Update{&base[wide], &out[2 * wide], rows.data(), 0}};
    };
    nnue::reference::update_rows(width, updates(expected));
    std::vector<std::int16_t> mixed(kPlays * units), got_mixed(kPlays * units);
    std::vector<nnue::Mixing> mixings;
    std::vector<nnue::Activations> plays;
    std::vector<nnue::Prediction> wanted, got_predictions(kPlays);
    const int bucket = width % nnue::kBuckets;
    for (std::size_t i = 0; i < kPlays; ++i) {
      mixings.push_back({&expected[i * wide], &got_mixed[i * units]});
      nnue::reference::mix(network, &expected[i * wide], &mixed[i * units]);
      plays.push_back({&lane_units[i * kLanes], &tiles[i * 2 * units]});
      wanted.push_back(nnue::reference::finish(network, plays[i].lanes, plays[i].tiles, bucket));
    }
    const nnue::MixTable mix(network);
    const auto dense = nnue::by_fours(network.dense, sizes.hidden);
    for_each_target([&] {
      nnue::update_rows(width, updates(got));
      CHECK(got == expected);
      nnue::mix(network, mix, mixings);
      CHECK(got_mixed == mixed);
      nnue::finish(network, dense.data(), plays, bucket, got_predictions.data());
      CHECK(got_predictions == wanted);
    });
  }
}
