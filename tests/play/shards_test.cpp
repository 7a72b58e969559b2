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
    options.lexicon = &made_up_lexicon("english");
    for (Contestant& player : options.players)
      player = {PlayerSpec::parse("softmax:4").value(), &leaves, "none"};
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

  LeaveTable leaves{made_up_lexicon("english").tiles()};
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

TEST_CASE("a folder that cannot be made is an error that names it") {
  ShardRun run;
  const auto failed = autoplay_shards(run.options, "/proc/none", 4);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().message.find("/proc/none") != std::string::npos);
}

}  // namespace
}  // namespace zymurgy
