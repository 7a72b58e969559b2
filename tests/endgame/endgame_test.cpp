#include "endgame/endgame.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "endgame/refusals.h"
#include "endgame/search.h"
#include "evaluate/move_finder.h"
#include "game/random.h"
#include "lexicon/library.h"
#include "lexicon/word_graph_builder.h"
#include "protocol/cgp.h"
#include "support/known_cases.h"
#include "support/late_game.h"
#include "support/lexica.h"
#include "support/made_up_lexicon.h"
#include "support/repeats.h"

namespace zymurgy {
namespace {

// Plain minimax by the rules: no table, no order, no pruning, six scoreless turns.
class Minimax {
 public:
  Minimax(const Lexicon& lexicon, const LeaveTable& leaves)
      : lexicon_(&lexicon), finder_(lexicon, leaves) {}

  int value(Position& position) {
    const int mover = position.on_turn();
    if (position.over()) return position.end_gain(mover);
    const Lanes lanes(*lexicon_, position);
    std::vector<Move> moves = finder_.plays(position, lanes);
    moves.push_back(Move::pass());
    int best = -100000;
    for (const Move& move : moves) {
      scoreless_plays += move.is_play() && move.score == 0;
      const Position::Undo undo = position.make(move);
      best = std::max(best, move.score - value(position));
      position.undo(undo);
    }
    return best;
  }
  std::uint64_t scoreless_plays = 0;

