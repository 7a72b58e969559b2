#include "endgame/solo_bound.h"

#include <doctest/doctest.h>

#include "endgame/search.h"
#include "evaluate/move_finder.h"
#include "game/random.h"
#include "lexicon/word_graph_builder.h"
#include "support/late_game.h"
#include "support/made_up_lexicon.h"
#include "support/repeats.h"

namespace zymurgy {
namespace {

// The most that the side on turn gains if the other only passes, by trying everything.
int most_alone(const Lexicon& lexicon, MoveFinder& finder, const Position& position) {
  const TileSet& tiles = position.tiles();
  const int theirs = tiles.points(position.rack(1 - position.on_turn()));
  if (position.rack().empty()) return 2 * theirs;
  int most = theirs - tiles.points(position.rack());
  const Lanes lanes(lexicon, position);
  for (const Move& play : finder.plays(position, lanes)) {
    Position next = position;
    next.make(play);
    next.set_on_turn(position.on_turn());
    most = std::max(most, play.score + most_alone(lexicon, finder, next));
  }
  return most;
}

TEST_CASE("no side gains more alone than its bound") {
  const Lexicon& lexicon = made_up_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(31);
  for (int n = 0; n < test::repeats(150); ++n) {
    Position position = random_late_game(lexicon, finder, 0, random);
    std::vector<Letter> rack;
    position.rack().for_each_tile([&](Letter letter) { rack.push_back(letter); });
    Rack few;
    for (std::size_t i = 0; i < 1 + n % 3U && i < rack.size(); ++i) few.add(rack[i]);
    position.set_rack(position.on_turn(), few);

    const EndgameContext context(lexicon, position.layout(), position.rules(), position.board(),
                                 few);
    LanePool pool(lexicon, context.usable);
    SoloBound bound(lexicon.tiles(), position.layout(), context.words, context.ahead, pool);
    const int theirs = lexicon.tiles().points(position.rack(1 - position.on_turn()));
    const int most = bound.most_gain(pool.board(position.board()), few, 1, theirs);
    CHECK(most >= most_alone(lexicon, finder, position));
    const Lanes lanes(lexicon, position);
    for (const Move& play : std::vector<Move>(finder.plays(position, lanes))) {
      LanePlay laid{};
      for (int i = 0; i < play.length; ++i)
        if (play.tiles[i] != kEmpty)
          laid.tiles[static_cast<std::size_t>(laid.count++)] = play.tiles[i];
      Position next = position;
      next.make(play);
      next.set_on_turn(position.on_turn());
      CHECK(bound.remaining_gains().after(laid) >= most_alone(lexicon, finder, next));
    }
  }
}

TEST_CASE("what was worked out for other boards and racks changes no bound") {
  const Lexicon& lexicon = made_up_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(41);
  Position position = random_late_game(lexicon, finder, 0, random);
  const EndgameContext context(lexicon, position.layout(), position.rules(), position.board(),
                               position.rack());
  LanePool pool(lexicon, context.usable);
  const auto fresh = [&] {
    return SoloBound(lexicon.tiles(), position.layout(), context.words, context.ahead, pool);
  };
  SoloBound old = fresh();
  const int side = position.on_turn();
  for (int n = 0; n < test::repeats(12); ++n) {
    const Lanes lanes(lexicon, position);
    const std::vector<Move> plays = finder.plays(position, lanes);
    if (plays.empty()) break;
    const SolverBoard board = pool.board(position.board());
    for (std::size_t i = 0; i < std::min<std::size_t>(plays.size(), 8); ++i) {
      const Rack left = position.rack().without(plays[i].used());
      if (left.empty()) continue;
      std::uint64_t rack_key = 1;
      left.for_each_tile([&](Letter letter) { rack_key += mix64(letter + 2U); });
      SoloBound another = fresh();
      CHECK(old.most_gain(board, left, rack_key, 5) == another.most_gain(board, left, rack_key, 5));
      LanePlay first{};
      left.for_each_tile([&](Letter letter) {
        if (first.count == 0) first.tiles[static_cast<std::size_t>(first.count++)] = letter;
      });
      CHECK(old.remaining_gains().after(first) == another.remaining_gains().after(first));
    }
    // The same rack on another board.
    const Rack rack = position.rack();
    position.make(plays[random.below(static_cast<std::uint32_t>(plays.size()))]);
    position.set_on_turn(side);
    position.set_rack(side, rack);
  }
}

// What the side on turn gains by plays taken at random while the other passes, without the bonus.
int gain_at_random(const Lexicon& lexicon, MoveFinder& finder, Position position, Random& random) {
  const TileSet& tiles = position.tiles();
  const int side = position.on_turn(), theirs = tiles.points(position.rack(1 - side));
  int gain = 0;
  while (!position.rack().empty()) {
    const Lanes lanes(lexicon, position);
    const std::vector<Move> plays = finder.plays(position, lanes);
    if (plays.empty()) return gain + theirs - tiles.points(position.rack());
    const Move& play = plays[random.below(static_cast<std::uint32_t>(plays.size()))];
    gain += play.score - position.rules().bonus(play.tiles_played);
    position.make(play);
    position.set_on_turn(side);
  }
  return gain + 2 * theirs;
}

TEST_CASE("no side gains more alone than the bound of a whole rack") {
  const Lexicon& lexicon = made_up_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  MoveFinder finder(lexicon, leaves);
  Random random(37);
  int whole = 0;
  for (int n = 0; n < test::repeats(150); ++n) {
    const Position position = random_late_game(lexicon, finder, 0, random);
    const Rack& rack = position.rack();
    if (rack.size() < kRackSize) continue;
    ++whole;
    const EndgameContext context(lexicon, position.layout(), position.rules(), position.board(),
                                 rack);
    LanePool pool(lexicon, context.usable);
    SoloBound bound(lexicon.tiles(), position.layout(), context.words, context.ahead, pool);
    const int theirs = lexicon.tiles().points(position.rack(1 - position.on_turn()));
    const int most = bound.most_gain(pool.board(position.board()), rack, 1, theirs);
    for (int times = 0; times < 20; ++times)
      CHECK(most >= gain_at_random(lexicon, finder, position, random));
  }
  CHECK(whole > 0);
}

#if ZYMURGY_BOARD_DIM == 15
TEST_CASE("where tiles bring more than is counted there is no bound") {
  std::string letters = "?,?,0,0,0\n";
  for (char letter = 'A'; letter <= 'Z'; ++letter)
    letters += std::string{letter, ',', static_cast<char>(letter + 32)} + ",8,100,0\n";
  const TileSet tiles = TileSet::parse(letters, "dear").value();
  const std::vector<Letter> word = tiles.parse_word("PIRATES").value();
  const Lexicon lexicon("dear", tiles, build_word_graph({{word}}, false).value());
  // PIRATE before the triple word in the first row.
  Board board;
  for (std::uint8_t i = 0; i < 6; ++i) board.set({0, static_cast<std::uint8_t>(i + 1)}, word[i]);
  Rack rack;
  rack.add(word[6]);
  const EndgameContext context(lexicon, Layout::standard(), Rules{}, board, rack);
  LanePool pool(lexicon, context.usable);
  SoloBound bound(tiles, Layout::standard(), context.words, context.ahead, pool);
  CHECK(bound.most_gain(pool.board(board), rack, 1, 0) >= 3 * 700);
}
#endif

}  // namespace
}  // namespace zymurgy
