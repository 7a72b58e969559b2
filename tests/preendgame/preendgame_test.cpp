#include "preendgame/preendgame.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "evaluate/move_finder.h"
#include "game/random.h"
#include "lexicon/library.h"
#include "lexicon/word_graph_builder.h"
#include "protocol/cgp.h"
#include "support/brute_preendgame.h"
#include "support/known_cases.h"
#include "support/late_game.h"
#include "support/made_up_lexicon.h"
#include "support/repeats.h"

namespace zymurgy {
namespace {

// So few words that endgames are short.
const Lexicon& sparse_lexicon() {
  static const Lexicon lexicon = [] {
    std::vector<std::vector<Letter>> words;
    int n = 0;
    made_up_lexicon().graph().for_each_word([&](const Letter* letters, int length) {
      if (length < 6 && (length < 3 || ++n % 6 == 0)) words.emplace_back(letters, letters + length);
    });
    return Lexicon("sparse", TileSet::english(), build_word_graph(std::move(words), false).value());
  }();
  return lexicon;
}

// A late game that may yet go either way; the other rack is not known.
Position random_late(const Lexicon& lexicon, MoveFinder& finder, int in_bag, Random& random) {
  Position position = random_late_game(lexicon, finder, in_bag, random);
  position.set_rack(1 - position.on_turn(), {});
  for (int player = 0; player < 2; ++player)
    position.set_score(player, 300 + static_cast<int>(random.below(40)));
  return position;
}

PegOptions small_peg() {
  PegOptions options;
  options.hash_mb = 8;
  return options;
}

bool equal(const Outcomes& a, const Outcomes& b) {
  return a.wins == b.wins && a.ties == b.ties && a.losses == b.losses;
}

TEST_CASE("brute force agrees on 20 positions with one tile in the bag") {
  const Lexicon& lexicon = sparse_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  test::BrutePreendgame informed(lexicon, leaves, OpponentModel::kInformed);
  test::BrutePreendgame worst_case(lexicon, leaves, OpponentModel::kWorstCase);
  Random random(21);
  int passes = 0;
  for (int n = 0; n < test::repeats(20);) {
    const Position position = random_late(lexicon, finder, 1, random);
    const std::vector<Move> moves = informed.moves(position);
    if (moves.size() < 3 || moves.size() > 10) continue;
    PegOptions options = small_peg();
    options.opponent = n % 2 == 0 ? OpponentModel::kInformed : OpponentModel::kWorstCase;
    options.every = true;
    ++n;
    const auto answer = solve_preendgame(lexicon, leaves, position, options);
    REQUIRE(answer);
    CHECK(answer->proved);
    CHECK(answer->every_proved);
    CHECK(answer->plays.size() == moves.size());
    for (const PegPlay& play : answer->plays) {
      // A pass leads to many endgames: that of one position for each model will do.
      if (!play.move.is_play() && ++passes > 2) continue;
      test::BrutePreendgame& brute =
          options.opponent == OpponentModel::kInformed ? informed : worst_case;
      const Outcomes expected = brute.tally(position, play.move);
      CHECK(play.proved);
      CHECK(play.tally.weight() == 8);
      CHECK(equal(play.tally, expected));
      if (play.spread_proved) CHECK(play.tally.spread == expected.spread);
    }
    // Cut-offs do not change the answer.
    options.every = false;
    const auto pruned = solve_preendgame(lexicon, leaves, position, options);
    REQUIRE(pruned);
    CHECK(pruned->proved);
    CHECK(pruned->wins_proved);
    CHECK(pruned->plays[0].move == answer->plays[0].move);
    CHECK(equal(pruned->plays[0].tally, answer->plays[0].tally));
    CHECK(pruned->plays[0].tally.spread == answer->plays[0].tally.spread);
  }
}

PegOptions with(int threads, int hash_mb) {
  PegOptions options;
  options.threads = threads;
  options.hash_mb = hash_mb;
  return options;
}

TEST_SUITE("threads") {
  TEST_CASE("neither threads nor the table's size change the best move before the endgame") {
    const Lexicon& lexicon = sparse_lexicon();
    const LeaveTable leaves(lexicon.tiles());
    MoveFinder finder(lexicon, leaves);
    Random random(5);
    const Position position = random_late(lexicon, finder, 1, random);
    const auto plain = solve_preendgame(lexicon, leaves, position, with(1, 1));
    REQUIRE(plain);
    CHECK(plain->proved);
    for (const int threads : {2, 4}) {
      const auto answer = solve_preendgame(lexicon, leaves, position, with(threads, 16));
      REQUIRE(answer);
      CHECK(answer->proved);
      CHECK(answer->plays[0].move == plain->plays[0].move);
      CHECK(equal(answer->plays[0].tally, plain->plays[0].tally));
      CHECK(answer->plays[0].tally.spread == plain->plays[0].tally.spread);
    }
  }
}

TEST_CASE("weights count the orders of the unknown tiles") {
  const Lexicon& lexicon = sparse_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(6);
  PegOptions options = small_peg();
  options.only = {Move::pass(), Move::pass()};  // once is enough
  options.limits.deadline = deadline_in(0.01);
  options.most_in_bag = 6;
  for (const auto& [in_bag, orders] : {std::pair{1, 8}, {2, 72}, {3, 720}, {4, 7920}}) {
    const Position position = random_late(lexicon, finder, in_bag, random);
    const auto answer = solve_preendgame(lexicon, leaves, position, options);
    REQUIRE(answer);
    CHECK(answer->plays.size() == 1);
    CHECK(answer->plays[0].tally.weight() == orders);
  }
  // Known tiles of the other rack are not drawn.
  Position position = random_late(lexicon, finder, 1, random);
  TileCounts known = position.unseen(position.on_turn());
  const Letter last = [&] {
    LetterSet letters = known.letters();
    return pop_letter(letters);
  }();
  known.remove(last);
  position.set_rack(1 - position.on_turn(), known);
  options.limits = {};
  const auto answer = solve_preendgame(lexicon, leaves, position, options);
  REQUIRE(answer);
  CHECK(answer->proved);
  REQUIRE(answer->plays[0].bags.size() == 1);
  CHECK(answer->plays[0].bags[0].tiles[last] == 1);
  CHECK(answer->plays[0].tally.weight() == 1);
}

// Three words and so few tiles that every order of them can be played out.
const Lexicon& tiny_lexicon() {
  static const TileSet tiles =
      TileSet::parse("?,?,0,0,0\nA,a,5,1,1\nB,b,5,3,0\nC,c,3,2,0\nQ,q,6,5,0\n", "tiny").value();
  static const Lexicon lexicon("tiny", tiles,
                               build_word_graph({{1, 2}, {3, 1}, {1, 2, 4}}, false).value());
  return lexicon;
}

// Close enough that results differ from one order of the tiles to another.
Position random_with_exchanges(const Lexicon& lexicon, MoveFinder& finder, int in_bag, int limit,
                               Random& random) {
  Position position = random_late_game(lexicon, finder, in_bag, random);
  Rules rules;
  rules.exchange_limit = limit;
  position.set_rules(rules);
  position.set_rack(1 - position.on_turn(), {});
  for (int player = 0; player < 2; ++player)
    position.set_score(player, static_cast<int>(random.below(20)));
  position.set_scoreless_turns(static_cast<int>(random.below(6)));
  return position;
}

TEST_CASE("where exchanges are legal every move is counted in the same orders, as by brute force") {
  const Lexicon& lexicon = tiny_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(13);
  struct Case {
    int in_bag, limit, orders;
  };
  const std::array cases{Case{1, 1, 8}, Case{2, 1, 144}, Case{3, 3, 4320}};
  for (int n = 0; n < test::repeats(4); ++n) {
    const Case& test_case = cases[static_cast<std::size_t>(n) % cases.size()];
    const OpponentModel model = n % 2 == 0 ? OpponentModel::kInformed : OpponentModel::kWorstCase;
    CAPTURE(test_case.in_bag);
    const Position position =
        random_with_exchanges(lexicon, finder, test_case.in_bag, test_case.limit, random);
    PegOptions options = small_peg();
    options.opponent = model;
    options.every = true;
    const auto answer = solve_preendgame(lexicon, leaves, position, options);
    REQUIRE(answer);
    CHECK(answer->proved);
    CHECK(answer->every_proved);
    test::BrutePreendgame brute(lexicon, leaves, model);
    int exchanges = 0;
    for (const PegPlay& play : answer->plays) {
      const bool exchange = play.move.kind == MoveKind::kExchange;
      exchanges += exchange ? 1 : 0;
      Outcomes expected, bags;
      expected.add(brute.tally(position, play.move), exchange ? 1 : answer->shuffles);
      for (const PegBag& bag : play.bags) bags.add(bag.tally);
      CHECK(play.tally.weight() == test_case.orders);
      CHECK(equal(play.tally, expected));
      CHECK(equal(play.tally, bags));
      if (play.spread_proved) CHECK(play.tally.spread == expected.spread);
    }
    CHECK(exchanges > 0);
    // Best first by the counts themselves, however little they differ.
    CHECK(std::is_sorted(answer->plays.begin(), answer->plays.end(),
                         [](const PegPlay& a, const PegPlay& b) {
                           return std::pair(a.tally.half_points(), a.tally.spread) >
                                  std::pair(b.tally.half_points(), b.tally.spread);
                         }));
  }
}

void check_by_brute_force(const Lexicon& lexicon, const Position& position, OpponentModel model) {
  const LeaveTable leaves(lexicon.tiles());
  PegOptions options = small_peg();
  options.opponent = model;
  options.every = true;
  const auto answer = solve_preendgame(lexicon, leaves, position, options);
  REQUIRE(answer);
  CHECK(answer->every_proved);
  test::BrutePreendgame brute(lexicon, leaves, model);
  for (const PegPlay& play : answer->plays) {
    const bool exchange = play.move.kind == MoveKind::kExchange;
    Outcomes expected;
    expected.add(brute.tally(position, play.move), exchange ? 1 : answer->shuffles);
    CHECK(equal(play.tally, expected));
    if (play.spread_proved) CHECK(play.tally.spread == expected.spread);
  }
}

// Of at most so many tiles on the other rack.
Position random_with_known(const Lexicon& lexicon, int in_bag, int most_known, Random& random) {
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Position position = random_with_exchanges(lexicon, finder, in_bag, 7, random);
  TileCounts known;
  position.unseen(position.on_turn()).for_each_tile([&](Letter letter) {
    if (known.size() < most_known && random.below(2) == 0) known.add(letter);
  });
  position.set_rack(1 - position.on_turn(), known);
  return position;
}

TEST_CASE("what is known of the other rack is known in later turns, too, as by brute force") {
  const Lexicon& lexicon = tiny_lexicon();
  Random random(10);
  for (int n = 0; n < test::repeats(6); ++n)
    check_by_brute_force(lexicon, random_with_known(lexicon, 2, 4, random),
                         n % 2 == 0 ? OpponentModel::kInformed : OpponentModel::kWorstCase);
  // Also where we have laid such a tile ourselves.
  Random other(40);
  check_by_brute_force(lexicon, random_with_known(lexicon, 3, 6, other), OpponentModel::kInformed);
}

TEST_CASE("a play for no points is a scoreless turn, as by brute force") {
  static const TileSet tiles =
      TileSet::parse("?,?,0,0,0\nA,a,5,0,1\nB,b,5,0,0\nC,c,3,2,0\nQ,q,6,5,0\n", "cheap").value();
  static const Lexicon lexicon("cheap", tiles,
                               build_word_graph({{1, 2}, {3, 1}, {1, 2, 4}}, false).value());
  const LeaveTable leaves(tiles);
  MoveFinder finder(lexicon, leaves);
  Random random(13);
  const Position position = random_with_exchanges(lexicon, finder, 1, 7, random);
  check_by_brute_force(lexicon, position, OpponentModel::kInformed);
}

TEST_CASE("draws after which the game ends before the bag weigh as much as others") {
  const Lexicon& lexicon = tiny_lexicon();
  Random random(139);
  check_by_brute_force(lexicon, random_with_known(lexicon, 3, 6, random), OpponentModel::kInformed);
}

TEST_CASE("plays that leave tiles in the bag are solved through what they lead to") {
  const Lexicon& lexicon = sparse_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(9);
  for (int n = 0; n < 2;) {
    Position position = random_late(lexicon, finder, 2, random);
    const Lanes lanes(lexicon, position);
    // Few plays, and one of a single tile.
    const auto plays = finder.plays(position, lanes);
    const auto one = std::find_if(plays.begin(), plays.end(),
                                  [](const Move& play) { return play.tiles_played == 1; });
    if (plays.size() > 6 || one == plays.end()) continue;
    ++n;
    for (const OpponentModel model : {OpponentModel::kInformed, OpponentModel::kWorstCase}) {
      PegOptions options = small_peg();
      options.opponent = model;
      options.only = {*one};
      const auto whole = solve_preendgame(lexicon, leaves, position, options);
      REQUIRE(whole);
      CHECK(whole->plays[0].proved);
      CHECK(whole->plays[0].tally.weight() == 72);
    }
  }
}

TEST_CASE("a pre-endgame stopped early says so and has a move") {
  const Lexicon& lexicon = sparse_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(3);
  const Position position = random_late(lexicon, finder, 2, random);
  std::stop_source source;
  source.request_stop();
  PegOptions options = small_peg();
  options.limits.stop = source.get_token();
  const auto answer = solve_preendgame(lexicon, leaves, position, options);
  REQUIRE(answer);
  CHECK(!answer->proved);
  CHECK(!answer->every_proved);
  CHECK(!answer->plays.empty());
  CHECK(!answer->plays[0].proved);
  for (const PegPlay& play : answer->plays) CHECK(play.label() == std::string("unexamined"));
}

// Of a pre-endgame that was stopped when it first told of its progress.
PegAnswer stopped_at_once(const Lexicon& lexicon, const Position& position, PegOptions options) {
  std::stop_source source;
  options.limits.stop = source.get_token();
  const LeaveTable leaves(lexicon.tiles());
  return solve_preendgame(lexicon, leaves, position, options,
                          [&](const PegAnswer&) { source.request_stop(); })
      .value();
}

// With so many plays that they are not all looked at first.
Position random_late_of_many_plays(const Lexicon& lexicon, Random& random) {
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  for (;;) {
    const Position position = random_late(lexicon, finder, 1, random);
    if (finder.plays(position, Lanes(lexicon, position)).size() > 100) return position;
  }
}

TEST_CASE("the pass that ends the game is among the first that are looked at, and known at once") {
  const Lexicon& lexicon = made_up_lexicon();
  Random random(11);
  for (int repeat = 0; repeat < test::repeats(8); ++repeat) {
    Position position = random_late_of_many_plays(lexicon, random);
    const auto pass_of = [&](const PegAnswer& answer) {
      const auto is_pass = [](const PegPlay& play) { return play.move.kind == MoveKind::kPass; };
      return *std::ranges::find_if(answer.plays, is_pass);
    };
    PegOptions options = small_peg();
    CHECK(pass_of(stopped_at_once(lexicon, position, options)).label() ==
          std::string("unexamined"));
    position.set_scoreless_turns(position.rules().max_scoreless_turns - 1);
    const PegPlay pass = pass_of(stopped_at_once(lexicon, position, options));
    CHECK(pass.looked_at);
    options.only = {Move::pass()};
    const LeaveTable leaves(lexicon.tiles());
    const PegPlay proved = solve_preendgame(lexicon, leaves, position, options)->plays.front();
    REQUIRE(proved.spread_proved);
    CHECK(pass.tally.spread == proved.tally.spread);
  }
}

TEST_CASE("what is estimated of a move is of all bags, also where every move is to be proved") {
  const Lexicon& lexicon = made_up_lexicon();
  Random random(12);
  const Position position = random_late_of_many_plays(lexicon, random);
  PegOptions options = small_peg();
  const PegAnswer guessed = stopped_at_once(lexicon, position, options);
  options.every = true;
  const PegAnswer every = stopped_at_once(lexicon, position, options);
  int compared = 0, unexamined = 0;
  for (const PegPlay& play : every.plays) {
    unexamined += !play.looked_at;
    if (!play.looked_at || play.proved) continue;
    const auto same = std::ranges::find(guessed.plays, play.move, &PegPlay::move);
    if (!same->looked_at) continue;
    CHECK(play.tally.spread == same->tally.spread);
    ++compared;
  }
  CHECK(compared > 0);
  CHECK(unexamined > 0);
}

TEST_CASE("a pre-endgame whose time is over before it has words proves nothing, in no thread") {
  const Lexicon& lexicon = tiny_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(77);
  for (int repeat = 0; repeat < test::repeats(40); ++repeat) {
    const Position position = random_late(lexicon, finder, 1, random);
    PegOptions options = small_peg();
    options.threads = 4;
    options.limits.deadline = Limits::Clock::now();
    const auto answer = solve_preendgame(lexicon, leaves, position, options);
    REQUIRE(answer);
    REQUIRE(!answer->plays.empty());
    CHECK(!answer->wins_proved);
    CHECK(!answer->every_proved);
    for (const PegPlay& play : answer->plays) {
      CHECK(!play.proved);
      for (const PegBag& bag : play.bags) CHECK(!bag.proved);
    }
  }
}

TEST_CASE("spreads told briefly change nothing of what wins most") {
  const Lexicon& lexicon = tiny_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(5);
  const Position position = random_late(lexicon, finder, 1, random);
  PegOptions options = small_peg();
  const auto whole = solve_preendgame(lexicon, leaves, position, options);
  options.brief_spreads = true;
  const auto brief = solve_preendgame(lexicon, leaves, position, options);
  REQUIRE((whole && brief));
  CHECK(brief->wins_proved);
  CHECK(brief->plays[0].tally.half_points() == whole->plays[0].tally.half_points());
}

TEST_CASE("what is no pre-endgame is one clear error") {
  const Lexicon& lexicon = sparse_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(4);
  const Position position = random_late(lexicon, finder, 2, random);
  const auto error = [&](const Position& p, int most = 4) {
    PegOptions options = small_peg();
    options.most_in_bag = most;
    const auto answer = solve_preendgame(lexicon, leaves, p, options);
    return answer ? std::string() : answer.error().message;
  };
  CHECK(error(position, 1) == "the bag holds 2 tiles, more than the 1 allowed");
  Position other = position;
  other.set_rack(other.on_turn(), {});
  CHECK(error(other).find("seven tiles of the rack on turn") != std::string::npos);
  other = position;
  other.set_board({});
  CHECK(error(other) == "a pre-endgame needs tiles on the board");
  Rack many;
  many.add(1, 7);
  other = position;
  other.set_rack(0, many);
  other.set_rack(1, many);
  CHECK(error(other).find("too many tiles") != std::string::npos);
  other = random_late(lexicon, finder, 0, random);
  CHECK(error(other) == "the bag is empty: this is an endgame");
  other.set_rack(other.on_turn(), {});
  CHECK(error(other) == "the bag is empty: this is an endgame");
}

// Cases of other programs, of which only those are run whose lexicon is at hand.
TEST_CASE("published pre-endgames" * doctest::skip(kBoardDim != 15)) {
  const Library library({std::string(ZYMURGY_SHARED_DIR) + "/lexica"});
  int skipped = 0;
  for (const auto& known : test::known_cases("published.jsonl")) {
    if (known["kind"] != "peg" || !known["expected"].contains("best")) continue;
    const std::string code = known["lexicon"].get<std::string>();
    if (!library.has(code + ".kwg")) {
      ++skipped;
      continue;
    }
    const auto cgp = parse_cgp(known["cgp"].get<std::string>());
    REQUIRE(cgp);
    const TileSet& tiles = cgp->position.tiles();
    const auto lexicon = library.lexicon(code, tiles);
    REQUIRE(lexicon);
    const auto answer = solve_preendgame(**lexicon, LeaveTable(tiles), cgp->position, with(1, 64));
    REQUIRE(answer);
    const PegPlay& best = answer->plays[0];
    CAPTURE(known["id"].get<std::string>());
    CHECK(static_cast<double>(best.tally.half_points()) / 2 ==
          known["expected"]["wins"].get<double>());
  }
  if (skipped > 0) MESSAGE("skipped: " << skipped << " cases whose lexicon is not here");
}

}  // namespace
}  // namespace zymurgy
