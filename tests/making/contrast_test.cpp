#include "making/contrast.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "evaluate/move_finder.h"
#include "game/files.h"
#include "game/packing.h"
#include "making/contrast_shards.h"
#include "support/folder.h"
#include "support/made_up_lexicon.h"
#include "support/small_data.h"

namespace zymurgy {
namespace {

struct ContrastRun {
  ContrastRun() {
    options.lexicon = &lexicon;
    options.leaves = &leaves;
    options.header.lexicon = lexicon.code();
    options.header.tiles = lexicon.tiles().name();
    options.folder = folder.path.string();
  }
  // What went wrong, or empty.
  std::string make(std::uint64_t first, std::uint64_t games, std::uint64_t shard) {
    options.header.first = first;
    options.header.games = games;
    options.shard = shard;
    const auto made = make_contrast(options);
    return made ? "" : made.error().message;
  }
  std::size_t files() const { return contrast_shards({options.folder}).value().size(); }

  const Lexicon& lexicon = few_letters_lexicon();
  LeaveTable leaves{lexicon.tiles()};
  ContrastOptions options;
  test::Folder folder;
};

TEST_CASE("contrast shards cut at other places are refused, with both named") {
  ContrastRun run;
  CHECK(run.make(0, 6, 4) == "");  // 0 to 4, 4 to 6
  const std::string error = run.make(0, 6, 3);
  CHECK(error.find(run.folder.file(contrast_shard_name(0))) != std::string::npos);
  CHECK(error.find(run.folder.file(contrast_shard_name(3))) != std::string::npos);
  CHECK(run.make(5, 4, 4) != "");
  CHECK(run.files() == 2);
  CHECK(run.make(0, 8, 4) == "");  // the last one is made longer
  CHECK(run.make(0, 6, 4) == "");  // or is longer than need be
  CHECK(run.files() == 2);

  // And where they are read.
  ContrastRun other;
  CHECK(other.make(5, 2, 2) == "");
  CHECK(contrast_shards({other.options.folder}));
  const auto both = contrast_shards({run.options.folder, other.options.folder});
  REQUIRE_FALSE(both);
  CHECK(both.error().message.find(other.folder.file(contrast_shard_name(5))) != std::string::npos);
  CHECK(both.error().message.find("games 5 to 6") != std::string::npos);
  // Games under another seed are others.
  ContrastRun seeded;
  seeded.options.header.seed = 2;
  CHECK(seeded.make(5, 2, 2) == "");
  CHECK(contrast_shards({run.options.folder, seeded.options.folder}));
}

TEST_CASE("data with a play that does not fit its position is damaged") {
  ContrastRun run;
  REQUIRE(run.make(0, 2, 2) == "");
  const std::string path = run.folder.file(contrast_shard_name(0));
  std::vector<ContrastGame> games;
  const auto header = read_contrast(path, [&](const auto& game) { games.push_back(game); });
  REQUIRE(header);
  const auto replayed = [&] {
    std::string bytes = header_text(*header);
    for (const ContrastGame& game : games) encode(game, bytes);
    REQUIRE(write_file(path, compress(bytes, 1)));
    return replay_contrast(path, run.lexicon, StaticEvaluator(run.leaves), [](auto&&...) {});
  };
  CHECK(replayed());
  auto& groups = games.front().groups;
  const auto group = std::ranges::find_if(groups, [](const auto& plays) { return !plays.empty(); });
  REQUIRE(group != groups.end());
  const auto turn = std::to_string(group - groups.begin() + 1);
  const std::string message = path + ": game " + std::to_string(games.front().record.index) +
                              ", turn " + turn + ": a play does not fit the position";
  TileCounts blanks;
  blanks.add(kBlank, 3);  // of two
  const Move judged = std::exchange(group->front().move, Move::exchange(blanks));
  const auto not_held = replayed();
  REQUIRE_FALSE(not_held);
  CHECK(not_held.error().message == message);
  // As if it played through a letter.
  REQUIRE(judged.is_play());
  group->front().move = judged;
  group->front().move.tiles[0] = kEmpty;
  const auto no_letter = replayed();
  REQUIRE_FALSE(no_letter);
  CHECK(no_letter.error().message == message);
}

TEST_CASE("shards of several folders are mixed evenly") {
  ContrastRun few, many;
  CHECK(few.make(0, 2, 1) == "");
  many.options.header.seed = 2;
  CHECK(many.make(0, 4, 1) == "");
  const auto mixed = contrast_shards({many.options.folder, few.options.folder}).value();
  std::string from;
  for (const std::string& path : mixed) from += path.starts_with(few.options.folder) ? 'f' : 'm';
  CHECK(from == "mfmmfm");
}

TEST_CASE("the progress of contrast data counts what was there, and tells it apart") {
  ContrastRun run;
  CHECK(run.make(0, 4, 4) == "");
  run.options.header.games = 6;
  std::uint64_t done = 0, before = 0;
  const auto tell = [&](std::uint64_t games, std::uint64_t there) { done = games, before = there; };
  REQUIRE(make_contrast(run.options, tell));
  CHECK(done == 6);
  CHECK(before == 4);
}

TEST_SUITE("threads") {
  TEST_CASE("contrast shards do not depend on the threads, and are not made twice") {
    test::SmallData& data = test::small_data();
    REQUIRE(data.made);
    const std::string first = read_file(data.path).value();
    const auto written = std::filesystem::last_write_time(data.path);
    std::filesystem::remove(data.folder.file(contrast_shard_name(3)));
    data.options.threads = 2;
    CHECK(make_contrast(data.options));
    CHECK(std::filesystem::last_write_time(data.path) == written);
    std::filesystem::remove(data.path);
    CHECK(make_contrast(data.options));
    CHECK(read_file(data.path).value() == first);

    // One that was meant to be shorter is made again; one of other options is left, and named.
    ContrastOptions shorter = data.options;
    shorter.header.games = 2;
    std::filesystem::remove(data.path);
    CHECK(make_contrast(shorter));
    CHECK(read_file(data.path).value() != first);
    CHECK(make_contrast(data.options));
    CHECK(read_file(data.path).value() == first);
    CHECK(make_contrast(shorter));
    ContrastOptions other = data.options;
    other.header.plies = 1;
    const auto refused = make_contrast(other);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find(data.folder.path.string()) == 0);
    CHECK(read_file(data.path).value() == first);
  }
}

TEST_CASE("contrast shards hold groups with the best play first; damage is refused") {
  std::size_t groups = 0;
  const auto header = read_contrast(test::small_data().path, [&](const ContrastGame& game) {
    for (const auto& group : game.groups) {
      if (group.empty()) continue;
      ++groups;
      CHECK(group.size() >= 2);
      CHECK(group.size() <= 6);
      for (const ContrastPlay& play : group) {
        CHECK(play.equity <= group.front().equity);
        CHECK(play.gains.size() == 2);
      }
    }
  });
  REQUIRE(header);
  CHECK(header->games == 3);
  CHECK(groups == test::small_data().data.groups());
  const std::string bytes = decompress(read_file(test::small_data().path).value(), "it").value();
  const std::string broken = test::small_data().folder.file("broken");
  for (const auto& damaged : {bytes.substr(0, bytes.size() - 1), bytes + "x", bytes.substr(0, 40),
                              std::string("x") + bytes}) {
    REQUIRE(write_file(broken, compress(damaged, 1)));
    const auto read = read_contrast(broken, [](const ContrastGame&) {});
    REQUIRE(!read);
    CHECK(read.error().message.starts_with(broken));
  }
  // Of other tiles, or of other words that have this lexicon's name.
  for (const auto& [ours, other] : {std::pair{"\"tiles\":\"english\"", "\"tiles\":\"french\""},
                                    {"\"words\":\"", "\"words\":\"0"}}) {
    std::string foreign = bytes;
    foreign.replace(foreign.find(ours), std::string(ours).size(), other);
    REQUIRE(write_file(broken, compress(foreign, 1)));
    CHECK(!check_lexicon(broken, *test::small_data().options.lexicon));
  }
}

TEST_CASE("late data is of the last positions, and follows plays to the end of the game") {
  ContrastOptions options = test::small_data().options;
  const test::Folder folder;
  options.folder = folder.path.string();
  options.header.late = 3;
  REQUIRE(make_contrast(options));
  MoveFinder finder(*options.lexicon, *options.leaves);
  int late = 0, endgames = 0;
  const auto header = replay_contrast(
      folder.file(contrast_shard_name(0)), *options.lexicon, finder.evaluator(),
      [&](const Position& position, const Turn&, const std::vector<ContrastPlay>& plays) {
        if (plays.empty()) return;
        ++late;
        REQUIRE(position.bag_size() <= 3);
        if (position.bag_size() > 0) return;
        ++endgames;
        for (const ContrastPlay& play : plays) {
          CHECK(play.to_the_end);
          Position at = position;
          at.set_rack(1 - at.on_turn(), position.unseen(position.on_turn()));
          const int mover = at.on_turn(), before = at.spread();
          at.make(play.move);
          while (!at.over()) at.make(finder.best(at, Lanes(*options.lexicon, at)).move);
          const int spread = at.final_spread(mover);
          CHECK(play.gains.back() == (spread - before) * kPoint);
        }
      });
  REQUIRE(header);
  CHECK(header->late == 3);
  CHECK(late > endgames);
  CHECK(endgames > 0);
}

}  // namespace
}  // namespace zymurgy
