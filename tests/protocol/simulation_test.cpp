// `go sim`, `go infer`, and `go auto` where it thinks.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <map>
#include <sstream>

#include "evaluate/win_table.h"
#include "game/files.h"
#include "game/text.h"
#include "inference/observer.h"
#include "lexicon/library.h"
#include "nnue/network.h"
#include "play/phase.h"
#include "sim/simulator.h"
#include "support/folder.h"
#include "support/late_game.h"
#include "support/lexica.h"
#include "support/repeats.h"
#include "support/talk.h"

namespace zymurgy {
namespace {

// Seconds of work by all threads: limits on it hold also where others hold the machine up.
double work_done() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Our opening, the other's reply, and our rack.
const std::string kOurTurn =
    "position startpos moves " + start_square() + ".GYM.GYMRUYZ ex.3 rack.RUYZAEI\n";

struct SimRow {
  double wp = 0, wpse = 0, eq = 0, eqse = 0;
  long iters = 0;
};
// The last line of each move, by move.
std::map<std::string, SimRow> sim_rows(const std::string& text) {
  std::map<std::string, SimRow> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("info sim ")) continue;
    std::istringstream words(line);
    std::string skip, move;
    SimRow row;
    words >> skip >> skip >> skip >> move >> skip >> row.wp >> skip >> row.wpse >> skip >> row.eq >>
        skip >> row.eqse >> skip >> row.iters;
    CHECK_MESSAGE(words, line);
    rows[move] = row;
  }
  return rows;
}

std::string best_move(const std::string& text) {
  const std::size_t at = text.rfind("bestmove ");
  return at == std::string::npos ? "" : text.substr(at + 9, text.find('\n', at) - at - 9);
}

// The lines that a search ends with, which do not depend on time.
std::string last_lines(const std::string& text) {
  std::size_t at = text.size();
  for (int line = 0; line < 12 && at != std::string::npos && at > 0; ++line)
    at = text.rfind('\n', at - 1);
  return text.substr(at == std::string::npos ? 0 : at + 1);
}

TEST_CASE("go sim: chances in per cent with their errors, one bestmove, the first line's") {
  const std::string text = reply(kOurTurn + "go sim iterations 200\n");
  CHECK(text.starts_with("info string provenance "));
  CHECK(!has(text, "ignored"));
  const auto rows = sim_rows(text);
  CHECK(rows.size() >= 10);
  long most = 0;
  for (const auto& [move, row] : rows) {
    CHECK((row.wp > 0 && row.wp < 100));
    CHECK((row.wpse > 0 && row.wpse < 20));
    CHECK((row.eqse > 0 && row.eqse < 50));
    most = std::max(most, row.iters);
  }
  CHECK(most == 200);
  REQUIRE(rows.contains(best_move(text)));
  CHECK(rows.at(best_move(text)).iters == 200);
}

TEST_CASE("the error of a single sample is not known, and not said") {
  const std::string text = reply(kOurTurn + "go sim iterations 1\n");
  CHECK(has(text, "info sim move "));
  CHECK(has(text, " wp "));
  CHECK(has(text, " eq "));
  CHECK(has(text, " iters 1\n"));
  CHECK(!has(text, "wpse"));
  CHECK(!has(text, "eqse"));
}

TEST_CASE("of more candidates than there is time for, some are simulated") {
  const std::string text =
      reply("setoption name MultiPV value 1000\nposition startpos moves " + start_square() +
            ".GYM.GYMRUYZ rack.??AEINR\ngo sim movetime 100\n");
  CHECK(sim_rows(text).contains(best_move(text)));
}

TEST_CASE("with fixed iterations a simulation is a function of the seed, whatever the threads") {
  const auto lines = [](const std::string& set, const std::string& limits) {
    return last_lines(reply(set + kOurTurn + "go sim " + limits + "\n"));
  };
  const std::string one = lines("", "iterations 150"), set = "setoption name ";
  CHECK(one == lines("", "iterations 150 threads 3"));
  CHECK(one == lines(set + "Threads value 2\n", "iterations 150"));
  CHECK(one != lines(set + "Seed value 2\n", "iterations 150"));
  CHECK(one != lines("", "iterations 150 depth 1"));
  CHECK(lines(set + "SimPlies value 1\n", "iterations 150") == lines("", "iterations 150 depth 1"));
}

