#include "preendgame/preendgame.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "endgame/endgame.h"
#include "evaluate/move_finder.h"
#include "game/random.h"
#include "lexicon/library.h"
#include "lexicon/word_graph_builder.h"
#include "protocol/cgp.h"
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

// Calls f(letter, how many).
template <typename F>
void for_each_letter(const TileCounts& tiles, F&& f) {
  for (LetterSet rest = tiles.letters(); rest != 0;) {
    const Letter letter = pop_letter(rest);
    f(letter, tiles[letter]);
  }
}

// One tile in the bag, by plain enumeration: no pruning, every endgame solved by itself.
class Brute {
 public:
  Brute(const Lexicon& lexicon, const LeaveTable& leaves)
      : lexicon_(&lexicon), finder_(lexicon, leaves) {}

  std::vector<Move> moves(const Position& position) {
    const Lanes lanes(*lexicon_, position.layout(), position.board());
    std::vector<Move> moves;
    for (const Candidate& candidate : finder_.all(position, lanes)) moves.push_back(candidate.move);
    return moves;
  }

  // The mover's final spread when `last` is the tile in the bag.
  int result(Position position, const Move& move, Letter last, OpponentModel model, bool passed) {
    const int mover = position.on_turn();
    Rack other = position.unseen(mover);
    other.remove(last);
    position.set_rack(1 - mover, other);
    if (move.is_play()) {
      position.make(move);
      position.give(mover, last);
      EndgameOptions options;
      options.hash_mb = 1;
      const auto answer = solve_endgame(*lexicon_, position, options);
      REQUIRE(answer);
      REQUIRE(answer->proved);
      return -answer->final_spread;
    }
    if (passed)
      return position.spread() - position.tiles().points(position.rack()) +
             position.tiles().points(other);
    position.make(move);
    position.set_rack(mover, {});
    double most = -1;
    Move reply;
    for (const Move& its : moves(position)) {
      double points = 0;
      const auto count = [&](Letter letter, int times) {
        const int spread = result(position, its, letter, model, true);
        points += times * (spread > 0 ? 1 : spread == 0 ? 0.5 : 0);
      };
      if (model == OpponentModel::kWorstCase)
        count(last, 1);
      else
        for_each_letter(position.unseen(1 - mover), count);
      if (points > most) most = points, reply = its;
    }
    return -result(position, reply, last, model, true);
  }

  Outcomes tally(const Position& position, const Move& move, OpponentModel model) {
    Outcomes sum;
    for_each_letter(position.unseen(position.on_turn()), [&](Letter last, int times) {
      const int spread = result(position, move, last, model, false);
      (spread > 0 ? sum.wins : spread < 0 ? sum.losses : sum.draws) += times;
      sum.spread += times * spread;
    });
    return sum;
  }

 private:
  const Lexicon* lexicon_;
  MoveFinder finder_;
};

PegOptions small_peg() {
  PegOptions options;
  options.hash_mb = 8;
  return options;
}

bool equal(const Outcomes& a, const Outcomes& b) {
  return a.wins == b.wins && a.draws == b.draws && a.losses == b.losses;
}

TEST_CASE("brute force agrees on 20 positions with one tile in the bag") {
  const Lexicon& lexicon = sparse_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Brute brute(lexicon, leaves);
  Random random(21);
  int passes = 0;
  for (int n = 0; n < test::repeats(20);) {
    const Position position = random_late(lexicon, finder, 1, random);
    const std::vector<Move> moves = brute.moves(position);
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
      const Outcomes expected = brute.tally(position, play.move, options.opponent);
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
  options.only = {Move::pass()};
  options.seconds = 0.01;
  options.most_in_bag = 6;
  for (const auto& [in_bag, orders] : {std::pair{1, 8.0}, {2, 72.0}, {3, 720.0}, {4, 7920.0}}) {
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
  options.seconds = 0;
  const auto answer = solve_preendgame(lexicon, leaves, position, options);
  REQUIRE(answer);
  CHECK(answer->proved);
  REQUIRE(answer->plays[0].bags.size() == 1);
  CHECK(answer->plays[0].bags[0].tiles[last] == 1);
  CHECK(answer->plays[0].tally.weight() == 1);
}

TEST_CASE("plays that leave tiles in the bag are solved through what they lead to") {
  const Lexicon& lexicon = sparse_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(9);
  for (int n = 0; n < 2;) {
    Position position = random_late(lexicon, finder, 2, random);
    const Lanes lanes(lexicon, position.layout(), position.board());
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
  options.stop = source.get_token();
  const auto answer = solve_preendgame(lexicon, leaves, position, options);
  REQUIRE(answer);
  CHECK(!answer->proved);
  CHECK(!answer->every_proved);
  CHECK(!answer->plays.empty());
  CHECK(!answer->plays[0].proved);
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
  CHECK(error(position, 1) == "the bag holds 2 tiles, more than 1");
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
  CHECK(error(other).find("do not leave") != std::string::npos);
  CHECK(error(random_late(lexicon, finder, 0, random)) == "the bag is empty: this is an endgame");
}

// Cases of other programs, of which only those are run whose lexicon is at hand.
TEST_CASE("published pre-endgames" * doctest::skip(kBoardDim != 15)) {
  const Library library({std::string(ZYMURGY_SHARED_DIR) + "/lexica"});
  std::ifstream in(std::string(ZYMURGY_SHARED_DIR) + "/cases/published.jsonl");
  int skipped = 0;
  for (std::string line; std::getline(in, line);) {
    const auto known = nlohmann::json::parse(line);
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
    CHECK(best.tally.points() == known["expected"]["wins"].get<double>());
  }
  if (skipped > 0) MESSAGE("skipped: " << skipped << " cases whose lexicon is not here");
}

}  // namespace
}  // namespace zymurgy
