#include "making/leave_refinement.h"

#include <doctest/doctest.h>

#include <cmath>

#include "game/files.h"
#include "game/packing.h"
#include "making/contrast.h"
#include "making/contrast_file.h"
#include "making/contrast_shards.h"
#include "support/folder.h"
#include "support/made_up_lexicon.h"
#include "support/repeats.h"

using namespace zymurgy;

namespace {

constexpr Letter kA = 1;

// Contrast data of some games over a made-up lexicon, every leave 0.
struct Shards {
  Shards() : lexicon(few_letters_lexicon()), leaves(lexicon.tiles()) {
    ContrastOptions options;
    options.lexicon = &lexicon;
    options.leaves = &leaves;
    options.header.lexicon = lexicon.code();
    options.header.tiles = lexicon.tiles().name();
    options.header.games = test::repeats(240);
    options.shard = test::repeats(40);
    options.folder = folder.path.string();
    REQUIRE(make_contrast(options));
  }
  LeaveRefinementOptions options() const {
    return {&lexicon, &leaves, contrast_shards({folder.path.string()}).value(), 1, 1};
  }
  const Lexicon& lexicon;
  LeaveTable leaves;
  test::Folder folder;
};
const Shards& shards() {
  static const Shards made;
  return made;
}

TileCounts leave_of(std::initializer_list<Letter> tiles) {
  TileCounts leave;
  for (const Letter letter : tiles) leave.add(letter);
  return leave;
}

}  // namespace

TEST_CASE("refinement gives back what wrong leaves took from a letter" *
          doctest::skip(!test::kRunAll)) {
  const auto right = refine_leaves(shards().options());
  REQUIRE(right);
  CHECK(right->groups > 500);
  CHECK(right->plays > 2 * right->groups);
  CHECK(std::abs(right->slope) < 10);

  LeaveTable wrong(shards().lexicon.tiles());
  for (int size = 1; size < kRackSize; ++size)
    for_each_leave(shards().lexicon.tiles(), size, [&](const TileCounts& leave) {
      wrong.set(wrong.rank(leave), -5 * kPoint * leave[kA]);
    });
  LeaveRefinementOptions options = shards().options();
  options.leaves = &wrong;
  const auto refined = refine_leaves(options);
  REQUIRE(refined);
  for (const auto& leave : {leave_of({kA}), leave_of({kA, 5}), leave_of({kA, 5, 9})})
    CHECK(std::abs(right->values.value(leave) - refined->values.value(leave)) < 2 * kPoint);
  const TileCounts without = leave_of({5, 9});
  CHECK(std::abs(right->values.value(without) - refined->values.value(without)) < kPoint / 2);
  CHECK(refined->r2 > right->r2);
}

TEST_SUITE("threads") {
  TEST_CASE("refinement is the same whatever the number of threads") {
    LeaveRefinementOptions options = shards().options();
    const auto one = refine_leaves(options);
    options.threads = 3;
    const auto three = refine_leaves(options);
    REQUIRE(one);
    REQUIRE(three);
    CHECK(one->values == three->values);
  }
}

TEST_CASE("refinement refuses what is no data of its lexicon, and none at all") {
  LeaveRefinementOptions options = shards().options();
  options.held_out = options.shards.size();
  auto none = refine_leaves(options);
  REQUIRE(!none);
  CHECK(none.error().message == "no positions to learn from");
  const test::Folder folder;
  const std::string empty = folder.file(contrast_shard_name(0));
  const auto header = read_contrast_header(options.shards.front());
  REQUIRE(header);
  ContrastHeader without_games = *header;
  without_games.games = 0;
  REQUIRE(write_file(empty, compress(header_text(without_games), 1)));
  options.shards = {empty, shards().options().shards.front()};
  options.held_out = 1;
  none = refine_leaves(options);
  REQUIRE(!none);
  CHECK(none.error().message == "the shards held out have no positions to judge by");
  options.shards = {shards().folder.file("missing.contrast.zst")};
  auto missing = refine_leaves(options);
  REQUIRE(!missing);
  CHECK(missing.error().message.find("missing.contrast.zst") != std::string::npos);
}

TEST_CASE("refinement that is stopped says where") {
  const LeaveRefinementOptions options = shards().options();
  const std::string count = std::to_string(options.shards.size());
  for (std::size_t when = 0; when <= options.shards.size(); ++when) {
    std::stop_source stop;
    if (when == 0) stop.request_stop();
    const auto stopped = refine_leaves(
        options, [&](std::size_t read) { when == read&& stop.request_stop(); }, stop.get_token());
    REQUIRE(!stopped);
    CHECK(stopped.error().message ==
          (when < options.shards.size()
               ? "stopped when " + std::to_string(when) + " of " + count + " shards were read"
               : "stopped when all shards were read"));
  }
}