TEST_CASE("moves that are given are simulated, alone or with the others") {
  const std::string at = start_square();
  std::string text = reply(
      "position startpos moves rack.GMRUYYZ\n"
      "go sim iterations 40 searchmoves " +
      at + ".GYM ex.YY\n");
  CHECK(sim_rows(text).size() == 2);
  text = reply(
      "setoption name MultiPV value 30\nposition startpos moves rack.GMRUYYZ\n"
      "go sim iterations 40 alsosearchmoves " +
      at + ".GZYM\n");
  CHECK(sim_rows(text).contains(at + ".GZYM"));
  CHECK(sim_rows(text).size() > 15);
  // Each is told, however few others are to be.
  text = reply(
      "setoption name MultiPV value 1\nposition startpos moves rack.GMRUYYZ\n"
      "go sim iterations 40 alsosearchmoves ex.YY ex.Y\nwait\n"
      "go sim iterations 40 searchmoves pass ex.Z ex.YY\n");
  for (const char* move : {"ex.YY", "ex.Y", "ex.Z", "pass"}) CHECK(sim_rows(text).contains(move));
}

TEST_CASE("a simulation ends by itself, at the confidence asked for or without any limit") {
  for (const std::string limit :
       {" depth 1", " depth 1 stopcondition 95", " stopcondition 99 searchmoves ex.R"}) {
    const std::string text = reply(kOurTurn + "go sim" + limit + "\n");
    CHECK_MESSAGE(best_move(text) != "", limit);
    CHECK(!has(text, "error"));
  }
}

// How often a simulation plays out its best move.
long iterations(const std::string& go, const std::string& set = "") {
  const std::string text = reply(set + kOurTurn + go + "\n");
  return sim_rows(text)[best_move(text)].iters;
}

TEST_CASE("who asks for less confidence waits for fewer iterations" *
          doctest::skip(!test::kRunAll)) {
  long of_95 = 0, of_99 = 0;
  for (const std::string seed : {"1", "2"}) {
    const std::string set = "setoption name Seed value " + seed + '\n';
    of_95 += iterations("go sim depth 1 stopcondition 95", set);
    of_99 += iterations("go sim depth 1 stopcondition 99", set);
  }
  CHECK(of_95 < of_99);
}

TEST_CASE("iterations asked for are all made, but not once a move or its confidence is enough") {
  const std::string one = " searchmoves ex.UY";  // which is best before long
  CHECK(iterations("go sim iterations 500" + one) == 500);
  for (const std::string enough :
       {"go sim iterations 500 stopcondition 95", "go iterations 500", "go sim"})
    CHECK_MESSAGE(iterations(enough + one) < 500, enough);
}

TEST_CASE("infinite, auto goes on though the best move is known") {
  Talk talk;
  talk.say(kOurTurn + "go infinite searchmoves ex.UY");
  for (int line = 0; line < 3; ++line) {
    REQUIRE(talk.hear_any({"the search has ended", "info sim move "}));
    REQUIRE(!has(talk.all(), "the search has ended"));
  }
}

TEST_CASE("what nothing would end goes on for 10,000 iterations, with a stopcondition until known" *
          doctest::skip(!test::kRunAll)) {
  const std::string close = "go sim depth 1 searchmoves J8.MAZY J8.MIZ";
  CHECK(iterations(close) == 10000);
  CHECK(iterations(close + " stopcondition 99") > 10000);
}

TEST_CASE("late in the game a simulation goes to the end, unless a depth is asked for") {
  Random random(3);
  const std::string position =
      "position cgp " + cgp_text(late_position(4, 0, random), "OEL1") + '\n';
  const auto lines = [&](const std::string& depth) {
    return last_lines(reply(position + "go sim iterations 40" + depth + "\n"));
  };
  CHECK(lines(" depth 1") != lines(""));
  CHECK(lines(" depth 1") != lines(" depth 2"));
}

TEST_CASE("moves asked about come before others where not all can be simulated") {
  const std::string text =
      reply("setoption name MultiPV value 1000\nposition startpos moves " + start_square() +
            ".GYM.GYMRUYZ rack.??AEINR\ngo sim depth 1 iterations 1 alsosearchmoves pass\n");
  CHECK(has(text, "info string ignored moves: only the first 1000 of 1001 are simulated\n"));
  CHECK(has(text, "info sim move pass "));
}

// A win table: the same chance at so many points or more, whatever the tiles unseen.
std::string table_of(double ahead, double even, double behind) {
  std::string text = "spread\n";
  const auto add = [&](int spread, double chance) {
    text += std::to_string(spread);
    for (int unseen = 0; unseen <= WinTable::kMaxUnseen; ++unseen) text += ',' + fixed(chance, 1);
    text += '\n';
  };
  add(1, ahead);
  add(0, even);
  add(-1, behind);
  return text;
}

