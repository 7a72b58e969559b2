#include "play/shards.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>

#include "game/files.h"
#include "support/folder.h"
#include "support/made_up_lexicon.h"

namespace zymurgy {
namespace {

namespace fs = std::filesystem;

struct ShardRun {
  ShardRun() {
    for (Contestant& player : options.players)
      player = {
          PlayerSpec::parse("softmax:4").value(), {.lexicon = &lexicon, .leaves = &leaves}, "none"};
    options.end = 12;
  }

  ShardsResult play(std::uint64_t begin, std::uint64_t end) {
    options.begin = begin;
    options.end = end;
    return autoplay_shards(options, folder, 4).value();
  }
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> files;
    for (const auto& file : fs::directory_iterator(folder))
      files[file.path().filename()] = read_file(file.path()).value();
    return files;
  }

  const Lexicon& lexicon = made_up_lexicon("english");
  LeaveTable leaves{lexicon.tiles()};
  AutoplayOptions options;
  test::Folder parent;
  std::string folder = parent.file("shards");
};

TEST_CASE("any division of a range, in any order, gives the same shards") {
  ShardRun run;
  const ShardsResult whole = run.play(0, 12);
  CHECK(whole.written == 3);
  CHECK(whole.tally.games == 12);
  const auto files = run.files();
  CHECK(files.size() == 3);
  fs::remove_all(run.folder);
  run.options.threads = 3;
  CHECK(run.play(8, 12).written == 1);
  CHECK(run.play(0, 8).written == 2);
  CHECK(run.files() == files);

  const ShardsResult again = run.play(0, 12);
  CHECK(again.skipped == 3);
  CHECK(again.tally.games == 0);
}

TEST_CASE("progress counts what was there, and tells it apart") {
  for (const bool pairs : {false, true}) {
    ShardRun run;
    run.options.pairs = pairs;
    run.play(0, 8);
    run.options.begin = 0;
    run.options.end = 12;
    std::int64_t done = 0, before = 0;
    const auto tell = [&](std::int64_t games, std::int64_t there) { done = games, before = there; };
    REQUIRE(autoplay_shards(run.options, run.folder, 4, tell));
    CHECK(done == (pairs ? 24 : 12));
    CHECK(before == (pairs ? 16 : 8));
  }
}

TEST_CASE("a damaged shard is played again, a stopped one not kept, another run's left alone") {
  ShardRun run;
  run.play(0, 8);
  const auto files = run.files();
  const std::string& first = files.begin()->first;
  fs::resize_file(fs::path(run.folder) / first, 200);
  CHECK(run.play(0, 8).written == 1);
  CHECK(run.files() == files);

  std::stop_source stop;
  stop.request_stop();
  run.options.end = 12;
  CHECK(autoplay_shards(run.options, run.folder, 4, {}, stop.get_token()).value().written == 0);
  CHECK(run.files() == files);

  run.leaves.set(run.leaves.base(1), 1);  // the same names, other leaves
  CHECK(run.play(0, 8).written == 2);
  CHECK(run.files().size() == 4);
}

TEST_CASE("games of a shard that is cut short do not count") {
  ShardRun run;
  run.options.end = 2'000'000;
  std::stop_source stop;
  const auto stop_soon = [&](std::int64_t done, std::int64_t) {
    if (done > 0) stop.request_stop();
  };
  const auto cut =
      autoplay_shards(run.options, run.folder, 1'000'000, stop_soon, stop.get_token()).value();
  CHECK(cut.written == 0);
  CHECK(cut.tally.games == 0);
  CHECK(run.files().empty());
}

TEST_CASE("ranges cut at other places are refused, with both shards named") {
  ShardRun run;
  run.play(0, 6);  // 0 to 4, 4 to 6
  const auto files = run.files();
  const auto refused = [&](std::uint64_t begin, std::uint64_t end, std::uint64_t size) {
    run.options.begin = begin;
    run.options.end = end;
    const auto played = autoplay_shards(run.options, run.folder, size);
    CHECK(run.files() == files);
    return played ? "" : played.error().message;
  };
  const auto error = refused(0, 12, 4);  // 4 to 8
  CHECK(error.find("/000000004-000000006-") != std::string::npos);
  CHECK(error.find("/000000004-000000008-") != std::string::npos);
  CHECK(error.find("games 4 to 5") != std::string::npos);
  CHECK(refused(5, 6, 4) != "");
  CHECK(refused(0, 4, 2) != "");
  CHECK(run.play(6, 12).written == 2);
  run.options.seed = 2;  // of another run
  CHECK(run.play(0, 12).written == 3);

  // And where they are read.
  std::vector<std::string> paths;
  for (const auto& [name, bytes] : run.files()) paths.push_back(run.folder + "/" + name);
  CHECK(check_shards(paths));
  CHECK(check_shards({"000000000-0000000", "games.zst", "7-.zst", "games.zst"}));
  std::string wider = paths.front();
  wider.replace(wider.find("-0000000"), 10, "-000000005");
  paths.push_back(wider);
  CHECK(check_shards(paths).error().message.find(wider) != std::string::npos);
}

TEST_CASE("a plan tells the shard of a game, however many games there are") {
  const ShardPlan plan{
      .run = "run",
      .begin = 6,
      .end = ~std::uint64_t{0},
      .origin = 3,
      .size = 10,
      .path = [](std::uint64_t begin, std::uint64_t) { return std::to_string(begin); }};
  const auto check = [&](std::uint64_t game, std::uint64_t begin, std::uint64_t end) {
    const ShardRange shard = plan.shard_of(game);
    CHECK(shard.begin == begin);
    CHECK(shard.end == end);
    CHECK(shard.path == std::to_string(begin));
  };
  check(6, 6, 13);
  check(12, 6, 13);
  check(13, 13, 23);
  check(plan.end - 1, plan.end - 2, plan.end);
  CHECK(check_plan(plan, {{"run", "6", 6, 13}, {"run", "23", 23, 30}}));
  CHECK(check_plan(plan, {{"other", "8", 8, 20}, {"run", "4", 4, 6}}));
  CHECK(!check_plan(plan, {{"run", "4", 4, 7}}));
  CHECK(!check_plan(plan, {{"run", "13", 13, 24}}));
  CHECK(!check_plan(plan, {{"run", "33", 33, plan.end}}));
}

TEST_CASE("players that simulate with another win table are another run") {
  ShardRun run;
  WinTable wins(run.lexicon.tiles().total());
  for (Contestant& player : run.options.players) {
    player.spec = PlayerSpec::parse("sim:1:1").value();
    player.tables.wins = &wins;
  }
  CHECK(run.play(0, 1).written == 1);
  wins.set(0, 20, 5);
  CHECK(run.play(0, 1).written == 1);
  CHECK(run.play(0, 1).skipped == 1);
  run.options.players[0].spec = run.options.players[1].spec = PlayerSpec();
  CHECK(run.play(0, 1).written == 1);
  wins.set(0, 20, 6);  // which static players do not look at
  CHECK(run.play(0, 1).skipped == 1);
}

TEST_CASE("a folder that cannot be made is an error that names it") {
  ShardRun run;
  const auto failed = autoplay_shards(run.options, "/proc/none", 4);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().message.find("/proc/none") != std::string::npos);
}

}  // namespace
}  // namespace zymurgy
