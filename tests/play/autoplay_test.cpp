#include "play/autoplay.h"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "game/files.h"
#include "lexicon/word_graph_builder.h"
#include "support/folder.h"
#include "support/made_up_lexicon.h"
#include "support/referee.h"

namespace zymurgy {
namespace {

struct SelfPlay {
  explicit SelfPlay(std::string_view tile_set = "english")
      : lexicon(made_up_lexicon(tile_set)), leaves(lexicon.tiles()) {
    options.end = 20;
    players("static", "static");
  }
  void players(std::string_view p1, std::string_view p2) {
    options.players[0] = {PlayerSpec::parse(p1).value(), tables, "none"};
    options.players[1] = {PlayerSpec::parse(p2).value(), tables, "none"};
  }
  Tally play() { return autoplay(options).value(); }

  const Lexicon& lexicon;
  LeaveTable leaves;
  PlayerTables tables{.lexicon = &lexicon, .leaves = &leaves};
  AutoplayOptions options;
  test::Folder folder;
};

bool equal(const Tally& a, const Tally& b) {
  const auto same = [](const Moments& x, const Moments& y) {
    return x.count == y.count && x.sum == y.sum && x.squares == y.squares;
  };
  bool equal =
      a.games == b.games && a.first_mover_wins == b.first_mover_wins && a.divergent == b.divergent;
  for (std::size_t p = 0; p < 2; ++p)
    equal &= a.players[p].wins == b.players[p].wins &&
             same(a.players[p].score, b.players[p].score) &&
             same(a.players[p].turns, b.players[p].turns);
  return equal;
}

TEST_CASE("pairs of one player with itself mirror each other") {
  SelfPlay run;
  run.options.pairs = true;
  for (const char* player : {"static", "greedy", "softmax:3", "random"}) {
    CAPTURE(player);
    run.players(player, player);
    const Tally tally = run.play();
    CHECK(tally.games == 40);
    CHECK(tally.pairs == 20);
    CHECK(tally.divergent == 0);
    CHECK(tally.players[0].wins == tally.players[1].wins);
    CHECK(tally.players[0].spread.sum == 0);
    CHECK(tally.players[0].score.sum == tally.players[1].score.sum);
  }
}

TEST_CASE("pairs of different players diverge") {
  SelfPlay run;
  run.players("static", "random");
  run.options.pairs = true;
  const Tally tally = run.play();
  CHECK(tally.divergent == 20);
  CHECK(tally.players[0].wins > tally.players[1].wins);
  CHECK(tally.players[0].spread.sum == -tally.players[1].spread.sum);
}

TEST_CASE("player 1 moves first in games of even index and the first of a pair, else player 2") {
  SelfPlay run;
  run.options.log = run.folder.file("first.zst");
  const auto swapped_of = [&](bool pairs) {
    run.options.pairs = pairs;
    run.play();
    auto reader = GameLogReader::open(run.options.log).value();
    std::vector<std::pair<std::uint64_t, bool>> swapped;
    for (GameRecord record; reader.next(record).value();)
      swapped.emplace_back(record.index, record.swapped);
    return swapped;
  };
  run.options.end = 3;
  using Swapped = std::vector<std::pair<std::uint64_t, bool>>;
  CHECK(swapped_of(false) == Swapped{{0, false}, {1, true}, {2, false}});
  run.options.end = 2;
  CHECK(swapped_of(true) == Swapped{{0, false}, {0, true}, {1, false}, {1, true}});
  // Whose wins they are.
  run.options.pairs = false;
  std::int64_t wins = 0;
  for (run.options.begin = 0; run.options.begin < 20; ++run.options.begin) {
    run.options.end = run.options.begin + 1;
    const Tally tally = run.play();
    CHECK(tally.first_mover_wins == tally.players[run.options.begin % 2].wins);
    wins += tally.first_mover_wins;
  }
  CHECK((wins > 0 && wins < 20));
}

TEST_CASE("a tie is no win of the seat that moved first") {
  SelfPlay run;
  // Without words to play only the racks decide, and some are worth the same.
  const Lexicon no_words("none", run.lexicon.tiles(), build_word_graph({}, false).value());
  for (Contestant& player : run.options.players) player.tables.lexicon = &no_words;
  std::int64_t ties = 0;
  for (run.options.begin = 0; run.options.begin < 100; run.options.begin += 2) {
    run.options.end = run.options.begin + 1;  // player 1 moves first
    const Tally tally = run.play();
    CHECK(tally.first_mover_wins == tally.players[0].wins);
    ties += tally.players[0].ties;
  }
  CHECK(ties > 0);
}

TEST_SUITE("threads") {
  TEST_CASE("statistics and log do not depend on the threads") {
    SelfPlay run;
    run.players("static", "softmax:5");
    run.options.end = 30;
    run.options.log = run.folder.file("threads-1.zst");
    const Tally one = run.play();
    const std::string log = read_file(run.options.log).value();
    run.options.threads = 3;
    run.options.log = run.folder.file("threads-3.zst");
    CHECK(equal(one, run.play()));
    CHECK(log == read_file(run.options.log).value());
  }

  TEST_CASE("a stopped run closes its log over what was played") {
    SelfPlay run;
    run.options.end = 1'000'000;
    run.options.threads = 2;
    run.options.log = run.folder.file("stopped.zst");
    std::stop_source source;
    const auto stop_soon = [&](std::int64_t games) {
      if (games > 0) source.request_stop();
    };
    const Tally tally = autoplay(run.options, stop_soon, source.get_token()).value();
    auto reader = GameLogReader::open(run.options.log).value();
    GameRecord record;
    std::int64_t games = 0;
    while (reader.next(record).value()) ++games;
    CHECK(games == tally.games);
    CHECK(games < 1'000'000);
  }
}

TEST_CASE("ranges of games together are the whole run") {
  SelfPlay run;
  const Tally whole = run.play();
  run.options.end = 7;
  Tally parts = run.play();
  run.options.begin = 7;
  run.options.end = 20;
  parts.add(run.play());
  CHECK(equal(whole, parts));
}

TEST_CASE("every pair of players ends every game legally, in three languages") {
  for (const char* tile_set : {"english", "spanish", "polish"}) {
    SelfPlay run(tile_set);
    run.options.end = 6;
    run.options.log = run.folder.file("legal.zst");
    for (const char* p1 : {"static", "greedy", "softmax:2", "random"})
      for (const char* p2 : {"static", "greedy", "softmax:2", "random"}) {
        CAPTURE(tile_set);
        CAPTURE(p1);
        CAPTURE(p2);
        run.players(p1, p2);
        CHECK(run.play().games == 6);
        auto reader = GameLogReader::open(run.options.log).value();
        GameRecord record;
        while (reader.next(record).value())
          CHECK(judge(record, run.lexicon, Layout::standard(), Rules{}) == "");
      }
  }
}

}  // namespace
}  // namespace zymurgy