TEST_CASE("the error of a chance is that of so many games won or lost, in per cent") {
  const test::Folder folder;
  REQUIRE(write_file(folder.file("lead.csv"), table_of(1, 1, 0)));
  const std::string text = reply("setoption name WinPctTable value " + folder.file("lead.csv") +
                                 "\nposition startpos moves " + start_square() +
                                 ".GYM.GYMRUYZ rack.EILORTU\ngo sim depth 1 iterations 200\n");
  const SimRow best = sim_rows(text)[best_move(text)];
  REQUIRE(best.iters == 200);
  REQUIRE((best.wp > 1 && best.wp < 99));
  CHECK(best.wpse == doctest::Approx(std::sqrt(best.wp * (100 - best.wp) / 199)).epsilon(0.05));
}

TEST_CASE("the chances come from the session's win table") {
  const std::string head = "setoption name WinPctTable value ",
                    go = kOurTurn + "go sim iterations 40\n";
  const test::Folder folder;
  REQUIRE(write_file(folder.file("even.csv"), table_of(0.5, 0.5, 0.5)));
  const auto rows = sim_rows(reply(head + folder.file("even.csv") + '\n' + go));
  REQUIRE(!rows.empty());
  for (const auto& row : rows) CHECK_MESSAGE(row.second.wp == 50, row.first);
  CHECK(has(reply(head + "NOSUCH\n" + go), "error load-failed"));
}

TEST_CASE("go sim needs the rack on turn") {
  const std::string text = reply("position startpos\ngo sim iterations 10\n");
  CHECK(has(text, "info string error bad-position sim: the rack on turn is not known"));
  CHECK(has(text, "bestmove none\n"));
}

TEST_CASE("go infer: what the other side kept, likeliest first") {
  const std::string at = start_square();
  const std::string text =
      reply("position startpos moves " + at + ".IMINO rack.GLORRTU\ngo infer\n");
  std::istringstream lines(text);
  double sum = 0, last = 1;
  int leaves = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("info infer leave ")) continue;
    const double prob = to_number<double>(line.substr(line.rfind(' ') + 1)).value();
    CHECK(has(line, " prob "));
    CHECK(prob <= last);
    last = prob;
    sum += prob;
    ++leaves;
  }
  CHECK(leaves > 5);
  CHECK(leaves < 372);
  CHECK(sum == doctest::Approx(1).epsilon(0.001));
  CHECK(text.ends_with("\nbestmove none\n"));
}

TEST_CASE("go infer of too many leaves says that they are a sample") {
  const std::string at = start_square(), head = "position startpos moves " + at;
  CHECK(has(reply(head + ".AT rack.GLORRTU\ngo infer\n"), "info string infer sampled "));
  CHECK_FALSE(has(reply(head + ".IMINO rack.GLORRTU\ngo infer\n"), "sampled"));
}

TEST_CASE("go infer of a move that static play would not make says that no leave fits") {
  const std::string head = "position startpos moves " + start_square();
  const std::string no_leave =
      "info string infer no leave fits: the chances are those of the draw\n";
  CHECK(has(reply(head + ".KETOSE rack.GLORRTU\ngo infer\n"), no_leave));
  CHECK(!has(reply(head + ".IMINO rack.GLORRTU\ngo infer\n"), no_leave));
}

TEST_CASE("go infer of a rack that was told says so; without a move there is nothing to say") {
  const std::string at = start_square();
  CHECK(has(reply("position startpos moves " + at + ".GYM.GYMRUYZ rack.AEINRST\ngo infer\n"),
            "info infer leave RUYZ prob 1.000000\n"
            "info string infer no other leave fits what is known of the racks\n"));
  for (const std::string& none : {std::string("position startpos moves rack.GLORRTU\n"),
                                  "position startpos moves pass.GLORRTU phony." + at + ".QZ\n"}) {
    const std::string text = reply(none + "go infer\n");
    CHECK(!has(text, "info infer"));
    CHECK(has(text, "error bad-position infer: no known move of the other side"));
  }
}