 private:
  const Lexicon* lexicon_;
  MoveFinder finder_;
};

// The bag is empty, both racks full.
Position random_end(const Lexicon& lexicon, MoveFinder& finder, Random& random) {
  return random_late_game(lexicon, finder, 0, random);
}

EndgameOptions small_table() {
  EndgameOptions options;
  options.hash_mb = 8;
  return options;
}

// English tiles with so many blanks, of which the common ones may score nothing.
TileSet like_english(std::string_view name, int blanks, bool common_score, int blank_score = 0) {
  const TileSet& english = TileSet::english();
  std::string csv = "?,?," + std::to_string(blanks) + "," + std::to_string(blank_score) + ",0\n";
  for (Letter l = 1; l <= english.letters(); ++l) {
    const bool scores = common_score || english.count(l) <= 3;
    csv += english.tile_text(l) + "," + english.tile_text(blank_as(l)) + "," +
           std::to_string(english.count(l)) + "," + std::to_string(scores ? english.score(l) : 0) +
           "," + (contains(english.vowels(), l) ? "1" : "0") + "\n";
  }
  return TileSet::parse(csv, name).value();
}

// Whether a value is reached, as a search tells that looks for nothing else.
void check_what_is_reached(const Lexicon& lexicon, const Position& position, int value) {
  const int mover = position.on_turn();
  TileCounts tiles = position.rack(0);
  tiles.add(position.rack(1));
  const EndgameContext context(lexicon, position.layout(), position.rules(), position.board(),
                               tiles);
  TranspositionTable table(1, TranspositionTable::Use::kBrief);
  EndgameSearcher searcher(context, table);
  searcher.tree.set(position.board(), position.rack(mover), position.rack(1 - mover),
                    position.rules().max_scoreless_turns - position.scoreless_turns());
  for (const int more : {1, 0, 7, -7, 1, 0})
    CHECK(searcher.proof.at_least(value + more) == std::optional(more <= 0));
}

// Solves `count` endgames of a few tiles in several ways.
std::uint64_t compare_with_minimax(const Lexicon& lexicon, int count, std::uint64_t seed) {
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Minimax minimax(lexicon, leaves);
  Random random(seed);
  int compared = 0;
  while (compared < count) {
    Position position = random_end(lexicon, finder, random);
    const Rack racks[] = {position.rack(0), position.rack(1)};
    for (int n = 0; n < 25 && compared < count; ++n) {
      Rules rules;
      rules.max_scoreless_turns = 2 + static_cast<int>(random.below(5));
      const bool longer = rules.max_scoreless_turns < 5;
      position.set_rules(rules);
      position.set_scoreless_turns(
          static_cast<int>(random.below(static_cast<std::uint32_t>(rules.max_scoreless_turns))));
      position.set_on_turn(static_cast<int>(random.below(2)));
      position.set_rack(0,
                        cut(racks[0], 1 + static_cast<int>(random.below(longer ? 3 : 2)), random));
      position.set_rack(1, cut(racks[1], 1 + static_cast<int>(random.below(2)), random));
      const auto answer = solve_endgame(lexicon, position, small_table());
      REQUIRE(answer);
      CHECK(answer->proved);
      CHECK(answer->spread == minimax.value(position));
      check_what_is_reached(lexicon, position, answer->spread);
      ++compared;
    }
  }
  return minimax.scoreless_plays;
}

TEST_CASE("plain minimax agrees on 500 small endgames") {
  compare_with_minimax(made_up_lexicon(), test::repeats(500), 7);
}

TEST_CASE("the best moves have the values that plain minimax gives each") {
  const Lexicon& lexicon = made_up_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Minimax minimax(lexicon, leaves);
  Random random(21);
  int cut_short = 0;
  for (int n = 0; n < test::repeats(20); ++n) {
    Position position = random_end(lexicon, finder, random);
    Rules rules;
    rules.max_scoreless_turns = 2;
    position.set_rules(rules);
    for (const int player : {0, 1})
      position.set_rack(player, cut(position.rack(player), 1 + (n + player) % 2, random));
    const Lanes lanes(lexicon, position);
    std::vector<int> values;
    for (const Candidate& candidate : finder.all(position, lanes)) {
      Position after = position;
      after.make(candidate.move);
      values.push_back(candidate.move.score - minimax.value(after));
    }
    std::ranges::sort(values, std::greater());
    EndgameOptions options = small_table();
    options.best_moves = 4;
    const auto answer = solve_endgame(lexicon, position, options);
    REQUIRE(answer);
    REQUIRE(answer->moves.size() == std::min<std::size_t>(4, values.size()));
    CHECK(answer->moves.front().move == answer->line.front());
    for (std::size_t i = 0; i < answer->moves.size(); ++i) {
      CHECK(answer->moves[i].spread == values[i]);
      Position after = position;
      after.make(answer->moves[i].move);
      CHECK(answer->moves[i].move.score - minimax.value(after) == values[i]);
    }
    // Of what is not proved there are none.
    EndgameOptions hasty = options;
    hasty.max_depth = 1;
    const auto guess = solve_endgame(lexicon, position, hasty);
    REQUIRE(guess);
    CHECK((guess->proved || guess->moves.empty()));
    // Given by name they have the same values, whatever else is asked for.
    options.first_win = true;
    options.only = {Move::pass()};
    for (const auto& [move, value] : answer->moves)
      if (move != Move::pass()) options.only.push_back(move);
    const auto given = solve_endgame(lexicon, position, options);
    REQUIRE(given);
    CHECK(given->proved);
    REQUIRE(given->moves.size() == options.only.size());
    CHECK(given->moves.front() == ValuedMove{given->line.front(), given->spread});
    for (const auto& [move, value] : given->moves) {
      Position after = position;
      after.make(move);
      CHECK(move.score - minimax.value(after) == value);
    }
    options.max_depth = 2;
    const auto shallow = solve_endgame(lexicon, position, options);
    REQUIRE(shallow);
    cut_short += !shallow->proved;
    if (!shallow->proved) CHECK(shallow->depth == 2);
  }
  if (test::kRunAll) CHECK(cut_short > 0);
}

TEST_CASE("plain minimax agrees where plays may score nothing") {
  // So plays of no points abound.
  const TileSet tiles = like_english("pointless", 2, false);
  const Lexicon lexicon("pointless", tiles, made_up_lexicon().graph());
  CHECK(compare_with_minimax(lexicon, test::repeats(200), 8) > test::repeats(100));
}

TEST_CASE("a blank scores nothing where it lies, whatever it costs on the rack") {
  const TileSet tiles = like_english("dear blanks", 2, false, 60);
  const Lexicon lexicon("dear blanks", tiles, made_up_lexicon().graph());
  const LeaveTable leaves(tiles);
  MoveFinder finder(lexicon, leaves);
  Random random(24);
  const Position position = random_end(lexicon, finder, random);
  for (const char* rack : {"K?", "K"}) {
    const EndgameContext context(lexicon, position.layout(), position.rules(), position.board(),
                                 tiles.parse_rack(rack).value());
    CHECK(context.scoreless_plays == (rack[1] == '?'));
  }
  compare_with_minimax(lexicon, test::repeats(100), 25);
}

// The 21x21 board's tiles have four blanks. Few words, since minimax tries them all.
TEST_CASE("plain minimax agrees where a side holds three blanks and more") {
  const Lexicon& many = made_up_lexicon();
  const TileSet tiles = like_english("more blanks", 6, true);
  std::vector<std::vector<Letter>> some;
  int n = 0;
  many.graph().for_each_word([&](const Letter* word, int length) {
    if (++n % 16 == 0) some.emplace_back(word, word + length);
  });
  const Lexicon few("few", tiles, build_word_graph(std::move(some), false).value());
  const LeaveTable leaves(tiles);
  MoveFinder finder(many, leaves);
  Minimax minimax(few, leaves);
  Random random(21);
  for (int compared = 0; compared < test::repeats(40);) {
    // A board so full that its bag is empty with the other tiles, too.
    Position game = random_end(many, finder, random);
    while (game.board().tiles() < tiles.total() - 2 * kRackSize) {
      const auto& plays = finder.plays(game, Lanes(many, game));
      if (plays.empty()) break;
      game.make(plays[random.below(static_cast<std::uint32_t>(plays.size()))]);
    }
    if (game.board().tiles() < tiles.total() - 2 * kRackSize) continue;
    Position position(tiles, game.layout());
    position.set_board(game.board());
    Rack rack;
    rack.add(kBlank, 3 + compared % 2);
    position.set_rack(0, rack);
    position.set_rack(1, cut(game.rack(1), 1, random));
    if (position.rack(1).empty()) continue;
    Rules rules;
    rules.max_scoreless_turns = 2;
    position.set_rules(rules);
    const auto answer = solve_endgame(few, position, small_table());
    REQUIRE(answer);
    CHECK(answer->proved);
    CHECK(answer->spread == minimax.value(position));
    ++compared;
  }
}

// The spread of the line must be the value that was claimed.
void check_line(const Position& start, const EndgameAnswer& answer) {
  Position position = start;
  int spread = 0, sign = 1;
  for (const Move& move : answer.line) {
    spread += sign * move.score;
    position.make(move);
    sign = -sign;
  }
  const int mover = start.on_turn();
  if (position.rack(0).empty() || position.rack(1).empty()) {
    spread += position.end_gain(mover);
  } else {
    const TileSet& tiles = position.tiles();
    spread += tiles.points(position.rack(1 - mover)) - tiles.points(position.rack(mover));
  }
  CHECK(spread == answer.spread);
}

TEST_CASE("known endgames" * doctest::skip(kBoardDim != 15)) {
  const test::Words* words = test::reference();
  if (words == nullptr) return;
  const auto cases = test::known_cases("endgame.jsonl");
  CHECK((cases.empty() || cases.size() == 43));
  for (const auto& known : cases) {
    const auto cgp = parse_cgp(known["cgp"].get<std::string>());
    REQUIRE(cgp);
    CAPTURE(known["cgp"].get<std::string>());
    const auto answer = solve_endgame(*words->lexicon, cgp->position, small_table());
    REQUIRE(answer);
    CHECK(answer->label() == "exact");
    CHECK(answer->spread == known["spread"].get<int>());
    CHECK(answer->final_spread == known["final_spread"].get<int>());
    check_line(cgp->position, *answer);
  }
}

TEST_CASE("published endgames" * doctest::skip(kBoardDim != 15)) {
  const test::Words* words = test::reference();
  if (words == nullptr) return;
  for (const auto& known : test::known_cases("endgame-published.jsonl")) {
    const auto cgp = parse_cgp(known["cgp"].get<std::string>());
    REQUIRE(cgp);
    CAPTURE(known["id"].get<std::string>());
    EndgameOptions options;
    options.hash_mb = 256;
    options.limits.deadline = deadline_in(120);
    const auto answer = solve_endgame(*words->lexicon, cgp->position, options);
    REQUIRE(answer);
    CHECK(answer->label() == "exact");
    CHECK(answer->spread == known["spread"].get<int>());
  }
}

TEST_SUITE("threads") {
  TEST_CASE("neither threads nor the table's size change a value") {
    const Lexicon& lexicon = made_up_lexicon();
    const LeaveTable leaves(lexicon.tiles());
    MoveFinder finder(lexicon, leaves);
    Random random(11);
    for (int n = 0; n < 6; ++n) {
      Position position = random_end(lexicon, finder, random);
      position.set_rack(0, cut(position.rack(0), 4, random));
      position.set_rack(1, cut(position.rack(1), 4, random));
      const auto plain = solve_endgame(lexicon, position, small_table());
      REQUIRE(plain);
      for (const int threads : {1, 2, 4}) {
        EndgameOptions options;
        options.hash_mb = threads == 1 ? 1 : 16;
        options.threads = threads;
        const auto answer = solve_endgame(lexicon, position, options);
        REQUIRE(answer);
        CHECK(answer->proved);
        CHECK(answer->spread == plain->spread);
        check_line(position, *answer);
      }
    }
  }
}

TEST_CASE("whether the game is won: a bound of the spread, told as one") {
  const Lexicon& lexicon = made_up_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(17);
  EndgameOptions options = small_table();
  options.first_win = true;
  using Bound = EndgameAnswer::Bound;
  for (int n = 0; n < test::repeats(24); ++n) {
    Position position = random_end(lexicon, finder, random);
    position.set_rack(0, cut(position.rack(0), 3, random));
    position.set_rack(1, cut(position.rack(1), 3, random));
    const auto whole = solve_endgame(lexicon, position, small_table());
    REQUIRE(whole);
    const int mover = position.on_turn();
    // Won by 5, drawn, lost by 5.
    const int wanted = 5 * (n % 3 - 1);
    position.set_score(mover, position.score(1 - mover) + wanted - whole->spread);
    const auto answer = solve_endgame(lexicon, position, options);
    REQUIRE(answer);
    CHECK(answer->proved);
    CHECK(answer->final_spread == answer->spread + position.spread());
    CHECK(answer->bound == (wanted > 0   ? Bound::kAtLeast
                            : wanted < 0 ? Bound::kAtMost
                                         : Bound::kExact));
    CHECK(answer->label() == (wanted > 0 ? "win proved" : wanted < 0 ? "loss proved" : "exact"));
    // What a horizon touched is no bound.
    EndgameOptions shallow = options;
    shallow.max_depth = 1;
    const auto guess = solve_endgame(lexicon, position, shallow);
    REQUIRE(guess);
    CHECK((guess->proved || guess->bound == Bound::kExact));
    if (wanted >= 0)
      CHECK((answer->final_spread >= std::min(wanted, 1) && answer->final_spread <= wanted));
    if (wanted <= 0)
      CHECK((answer->final_spread <= std::max(wanted, -1) && answer->final_spread >= wanted));
  }
}

TEST_CASE("the horizon counts what goes out against a rack that is stuck") {
  const Lexicon& lexicon = made_up_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(12);
  const Rack stuck = TileSet::english().parse_rack("Q").value(),
             other = TileSet::english().parse_rack("E").value();
  for (int met = 0; met < 3;) {
    Position position = random_end(lexicon, finder, random);
    const Lanes lanes(lexicon, position);
    position.set_rack(position.on_turn(), stuck);
    if (!finder.plays(position, lanes).empty()) continue;
    position.set_rack(position.on_turn(), other);
    const Candidate out = finder.best_by_score(position, lanes);
    if (!out.move.is_play()) continue;
    TileCounts tiles = stuck;
    tiles.add(other);
    const EndgameContext context(lexicon, position.layout(), position.rules(), position.board(),
                                 tiles);
    TranspositionTable table(1, TranspositionTable::Use::kBrief);
    EndgameSearcher searcher(context, table);
    searcher.tree.set(position.board(), stuck, other, 6);
    const auto guess =
        searcher.alpha_beta.search(0, -EndgameTree::kInfinity, EndgameTree::kInfinity);
    CHECK(guess.value == -(out.move.score + 2 * lexicon.tiles().points(stuck)));
    ++met;
  }
}

// What answers moves in one search, and what it remembers of others, against a search for the value
// that has neither.
void check_what_is_remembered(const Lexicon& lexicon, int boards, std::uint64_t seed) {
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(seed);
  for (int i = 0; i < boards; ++i) {
    Position position = random_end(lexicon, finder, random);
    const Rack racks[] = {position.rack(0), position.rack(1)};
    TileCounts tiles = racks[0];
    tiles.add(racks[1]);
    const EndgameContext context(lexicon, position.layout(), position.rules(), position.board(),
                                 tiles);
    TranspositionTable table(1, TranspositionTable::Use::kBrief);
    EndgameSearcher searcher(context, table);
    for (int n = 0; n < 12; ++n) {
      const Rack mover = cut(racks[n & 1], 3 + static_cast<int>(random.below(3)), random),
                 other = cut(racks[1 - (n & 1)], 3 + static_cast<int>(random.below(3)), random);
      const int turns = 1 + static_cast<int>(random.below(6));
      TranspositionTable its_table(1, TranspositionTable::Use::kBrief);
      EndgameSearcher fresh(context, its_table);
      fresh.tree.set(position.board(), mover, other, turns);
      const auto answer =
          fresh.alpha_beta.prove(0, -EndgameTree::kInfinity, EndgameTree::kInfinity);
      REQUIRE(answer.proved);
      searcher.tree.set(position.board(), mover, other, turns);
      for (const int more : {0, 1, -5, 5})
        CHECK(searcher.proof.at_least(answer.value + more) == std::optional(more <= 0));
    }
  }
}

TEST_CASE("what a searcher remembers of other positions changes no answer") {
  check_what_is_remembered(made_up_lexicon(), test::repeats(16), 14);
  const TileSet tiles = like_english("pointless", 2, false);
  const Lexicon pointless("pointless", tiles, made_up_lexicon().graph());
  check_what_is_remembered(pointless, test::repeats(8), 15);
}

TEST_CASE("a rack that is not known is what is left") {
  const Lexicon& lexicon = made_up_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(13);
  Position position = random_end(lexicon, finder, random);
  EndgameOptions options = small_table();
  options.max_depth = 3;
  const auto known = solve_endgame(lexicon, position, options);
  position.set_rack(1 - position.on_turn(), cut(position.rack(1 - position.on_turn()), 2, random));
  const auto partly = solve_endgame(lexicon, position, options);
  REQUIRE(known);
  REQUIRE(partly);
  CHECK(known->spread == partly->spread);
}

TEST_CASE("what is no endgame is one clear error") {
  const Lexicon& lexicon = made_up_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(5);
  Position position = random_end(lexicon, finder, random);
  const auto error = [&](const Position& p) {
    const auto answer = solve_endgame(lexicon, p, small_table());
    return answer ? std::string() : answer.error().message;
  };
  Position other = position;
  other.set_board({});
  CHECK(error(other) == "an endgame needs tiles on the board");
  other = position;
  other.set_rack(other.on_turn(), {});
  CHECK(error(other).find("empty or unknown") != std::string::npos);
  other = position;
  Rack many;
  many.add(1, 7);
  other.set_rack(0, many);
  other.set_rack(1, many);
  CHECK(error(other).find("too many tiles") != std::string::npos);
  other = position;
  LetterSet letters = other.rack(1 - other.on_turn()).letters();
  TileCounts one, eight = other.rack();
  one.add(pop_letter(letters));
  eight.add(one);
  other.set_rack(1 - other.on_turn(), other.rack(1 - other.on_turn()).without(one));
  other.set_rack(other.on_turn(), eight);
  CHECK(error(other) == kRackTooBig);
  Board few;
  for (std::uint8_t i = 0; i < 2; ++i) few.set({7, i}, 1);
  other = position;
  other.set_board(few);
  CHECK(error(other).find("the bag still holds") != std::string::npos);
}

}  // namespace
}  // namespace zymurgy
