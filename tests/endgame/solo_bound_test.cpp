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
  const Lanes lanes(lexicon, position.layout(), position.board());
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

    const EndgameGround ground(lexicon, position.layout(), position.rules(), position.board(), few);
    LanePool pool(lexicon, ground.usable);
    SoloBound bound(lexicon.tiles(), position.layout(), ground.words, pool);
    const int theirs = lexicon.tiles().points(position.rack(1 - position.on_turn()));
    const int most = bound.most(pool.board(position.board()), few, 1, theirs);
    CHECK(most >= most_alone(lexicon, finder, position));
    const Lanes lanes(lexicon, position.layout(), position.board());
    for (const Move& play : std::vector<Move>(finder.plays(position, lanes))) {
      LanePlay laid{};
      for (int i = 0; i < play.length; ++i)
        if (play.tiles[i] != kEmpty)
          laid.tiles[static_cast<std::size_t>(laid.count++)] = play.tiles[i];
      Position next = position;
      next.make(play);
      next.set_on_turn(position.on_turn());
      CHECK(bound.rest(laid) >= most_alone(lexicon, finder, next));
    }
  }
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
  const EndgameGround ground(lexicon, Layout::standard(), Rules{}, board, rack);
  LanePool pool(lexicon, ground.usable);
  SoloBound bound(tiles, Layout::standard(), ground.words, pool);
  CHECK(bound.most(pool.board(board), rack, 1, 0) >= 3 * 700);
}
#endif

}  // namespace
}  // namespace zymurgy