TEST_CASE("beliefs go on from turn to turn, the same whether the session saw the turns before") {
  const std::string at = start_square();
  const std::string first =
      "position startpos moves " + at + ".IMINO rack.GLORRTU\ngo infer\nwait\n";
  const std::string then =
      "position startpos moves " + at + ".IMINO ex.GLORRTU.GLORRTU ex.2 rack.AEINRST\ngo infer\n";
  const std::string both = reply(first + then), fresh = reply(then);
  CHECK(both.ends_with(fresh));
}

TEST_CASE("inference keeps to a part of the time") {
  const double before = work_done();
  const std::string text =
      reply("position startpos moves ex.7 ex.1.AEINRST " + start_square() +
            ".IMINO ex.1.AEINRST ex.2 rack.GLORRTU\ngo sim movetime 60 useinference\n");
  CHECK(work_done() - before < 0.6);
  CHECK(best_move(text) != "");
}

TEST_CASE("useinference changes what a simulation deals") {
  const std::string at = start_square();
  const std::string position = "position startpos moves " + at + ".IMINO rack.GLORRTU\n";
  const std::string with = reply(position + "go sim iterations 100 useinference\n");
  CHECK(has(with, "info string the other rack is dealt as its moves suggest\n"));
  CHECK(!has(with, "ignored"));
  const auto informed = sim_rows(with),
             plain = sim_rows(reply(position + "go sim iterations 100\n"));
  CHECK(informed.begin()->second.wp != plain.begin()->second.wp);
  CHECK(has(reply("position startpos moves rack.GLORRTU\ngo sim iterations 10 useinference\n"),
            "ignored useinference: no move"));
}

TEST_CASE("late in the game the network replies to who was seen to be no static player" *
          doctest::skip(kBoardDim != 15)) {  // where a network ships
  const test::Words& words = test::oel1();
  const auto shipped = nnue::find_network(Library(), "OEL1", &words.lexicon->tiles()).value();
  MoveFinder finder(*words.lexicon, *words.leaves);
  Random random(8);
  int differing = 0;
  for (int met = 0; met < 2;) {
    Position position = random_late_game(*words.lexicon, finder, 9, random);
    const auto plays = finder.top(position, Lanes(*words.lexicon, position), 20);
    const bool is_odd = met == 1;
    const Move move = (is_odd ? plays.back() : plays.front()).move;
    if (move.tiles_played < 3 || !move.is_play() ||
        plays.front().equity < plays.back().equity + 20 * kPoint)
      continue;
    ++met;
    position.set_rack(position.on_turn(), {});
    const SeenTurn turn{position, move};
    std::string go = "position cgp " + cgp_text(position, "OEL1") + " moves " +
                     ucgi_text(move, position) +
                     "\ngo sim depth 2 iterations 8 useinference searchmoves";
    position.make(move);
    const Lanes lanes(*words.lexicon, position);
    const std::vector<Candidate> candidates = finder.top(position, lanes, 5);
    for (const Candidate& candidate : candidates) go += ' ' + ucgi_text(candidate.move, position);
    // What a simulation by the library says if the network replies, or the static player.
    InferOptions infer = inference_for_a_move({});
    infer.seed = 1;
    Observer observer(*words.lexicon, *words.leaves);
    const RackBelief belief = observer.learn({&turn, 1}, position, infer)->belief();
    SimOptions options;
    options.plies = 2;
    options.to_the_end_bag = SimOptions::kNever;
    options.iterations = 8;
    options.seed = 1;
    options.belief = &belief;
    const auto chances = [&](const nnue::Network* replies) {
      Simulator simulator(*words.leaves, guide_maker(*words.lexicon, *words.leaves,
                                                     test::oel1_wins(), {.replies = replies}));
      std::map<std::string, std::string> chances;
      for (const SimPlay& play : simulator.run(position, lanes, candidates, options).plays)
        chances[ucgi_text(play.move, position)] = fixed(100 * play.wp, 3);
      return chances;
    };
    const auto by_network = chances(shipped.get()), by_static = chances(nullptr);
    differing += by_network != by_static;
    std::map<std::string, std::string> told;
    for (const auto& [move, row] : sim_rows(reply(go + '\n'))) told[move] = fixed(row.wp, 3);
    CHECK(told == (is_odd ? by_network : by_static));
  }
  CHECK(differing > 0);
}

// What is said to a `go` with time enough for a slow machine, which is stopped once it simulates.
std::string until_it_simulates(const std::string& position, const std::string& go) {
  Talk talk;
  talk.say(position + go);
  talk.hear_any({"info sim move ", "bestmove "});
  talk.say("stop");
  return talk.finish();
}

