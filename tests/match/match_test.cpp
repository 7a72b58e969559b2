#include "match/match.h"

#include <doctest/doctest.h>

#include <sstream>

#include "game/files.h"
#include "match/report.h"
#include "support/folder.h"
#include "support/made_up_lexicon.h"

namespace zymurgy {
namespace {

// An engine in four lines of shell, which passes. `go` is what else it does when asked for a move,
// of a position told in $line; it passes no more if that ends with `continue`. `isready` is what it
// does before it says that it is.
std::string passer(const std::string& go = ":", const std::string& isready = ":") {
  return "while read -r word rest; do case $word in ucgi) echo id name Passer; echo ucgiok;; "
         "isready) " +
         isready + "; echo readyok;; position) line=\"$rest\";; go) " + go +
         "; echo bestmove pass;; quit) exit;; esac; done";
}

MatchOptions match_of(const std::string& a, const std::string& b) {
  MatchOptions options;
  options.lexicon = &made_up_lexicon();
  options.games = 6;
  options.engines[0] = {
      .name = "A", .launch = {a, "", ""}, .options = {}, .go = "depth 1", .clock = {}};
  options.engines[1] = {
      .name = "B", .launch = {b, "", ""}, .options = {}, .go = "depth 1", .clock = {}};
  return options;
}

TEST_SUITE("threads") {
  TEST_CASE("a match is the same however many games are played at a time") {
    MatchOptions options = match_of(passer(), passer());
    const MatchOutcome one = run_match(options).value();
    options.concurrency = 3;
    int started = 0, finished = 0;
    MatchObserver observer;
    observer.started = [&](auto&) { ++started; };
    observer.finished = [&](auto&, auto&, bool) { ++finished; };
    const MatchOutcome three = run_match(options, observer).value();
    CHECK(started == 6);
    CHECK(finished == 6);
    CHECK(three.complete);
    CHECK(three.scoreboard.pairs() == one.scoreboard.pairs());
    // Six passes, no points, both racks lost, and every pair a mirror.
    CHECK(one.scoreboard.tally().games == 6);
    CHECK(one.scoreboard.tally().divergent == 0);
    CHECK(one.scoreboard.tally().players[0].turns.sum == 18);
    CHECK(one.scoreboard.tally().players[0].spread.sum == 0);
    CHECK(one.scoreboard.tally().players[0].score.sum < 0);
    CHECK(three.ids == std::array<std::string, 2>{"Passer", "Passer"});
  }

  TEST_CASE("a match ends when asked to, and when its test has decided") {
    MatchOptions options = match_of(passer(), passer());
    options.concurrency = 2;
    options.games = 100'000;
    std::stop_source stop;
    MatchObserver observer;
    observer.finished = [&](auto&, auto&, bool) { stop.request_stop(); };
    const MatchOutcome stopped = run_match(options, observer, stop.get_token()).value();
    CHECK(!stopped.complete);
    CHECK(!stopped.failure);
    options.engines[1].launch.command = passer("exit 7");
    options.sprt = Sprt{.elo0 = 0, .elo1 = 200};
    const MatchOutcome decided = run_match(options).value();
    CHECK(decided.complete);
    CHECK(decided.scoreboard.verdict() == Sprt::Verdict::kH1);
    CHECK(decided.scoreboard.faults()[1].crashes == decided.scoreboard.tally().games);
    CHECK(decided.scoreboard.tally().players[0].score.count == 0);
  }
}

TEST_CASE("an engine that cannot be started ends the match") {
  const MatchOutcome outcome = run_match(match_of(passer(), "exit 7")).value();
  REQUIRE(outcome.failure);
  CHECK(outcome.failure->engine == 1);
  CHECK(outcome.failure->fault.detail == "exited with status 7");
  CHECK(!outcome.complete);
  MatchOptions nowhere = match_of(passer(), passer());
  nowhere.engines[0].launch.folder = "/no/folder";
  const MatchOutcome none = run_match(nowhere).value();
  REQUIRE(none.failure);
  CHECK(none.failure->fault.kind == EngineFault::Kind::kSetUp);
  CHECK(none.failure->fault.detail == "no such folder: /no/folder");
}

TEST_CASE("an engine that fails in its set-up ends the match in its own words, not game by game") {
  const test::Folder folder;
  MatchOptions options = match_of(passer(), passer("echo bestmove none; continue",
                                                   "echo info string error load-failed no net"));
  options.folder = folder.path;
  const MatchOutcome outcome = run_match(options).value();
  REQUIRE(outcome.failure);
  CHECK(outcome.failure->engine == 1);
  CHECK(outcome.failure->fault.kind == EngineFault::Kind::kSetUp);
  CHECK(outcome.failure->fault.detail ==
        "it has made no move since it said 'error load-failed no net'");
  CHECK(!outcome.complete);
  CHECK(std::filesystem::is_empty(folder.path / "games"));
}

TEST_CASE("one that plays whatever it said in its set-up forfeits games like any other") {
  const test::Folder folder;
  // Its third process has no moves.
  const std::string turn = "echo >>" + folder.file("turns") + "; [ $(wc -l <" +
                           folder.file("turns") + ") = 7 ] && { echo bestmove none; continue; }";
  MatchOptions options = match_of(passer(), passer(turn, "echo error in setoption"));
  options.engines[1].restart = true;
  const MatchOutcome outcome = run_match(options).value();
  CHECK(!outcome.failure);
  CHECK(outcome.scoreboard.faults()[1].illegal == 1);
  CHECK(outcome.ignored[1] == "error in setoption");
}

TEST_CASE("a program that is built anew is not taken for the engine that it was") {
  const test::Folder folder;
  const std::string program = folder.file("engine");
  const auto build = [&](const std::string& script) {
    REQUIRE(write_file(program, "#!/bin/sh\n" + script));
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  };
  build(passer());
  MatchOptions options = match_of(passer(), program);
  options.engines[1].restart = true;
  options.folder = folder.file("match");
  MatchObserver observer;
  int finished = 0;
  observer.finished = [&](auto&, auto&, bool) {
    if (++finished == 3) build(passer() + " # new");
  };
  const MatchOutcome outcome = run_match(options, observer).value();
  REQUIRE(outcome.failure);
  CHECK(outcome.failure->engine == 1);
  CHECK(outcome.failure->fault.detail ==
        "its program " + program + " has changed since the match began");
  CHECK(finished == 3);
  const auto again = run_match(options);
  REQUIRE(!again);
  CHECK(!again.error().unwritten);
  CHECK(again.error().message.find("of engine B has changed since") != std::string::npos);
  // The build of its games goes on with them.
  build(passer());
  CHECK(run_match(options).value().resumed == 3);
}

TEST_CASE("games are kept with what the engines thought, and why they ended") {
  const test::Folder parent;
  const std::filesystem::path folder = parent.path / "match";
  MatchOptions options = match_of(passer("echo info sim move pass wp 61.5 wpse 1 eq -3"),
                                  passer("echo info move pass score 17"));
  options.folder = folder;
  options.games = 2;
  const MatchOutcome outcome = run_match(options).value();
  CHECK(outcome.scoreboard.wrong_scores(0) == 0);
  CHECK(outcome.scoreboard.wrong_scores(1) == 6);
  const std::string text = read_file(folder / "games" / "0-2.gcg").value();
  const GcgReading reading = read_gcg(text);
  CHECK(reading.game.players[0].name == "B");
  CHECK(reading.game.events[0].estimates.empty());
  REQUIRE(reading.game.events[1].estimates.size() == 1);
  CHECK(reading.game.events[1].estimates[0].win_percent == 61.5);
  CHECK(reading.game.events[1].estimates[0].by == "A");
  // All is there already.
  std::uint64_t resumed = 0;
  MatchObserver observer;
  observer.resumed = [&](std::uint64_t games) { resumed = games; };
  CHECK(run_match(options, observer).value().resumed == 2);
  CHECK(resumed == 2);
  std::filesystem::remove_all(folder);

  options.engines[1].launch.command = passer("echo bestmove 1A.NO");
  const MatchOutcome cheated = run_match(options).value();
  CHECK(cheated.scoreboard.faults()[1].illegal == 2);
  CHECK(read_file(folder / "games" / "0-2.gcg")->find("B forfeits the game: illegal move") !=
        std::string::npos);
}

TEST_CASE("of a journal's games each counts once, and none beyond those asked for") {
  const test::Folder folder;
  MatchOptions options = match_of(passer(), passer());
  options.folder = folder.path;
  options.games = 4;
  REQUIRE(run_match(options));
  const std::string journal = folder.file("match.jsonl");
  const std::string text = read_file(journal).value();
  REQUIRE(write_file(journal, text + text.substr(text.find('\n') + 1)));
  const auto resumed = [&](std::uint64_t games) {
    options.games = games;
    const MatchOutcome outcome = run_match(options).value();
    CHECK(outcome.complete);
    CHECK(outcome.scoreboard.tally().games == static_cast<std::int64_t>(games));
    return outcome.resumed;
  };
  CHECK(resumed(4) == 4);
  CHECK(resumed(2) == 2);
  CHECK(resumed(6) == 4);
}

TEST_CASE("an engine is not told which tiles the other exchanges") {
  const test::Folder folder;
  // A puts back the first tile of its rack at every turn, B keeps what it is told.
  MatchOptions options =
      match_of(passer("rack=\"${line##*rack.}\"; echo \"bestmove ex.${rack%??????}\"; continue"),
               passer("echo \"$line\" >>" + folder.file("told")));
  options.games = 2;
  const MatchOutcome outcome = run_match(options).value();
  REQUIRE(outcome.scoreboard.tally().games == 2);
  CHECK(outcome.scoreboard.faults()[0].all() == 0);
  CHECK(outcome.scoreboard.tally().divergent == 1);  // other moves for the same points
  std::istringstream words(read_file(folder.file("told")).value());
  int exchanges = 0;
  for (std::string word; words >> word;) {
    if (!word.starts_with("ex.")) continue;
    ++exchanges;
    CHECK(word == "ex.1");
  }
  CHECK(exchanges > 0);
}

TEST_CASE("games of other moves are divergent though they end with the same") {
  MatchOptions options =
      match_of(passer("n=$((n+1)); rack=\"${line##*rack.}\"; [ $n = 1 ] && { echo "
                      "\"bestmove ex.${rack%??????}\"; continue; }"),
               passer());
  options.games = 2;
  const MatchOutcome outcome = run_match(options).value();
  CHECK(outcome.scoreboard.faults()[0].all() == 0);
  CHECK(outcome.scoreboard.tally().divergent == 1);
}

TEST_CASE("of what an engine says of moves, only that of the move it makes is held against it") {
  MatchOptions options =
      match_of(passer("echo info sim move 8H.AA score 9 wp 99; echo info move pass score -3"),
               passer("echo info score 17"));  // of no move
  const MatchOutcome outcome = run_match(options).value();
  CHECK(outcome.scoreboard.wrong_scores(0) == 18);
  CHECK(outcome.scoreboard.wrong_scores(1) == 0);
}

TEST_CASE("the last of an engine's chances for the move it makes is kept") {
  const test::Folder parent;
  const std::filesystem::path folder = parent.path / "match";
  MatchOptions options =
      match_of(passer("echo info sim move pass wp 12 eq 1; echo info sim move pass wp 61.5 eq -3; "
                      "echo info sim move 8H.AA wp 99; echo info move pass pv x wp 7"),
               passer("echo info move pass wp 150"));
  options.folder = folder;
  options.games = 2;
  const auto game = [&] { return read_file(folder / "games" / "0-1.gcg").value(); };
  REQUIRE(run_match(options));
  const GcgReading reading = read_gcg(game());
  REQUIRE(reading.game.events[0].estimates.size() == 1);
  CHECK(reading.game.events[0].estimates[0].win_percent == 61.5);
  CHECK(game().find("wp=150") == std::string::npos);
  std::filesystem::remove_all(folder);

  options.engines[0].launch.command = passer("echo info wp 44");
  REQUIRE(run_match(options));
  CHECK(game().find("wp=44") != std::string::npos);  // of no move: of the one it makes
}

TEST_CASE("a chance is kept whatever else is said of the move, but not one that is talk") {
  const test::Folder parent;
  const std::filesystem::path folder = parent.path / "match";
  const auto chance = [&](const std::string& said) {
    MatchOptions options = match_of(passer(said), passer());
    options.folder = folder;
    options.games = 2;
    REQUIRE(run_match(options));
    const GcgReading reading = read_gcg(read_file(folder / "games" / "0-1.gcg").value());
    std::filesystem::remove_all(folder);
    const auto& estimates = reading.game.events.at(0).estimates;
    return estimates.empty() ? -1 : estimates.at(0).win_percent;
  };
  CHECK(chance("echo info move pass wp 61.5; echo info move pass score 3") == 61.5);
  CHECK(chance("echo info move pass score wp 61.5") == 61.5);
  CHECK(chance("echo info string move pass wp 12") == -1);
  CHECK(chance("echo info wp 0") == 0);
  CHECK(chance("echo info wp 100") == 100);
}

TEST_CASE("points said of a move count, whatever else is said of it later") {
  MatchOptions options =
      match_of(passer("echo info move pass score 17; echo info move pass wp 50"), passer());
  CHECK(run_match(options).value().scoreboard.wrong_scores(0) == 18);
}

TEST_CASE("what an engine complains of is told with its fault, if it was of that move") {
  const auto detail = [](const std::string& go) {
    MatchOptions options = match_of(passer(), passer(go));
    options.games = 2;
    std::string found;
    MatchObserver observer;
    observer.finished = [&](const GameResult& result, auto&, bool) { found = result.fault.detail; };
    REQUIRE(run_match(options, observer));
    return found;
  };
  CHECK(detail("echo info string error bad-position it is odd; "
               "echo info string error no-position none") ==
        "no move; it said 'bad-position it is odd'");
  CHECK(detail("echo error oh; exit 7") == "exited with status 7; it said 'oh'");
  CHECK(detail("n=$((n+1)); [ $n -gt 1 ] && exit 7; echo error oh") == "exited with status 7");
  CHECK(detail("echo error oh; echo bestmove 1A.NO").ends_with("; it said 'oh'"));
}

TEST_CASE(
    "an engine is told its options, and what it says of those that all are told is not told") {
  const test::Folder folder;
  const auto heard = [&](const std::string& said, const std::string& go) {
    MatchOptions options = match_of(passer(),
                                    "while read -r word rest; do case $word in ucgi) echo ucgiok;; "
                                    "isready) echo readyok;; setoption) echo \"$rest\" >>" +
                                        folder.file("told") + "; echo \"" + said + "\";; go) " +
                                        go + "; echo bestmove pass;; quit) exit;; esac; done");
    options.games = 2;
    options.engines[1].options = {{"Clear", ""}, {"Size", "3"}};
    int times = 0;
    MatchObserver observer;
    observer.ignored = [&](int, const std::string&) { ++times; };
    REQUIRE(run_match(options, observer));
    return times;
  };
  CHECK(heard("info string ignored Lexicon", ":") == 0);
  CHECK(heard("info string ignored LetterDistribution", ":") == 0);
  CHECK(heard("error Size", ":") == 1);
  CHECK(heard("ok", "echo error late") == 0);
  const std::string told = read_file(folder.file("told")).value();
  CHECK(told.find("name Clear\n") != std::string::npos);
  CHECK(told.find("name Size value 3\n") != std::string::npos);
}

TEST_CASE("a forfeit leaves the scores as they were") {
  MatchOptions options = match_of(passer(), passer("exit 7"));
  int games = 0;
  MatchObserver observer;
  observer.finished = [&](const GameResult& result, auto&, bool) {
    ++games;
    CHECK(result.scores == std::array<int, 2>{0, 0});
  };
  REQUIRE(run_match(options, observer));
  CHECK(games == 6);
}

TEST_CASE("a folder that takes no more is told from one of another match") {
  const test::Folder folder;
  MatchOptions options = match_of(passer(), passer());
  options.folder = folder.path;
  std::filesystem::create_directories(folder.path / "games" / "1-1.gcg");
  const auto full = run_match(options);
  REQUIRE(!full);
  CHECK(full.error().message.find("1-1.gcg") != std::string::npos);
  CHECK(full.error().unwritten);
  options.seed = 2;
  const auto other = run_match(options);
  REQUIRE(!other);
  CHECK(!other.error().unwritten);
  options.folder = folder.path / "match.jsonl";
  CHECK(run_match(options).error().unwritten);
}

TEST_CASE("what an engine ignores is told as it is heard, not after the game") {
  std::stop_source stop;
  std::vector<std::string> heard;
  MatchObserver observer;
  observer.ignored = [&](int engine, const std::string& said) {
    heard.push_back(std::to_string(engine) + ' ' + said);
    stop.request_stop();
  };
  int finished = 0;
  observer.finished = [&](auto&, auto&, bool) { ++finished; };
  const MatchOptions options =
      match_of(passer(), passer("printf 'info string ignored \\033[2J\\n'"));
  const auto outcome = run_match(options, observer, stop.get_token());
  REQUIRE(outcome);
  CHECK(heard == std::vector<std::string>{"1 ignored \\x1B[2J"});
  CHECK(outcome->ignored == std::array<std::string, 2>{"", "ignored \\x1B[2J"});
  CHECK(finished == 0);
}

TEST_CASE("one engine alone may have a clock, and is told what it adds if it does") {
  const test::Folder folder;
  MatchOptions options = match_of(passer(), passer("echo \"$rest\" >>" + folder.file("told")));
  options.games = 2;
  for (const int increment : {500, 0}) {
    options.engines[1].clock = TimeControl{Milliseconds(60'000), Milliseconds(increment)};
    CHECK(run_match(options).value().scoreboard.tally().games == 2);
    const std::string told = read_file(folder.file("told")).value();
    CHECK(told.starts_with("depth 1 2time 60000"));
    CHECK((told.find("2inc 500\n") != std::string::npos) == (increment != 0));
    CHECK(told.find("inc 0") == std::string::npos);
    std::filesystem::remove(folder.file("told"));
  }
}

TEST_CASE("each minute of overtime that is begun costs points") {
  const TimeRules rules{.points_a_minute = 7};
  CHECK(overtime_penalty(Microseconds(0), rules) == 0);
  CHECK(overtime_penalty(Microseconds(-1), rules) == 7);
  CHECK(overtime_penalty(Microseconds(-60'000'000), rules) == 7);
  CHECK(overtime_penalty(Microseconds(-60'000'001), rules) == 14);
}

TEST_CASE("results read as fastchess writes them") {
  MatchOptions options = match_of("", "");
  options.engines[0].clock = TimeControl{Milliseconds(60'000), Milliseconds(500)};
  GameResult result;
  result.game.number = 3;
  result.scores = {400, 380};
  CHECK(started_line(options, result.game) == "Started game 4 of 6 (B vs A)");
  CHECK(finished_line(options, result) == "Finished game 4 (B vs A): 0-1 {A wins 400-380}");
  result.scores = {400, 400};
  CHECK(finished_line(options, result) == "Finished game 4 (B vs A): 1/2-1/2 {Draw 400-400}");
  result.forfeited_by = 0;
  result.fault = {EngineFault::Kind::kTime, "2.00 s for a move, 1.00 s allowed"};
  CHECK(finished_line(options, result) ==
        "Finished game 4 (B vs A): 1-0 {A loses on time: 2.00 s for a move, 1.00 s allowed}");
  Scoreboard faulty;
  GameResult other;
  for (other.game.number = 0; other.game.number < 3; ++other.game.number) faulty.add(other);
  faulty.add(result);
  CHECK(standing(options, faulty)
            .ends_with("\nFaults of A: 0 crashes, 0 stalls, 0 illegal moves, 1 loss on time\n"));
  Scoreboard board(Sprt{.elo0 = 0, .elo1 = 10});
  board.add(result);
  CHECK(standing(options, board).starts_with("Results of A vs B (60+0.5 depth 1 - depth 1, "));
  CHECK(standing(options, board).find("DrawRatio: nan %, PairsRatio: nan\n") != std::string::npos);
}

}  // namespace
}  // namespace zymurgy
