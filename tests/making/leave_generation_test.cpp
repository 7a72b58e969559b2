#include "making/leave_generation.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <utility>

#include "game/counting.h"
#include "making/rack_sampler.h"
#include "support/folder.h"
#include "support/made_up_lexicon.h"
#include "support/repeats.h"
#include "support/tiles.h"

namespace zymurgy {
namespace {

using test::tiles;

LeaveGenerationOptions small_run(int threads) {
  LeaveGenerationOptions options;
  options.lexicon = &few_letters_lexicon();
  options.generations = 2;
  options.games = 20;
  options.racks = 6;
  options.threads = threads;
  return options;
}

}  // namespace

TEST_CASE("weighted racks have the game's odds, whichever way they are drawn") {
  // Few tiles, so that every rack can be listed.
  const TileCounts unplayed = tiles("AAAABBBEEEEEEQS??");
  RackSampler sampler;
  sampler.assign(unplayed);
  Random random(5);
  constexpr int kDraws = 200'000;
  std::map<std::string, double> seen;
  double total = 0;
  for (int i = 0; i < kDraws; ++i) {
    const Rack rack = i % 2 == 0 ? sampler.natural(random) : sampler.forced(random);
    REQUIRE(rack.size() == kRackSize);
    REQUIRE(unplayed.includes(rack));
    const double weight = sampler.weight(rack);
    REQUIRE(weight > 0);
    REQUIRE(weight <= 2);
    seen[TileSet::english().rack_text(rack)] += weight;
    total += weight;
  }
  CHECK(total / kDraws == doctest::Approx(1).epsilon(0.01));
  double expected = 1 / choose(17, 7);  // AABEEQ? can be drawn so many ways
  for (const auto& [have, want] : {std::pair{4, 2}, {3, 1}, {6, 2}, {1, 1}, {2, 1}})
    expected *= choose(have, want);
  CHECK(seen["AABEEQ?"] / kDraws == doctest::Approx(expected).epsilon(0.1));
}

TEST_CASE("the estimator finds the values that racks were made of" *
          doctest::skip(!test::kRunAll)) {
  // Each tile adds its own, and a letter's second and further tiles cost something: what many pairs
  // have, so that the spread of the values tells the estimator to believe its racks. (What one pair
  // in hundreds has, as Q with U, it rightly takes for noise until many racks show it.)
  const TileSet& set = TileSet::english();
  const auto worth = [](const TileCounts& rack) {
    double sum = 0;
    rack.for_each_tile([&](Letter letter) { sum += letter == kBlank ? 20 : letter % 5 - 2; });
    return sum - 3 * (rack.size() - std::popcount(rack.letters()));
  };
  LeaveEstimator estimator(set);
  RackSampler sampler;
  sampler.assign(set.counts());
  Random random(6);
  double mean = 0;
  constexpr int kRacks = 100'000;
  for (int i = 0; i < kRacks; ++i) mean += worth(sampler.natural(random)) / kRacks;
  for (int i = 0; i < kRacks; ++i) {
    const Rack rack = i % 4 < 2 ? sampler.natural(random) : sampler.forced(random);
    const double luck = 20 * (random.unit() - 0.5);
    RackSample sample{{},
                      static_cast<float>(sampler.weight(rack)),
                      static_cast<float>(worth(rack) - mean + luck),
                      i % 2};
    std::size_t next = 0;
    rack.for_each_tile([&](Letter letter) { sample.tiles[next++] = letter; });
    estimator.add(sample);
  }
  const auto estimate = estimator.estimate(LeaveTable(set));
  // A leave's value: its racks' mean, over the tiles that fill it up.
  for (const char* text : {"?", "S", "Q", "QU", "ER", "AEINST", "EEIRT", "CIQUV"}) {
    const TileCounts leave = tiles(text);
    TileCounts rest = set.counts();
    rest.remove(leave);
    double expected = -mean;
    Random draws(7);
    for (int i = 0; i < 4000; ++i) {
      TileCounts rack = leave;
      rack.add(draw_tiles(rest, kRackSize - leave.size(), draws));
      expected += worth(rack) / 4000;
    }
    CAPTURE(std::string(text));
    CHECK(std::abs(estimate.values.value(leave) / 1000.0 - expected) < 1.2);
  }
  CHECK(estimate.values.value(TileCounts()) == 0);

  LeaveEstimator again(set);
  CHECK(again.restore(estimator.save()));
  CHECK(again.estimate(LeaveTable(set)).values == estimate.values);
  CHECK_FALSE(again.restore("short"));
  CHECK_FALSE(again.restore(estimator.save() + "x"));
}

TEST_CASE("without racks leaves keep their values, and one rack alone moves them little") {
  const TileSet& set = few_letters_lexicon().tiles();
  const auto of = [&](std::string_view text) { return set.parse_rack(text).value(); };
  LeaveTable before(set);
  for (const char* text : {"A", "K", "KP", "AEKLMN"})
    before.set(before.rank(of(text)), 12 * kPoint);
  LeaveEstimator estimator(set);
  CHECK(estimator.estimate(before).values == before);

  RackSample sample{{}, 1, 112, 0};
  std::size_t next = 0;
  of("ABCDEFG").for_each_tile([&](Letter letter) { sample.tiles[next++] = letter; });
  estimator.add(sample);
  const LeaveTable after = estimator.estimate(before).values;
  // The noise of a rack counts a hundred times the least variance: a share of 1 in 101.
  CHECK(after.value(of("A")) == 12'990);
  CHECK(after.value(of("B")) == 1'109);
  for (const char* text : {"K", "KP", "P"}) CHECK(after.value(of(text)) == before.value(of(text)));
}

TEST_SUITE("threads") {
  TEST_CASE(
      "generated leaves are a function of the seed, on any number of threads, resumed or not") {
    const auto options = small_run(1);
    TileCounts blank;
    blank.add(kBlank);
    std::uint64_t racks = 0;  // of the last generation
    const auto note_racks = [&](const LeaveGenerationProgress& at) { racks = at.racks; };
    const LeaveTable once = generate_leaves(options, note_racks).value().values;
    CHECK(once.value(blank) > 0);
    CHECK(generate_leaves(small_run(3)).value().values == once);

    auto stopped = small_run(2);
    const test::Folder folder;
    stopped.checkpoint = folder.file("leaves.checkpoint");
    std::stop_source stop;
    std::uint64_t done = 0;  // games of the second generation
    const auto part = generate_leaves(
        stopped,
        [&](const LeaveGenerationProgress& at) {
          CHECK(at.before == 0);
          if (at.generation < 2) return;
          stop.request_stop();
          done = at.games;
        },
        stop.get_token());
    REQUIRE(part);
    CHECK_FALSE(part->finished);
    const std::uint64_t all_racks = std::exchange(racks, 0);
    const auto rest = generate_leaves(stopped, [&](const LeaveGenerationProgress& at) {
      CHECK(at.before == stopped.games + done);
      note_racks(at);
    });
    REQUIRE(rest);
    CHECK(racks == all_racks);
    CHECK(rest->finished);
    CHECK(rest->values == once);

    --stopped.generations;  // fewer than the checkpoint has
    CHECK_FALSE(generate_leaves(stopped));
    ++stopped.generations;
    for (const auto& change : {std::function([](LeaveGenerationOptions& of) { of.seed = 2; }),
                               std::function([](LeaveGenerationOptions& of) { of.games = 1; })}) {
      LeaveGenerationOptions other = stopped;
      change(other);
      const auto refused = generate_leaves(other);
      REQUIRE(!refused);
      CHECK(refused.error().message.find("other options") != std::string::npos);
    }
    // The same words, whose letters are other ones.
    CHECK(generate_leaves(stopped));
    const Lexicon french("few", **TileSet::find("french"), few_letters_lexicon().graph());
    stopped.lexicon = &french;
    CHECK_FALSE(generate_leaves(stopped));
  }
}

TEST_CASE("a checkpoint that cannot be written in the middle is told, and the work goes on") {
  auto options = small_run(1);
  options.generations = 1;
  options.save_each = std::chrono::seconds(0);
  const test::Folder folder;
  const auto late = folder.path / "late";
  options.checkpoint = (late / "leaves.checkpoint").string();
  int told = 0;
  const auto made = generate_leaves(options, [&](const LeaveGenerationProgress& at) {
    if (!at.unsaved) return;
    CHECK(at.unsaved->message.find(options.checkpoint) != std::string::npos);
    if (++told == 2) std::filesystem::create_directory(late);
  });
  CHECK(told == 2);
  CHECK(made.value().finished);
  CHECK(std::filesystem::exists(options.checkpoint));

  options.checkpoint = folder.file("none/leaves.checkpoint");
  told = 0;
  const auto unsaved = generate_leaves(
      options, [&](const LeaveGenerationProgress& at) { told += at.unsaved != nullptr; });
  CHECK(told > 0);
  CHECK(unsaved.value().finished);
}

}  // namespace zymurgy