TEST_CASE("auto infers where there is time for it, and sim only when asked") {
  const std::string position =
      "position startpos moves " + start_square() + ".IMINO rack.GLORRTU\n";
  const char* const deals = "info string the other rack is dealt as its moves suggest\n";
  CHECK(has(until_it_simulates(position, "go movetime 20000\n"), deals));
  CHECK(has(reply(position + "go iterations 30 useinference\n"), deals));
  CHECK(!has(reply(position + "go iterations 30\n"), deals));
  CHECK(!has(reply(position + "go movetime 300\n"), deals));
  CHECK(!has(until_it_simulates(position, "go sim movetime 20000\n"), deals));
  CHECK(!has(until_it_simulates("position startpos moves rack.GLORRTU\n", "go movetime 20000\n"),
             deals));
}

TEST_CASE("auto simulates when it is given time or work, and not otherwise") {
  CHECK(!sim_rows(reply(kOurTurn + "go iterations 50\n")).empty());
  for (const std::string at_leisure : {"go movetime 600000", "go 1time 9000000 2time 1"})
    CHECK_MESSAGE(!sim_rows(until_it_simulates(kOurTurn, at_leisure)).empty(), at_leisure);
  for (const std::string at_once :
       {"go", "go movetime 0", "go 1time -5 2time 100000", "go 1time 0 2time 100000",
        "go 1time 40 2time 100000", "go movetime 0 1time 20000 2time 1", "go sim movetime 0",
        "go movetime -40", "go peg movetime 0"})
    CHECK_MESSAGE(sim_rows(reply(kOurTurn + at_once + "\n")).empty(), at_once);
}

TEST_CASE("the time is that of who is on turn, less the overhead") {
  const std::string second =
      "position startpos moves " + start_square() + ".GYM.GYMRUYZ rack.AEINST?\n";
  CHECK(sim_rows(reply(second + "go 1time 9000000 2time -5\n")).empty());
  CHECK(!sim_rows(until_it_simulates(second, "go 1time -5 2time 9000000")).empty());
  CHECK(has(reply(second + "go 1time 9000000\n"), "ignored 1time: player 2 is on turn"));
  CHECK(sim_rows(reply("setoption name MoveOverhead value 10000\n" + second + "go 2time 9000\n"))
            .empty());
}

TEST_CASE("late in the game auto proves or simulates, within the time") {
  for (std::uint64_t seed = 0, left = 3; left > 0; ++seed) {
    Position position = test::random_position(test::oel1(), seed);
    if (position.bag_size() > 2 || position.board().empty() || position.over()) continue;
    --left;
    position.set_rack(1 - position.on_turn(), {});
    const std::string cgp = cgp_text(position, "OEL1");
    CAPTURE(cgp);
    const double before = work_done();
    const std::string text =
        until_it_simulates("position cgp " + cgp + "\n", "go movetime 8000 threads 2");
    CHECK(work_done() - before < 2 * 9);
    CHECK(best_move(text) != "");
    CHECK(best_move(text) != "none");
    const bool solved = has(text, "info string endgame") || has(text, "info string peg");
    CHECK(solved != !sim_rows(text).empty());
    CHECK((position.bag_size() > 0 || solved));
  }
}

TEST_CASE("auto loses no time over a move without alternative") {
  const double before = work_done();
  const std::string text =
      reply("position startpos moves ex.3 rack.VVWUUII\ngo movetime 20000 searchmoves ex.UVVW\n");
  CHECK(best_move(text) == "ex.UVVW");
  CHECK(!has(text, "the other rack is dealt"));
  CHECK(work_done() - before < 5);
}

TEST_SUITE("threads") {
  TEST_CASE("stop ends a simulation at once, and lines come while it runs") {
    Talk talk;
    talk.say(kOurTurn + "go sim infinite threads 2");
    REQUIRE(talk.hear("info sim move "));
    const double before = work_done();
    talk.say("stop");
    REQUIRE(talk.hear("bestmove "));
    CHECK(work_done() - before < 0.5);  // 20 ms by the clock, which is the benchmark's to tell
  }

  TEST_CASE("a simulation keeps to its time") {
    const auto asked = std::chrono::steady_clock::now();
    const double before = work_done();
    reply(kOurTurn + "go sim movetime 200\n");
    CHECK(std::chrono::steady_clock::now() - asked >= std::chrono::milliseconds(200));
    CHECK(work_done() - before < 1);
  }
}

}  // namespace
}  // namespace zymurgy
