#include "match/referee.h"

#include <doctest/doctest.h>

#include "protocol/notation.h"
#include "support/lexica.h"

namespace zymurgy {
namespace {

// A table with the mover's and the other's rack; squares are counted from the start square.
struct Table {
  explicit Table(std::string_view rack, std::string_view other)
      : position(test::oel1().lexicon->tiles(), Layout::standard()) {
    position.set_rack(0, position.tiles().parse_rack(rack).value());
    position.set_rack(1, position.tiles().parse_rack(other).value());
  }

  Result<Move> judge(std::string_view move) const {
    return judge_move(move, position, *test::oel1().lexicon);
  }
  void refuses(std::string_view move, std::string_view why) const {
    const auto judged = judge(move);
    CAPTURE(std::string(move));
    CAPTURE(judged ? "accepted" : judged.error().message);
    CHECK((!judged && judged.error().message.find(why) != std::string::npos));
  }

  Position position;
};

std::string across(int down, int right, const std::string& word) {
  const Square start = Layout::standard().start();
  const Square at{static_cast<std::uint8_t>(start.row + down),
                  static_cast<std::uint8_t>(start.col + right)};
  const std::string square = square_text(at);
  return square.substr(1) + square[0] + '.' + word;
}
std::string down(int down, int right, const std::string& word) {
  const std::string text = across(down, right, word);
  const std::size_t column = text.find('.') - 1;
  return text[column] + text.substr(0, column) + text.substr(column + 1);
}

TEST_CASE("a referee accepts what the rules allow and counts for itself") {
  const Table opening("GMRUYYZ", "AEINRST");
  const auto best = opening.judge(across(0, -4, "ZYMURGY"));
  CHECK(best->tiles_played == 7);
  if (kBoardDim == 15) CHECK(best->score == 120);
  CHECK(opening.judge(across(0, -4, "ZYMURGY.GMRUYYZ")));
  CHECK(opening.judge("pass")->kind == MoveKind::kPass);
  CHECK(opening.judge("ex.GYY")->used().size() == 3);
}

TEST_CASE("a referee refuses everything else and says why") {
  const Table opening("GMRUYYZ", "AEINRST");
  opening.refuses(across(0, -4, "GYMRUYZ"), "GYMRUYZ is not a word of OEL1");
  opening.refuses(across(0, -4, "ZYMURGIES"), "is not on the rack");
  opening.refuses("1A.ZYMURGY", "start");
  opening.refuses(across(0, kBoardDim / 2 - 3, "ZYMURGY"), "off the board");
  opening.refuses("ex.Q", "is not on the rack");
  opening.refuses("ex.GGY", "tile G: 2 are needed, but the rack");
  opening.refuses("ex.2", "which tiles");
  opening.refuses("phony." + across(0, -4, "ZYMURGY"), "phony");
  opening.refuses("rack.GMRUYYZ", "a rack is not a move");
  opening.refuses("none", "move 'none': the game is not over");
  opening.refuses("", "''");
  opening.refuses("\x01\xff", "\\x01");
}

TEST_CASE("a referee looks at cross words and at letters on the board") {
  Table begun("GMRUYYZ", "AEINRST");
  begun.position.make(*begun.judge(across(0, -4, "ZYMURGY")));
  begun.refuses(down(-1, 0, "TAR"), "holds R");
  begun.refuses(across(0, -4, "ZYMURGY"), "");  // nothing new
  begun.refuses(down(-6, 0, "STRAINER"), "holds R, not E");
  CHECK(begun.judge(down(0, 0, "RESTRAIN"))->tiles_played == 7);
  CHECK(begun.judge(down(0, 0, "RETAINS"))->tiles_played == 6);
}

TEST_CASE("a referee spells a play of one tile in one way") {
  Table table("HATSEIN", "OAEIRSN");
  table.position.make(*table.judge(across(0, 0, "HAT")));
  table.position.make(*table.judge(down(0, 2, "TO")));
  CHECK(table.judge(across(1, 1, "NO")).value() == table.judge(down(0, 1, "AN")).value());
}

TEST_CASE("a referee and the generator agree on every move and its score") {
  const test::Words& words = test::thin_oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Position position = test::random_position(words, seed);
    const Lanes lanes(*words.lexicon, position);
    for (const Candidate& candidate : finder.all(position, lanes)) {
      const std::string text = ucgi_text(candidate.move, position);
      CAPTURE(text);
      CHECK(judge_move(text, position, *words.lexicon) == candidate.move);
    }
    CHECK(judge_move("ex.A", position, *words.lexicon).has_value() ==
          (position.most_exchanged() > 0 && position.rack()[1] > 0));
  }
}

}  // namespace
}  // namespace zymurgy
