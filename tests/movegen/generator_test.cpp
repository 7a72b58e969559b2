#include "movegen/generator.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/lexica.h"
#include "support/repeats.h"
#include "support/slow_generator.h"

using namespace zymurgy;
using namespace zymurgy::test;

namespace {

std::vector<Move> sorted(std::vector<Move> plays) {
  std::sort(plays.begin(), plays.end(), Move::before);
  return plays;
}

// The mover holds so many blanks, for other tiles: more than most tile sets have.
Position with_blanks(Position position, int blanks) {
  Rack rack = position.rack();
  for (LetterSet letters;
       (letters = rack.letters() & ~set_of(kBlank)) != 0 && rack[kBlank] < blanks;) {
    rack.remove(pop_letter(letters));
    rack.add(kBlank);
  }
  position.set_rack(position.on_turn(), rack);
  return position;
}

// The mover holds one more of the blanks left, for another tile.
Position with_blank(Position position) {
  Rack rack = position.rack();
  if (position.unseen(position.on_turn())[kBlank] > 0 && rack[kBlank] < rack.size()) {
    LetterSet letters = rack.letters() & ~set_of(kBlank);
    rack.remove(pop_letter(letters));
    rack.add(kBlank);
    position.set_rack(position.on_turn(), rack);
  }
  return position;
}

}  // namespace

TEST_CASE("the generator finds every play once: 2,000 positions against brute force") {
  const Words& words = thin_oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  int with_blanks = 0, late = 0;
  for (int seed = 0; seed < repeats(2000); ++seed) {
    const Position position =
        seed % 8 == 0 ? with_blank(random_position(words, seed)) : random_position(words, seed);
    const Lanes lanes(*words.lexicon, position);
    const auto expected = every_play(position, *words.lexicon);
    REQUIRE_MESSAGE(sorted(finder.plays(position, lanes)) == expected, "seed ", seed);
    with_blanks += position.rack()[kBlank] > 0;
    late += position.bag_size() == 0;
  }
  CHECK(with_blanks > repeats(200));
  CHECK(late > repeats(20));
}

TEST_CASE("an empty board leaves nothing behind in a generator, nor another board on it") {
  const Words& words = thin_oel1();
  Position empty(words.lexicon->tiles(), Layout::standard());
  empty.set_rack(0, empty.tiles().parse_rack("AEINRST").value());
  Position other = empty;  // with no tile near the start square
  Board board;
  for (std::uint8_t col = 0; col < 2; ++col)
    board.set({0, col}, empty.tiles().parse_word("AN").value()[col]);
  other.set_board(board);
  const auto plays = [&](MoveFinder& finder, const Position& position) {
    return sorted(finder.plays(position, Lanes(*words.lexicon, position)));
  };
  MoveFinder first(*words.lexicon, *words.leaves), second(*words.lexicon, *words.leaves);
  const auto opening = plays(first, empty), near_the_edge = plays(second, other);
  CHECK(!opening.empty());
  CHECK(plays(first, other) == near_the_edge);
  CHECK(plays(second, empty) == opening);
}

TEST_CASE("beside a blank a generator counts no points that a letter had there") {
  const Words& words = thin_oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  const TileSet& set = words.lexicon->tiles();
  const Square start = Layout::standard().start();
  for (const std::string_view word : {"XI", "xI", "Xi", "XI"}) {
    Position position(set, Layout::standard());
    position.set_rack(0, set.parse_rack("AEINRST").value());
    Board board;
    for (std::uint8_t i = 0; i < 2; ++i)
      board.set({start.row, static_cast<std::uint8_t>(start.col + i)},
                set.parse_word(word).value()[i]);
    position.set_board(board);
    const Lanes lanes(*words.lexicon, position);
    CHECK(sorted(finder.plays(position, lanes)) == every_play(position, *words.lexicon));
  }
}

TEST_CASE("the generator finds every play of the whole lexicon, two blanks included") {
  const Words& words = oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  for (int seed = 0; seed < repeats(6); ++seed) {
    Position position = random_position(words, seed);
    Rack rack = position.tiles().parse_rack(seed % 2 == 0 ? "??" : "AEQRST?").value();
    position.set_rack(position.on_turn(), rack);
    const Lanes lanes(*words.lexicon, position);
    CHECK(sorted(finder.plays(position, lanes)) == every_play(position, *words.lexicon));
  }
}

// The 21x21 board's tiles have four.
TEST_CASE("with three blanks or more, too, every play is found, and the best first") {
  const Words& words = thin_oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  MoveFinder other(*words.lexicon, *words.leaves);
  for (int seed = 0; seed < repeats(100); ++seed) {
    const Position position =
        with_blanks(random_position(words, seed), seed % 16 == 0 ? kRackSize : 3 + seed % 2);
    const Lanes lanes(*words.lexicon, position);
    const auto expected = every_play(position, *words.lexicon);
    REQUIRE_MESSAGE(sorted(finder.plays(position, lanes)) == expected, "seed ", seed);
    const auto& all = finder.all(position, lanes);
    const auto& top = other.top(position, lanes, 20);
    for (std::size_t i = 0; i < top.size(); ++i) REQUIRE(top[i].move == all[i].move);
    CHECK(finder.best_by_score(position, lanes).move ==
          (expected.empty() ? Move::pass() : expected.front()));
  }
}

TEST_CASE("the best K are the first K of all, in order") {
  const Words& words = oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  MoveFinder other(*words.lexicon, *words.leaves);
  for (int seed = 0; seed < repeats(300); ++seed) {
    const Position position = random_position(words, seed);
    const Lanes lanes(*words.lexicon, position);
    const auto& all = finder.all(position, lanes);
    for (const int count : {1, 15, 50}) {
      const auto& top = other.top(position, lanes, count);
      const std::size_t moves = all.size() > 1 ? all.size() - 1 : 1;  // the pass comes last
      REQUIRE(top.size() == std::min(moves, static_cast<std::size_t>(count)));
      for (std::size_t i = 0; i < top.size(); ++i) {
        REQUIRE(top[i].move == all[i].move);
        REQUIRE(top[i].equity == all[i].equity);
      }
    }
    const Equity margin = 5 * kPoint;
    const auto near = std::count_if(all.begin(), all.end() - (all.size() > 1), [&](const auto& c) {
      return c.equity >= all.front().equity - margin;
    });
    CHECK(other.top(position, lanes, 1000, margin).size() == static_cast<std::size_t>(near));
  }
}

TEST_CASE("the highest-scoring play is found") {
  const Words& words = oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  for (int seed = 0; seed < repeats(100); ++seed) {
    const Position position = random_position(words, seed);
    const Lanes lanes(*words.lexicon, position);
    const auto plays = sorted(finder.plays(position, lanes));
    const Move expected = plays.empty() ? Move::pass() : plays.front();
    CHECK(finder.best_by_score(position, lanes).move == expected);
  }
}
