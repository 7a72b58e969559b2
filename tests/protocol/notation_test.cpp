#include <doctest/doctest.h>

#include "protocol/cgp.h"
#include "protocol/resolve.h"
#include "support/tiles.h"

namespace zymurgy {
namespace {

using test::english;

Position opening(std::string_view rack = "") {
  Position position(english(), Layout::standard());
  position.set_rack(0, test::tiles(rack));
  return position;
}

// The play in the middle row whose third letter covers the start square.
std::string at_start(const std::string& word) {
  const Square start = Layout::standard().start();
  return std::to_string(start.row + 1) + static_cast<char>('A' + start.col - 2) + "." + word;
}

// The place of a play down whose second letter lies on the start square.
std::string down_to_start() {
  const Square start = Layout::standard().start();
  return static_cast<char>('A' + start.col) + std::to_string(start.row);
}

std::string error_of(std::string_view move, const Position& position) {
  const auto text = parse_ucgi_move(move, position.tiles());
  if (!text) return text.error().message;
  const auto resolved = resolve(*text, position);
  return resolved ? "" : resolved.error().message;
}

TEST_CASE("squares are named row first across, column first down, in either case") {
  CHECK(parse_place("8H")->direction == Direction::kHorizontal);
  CHECK(parse_place("h8")->direction == Direction::kVertical);
  CHECK(parse_place("12c")->square == Square{11, 2});
  for (const char* bad : {"", "8", "H", "0A", "A0", "99A", "8HH", "H-8", "H+8", "08H", "8[", "A 1"})
    CHECK_MESSAGE(!parse_place(bad), bad);
}

TEST_CASE("UCGI moves are read and written alike") {
  for (const std::string text :
       {"pass", "ex.ABC", "ex.3", "ex.AB?", "8D.ZYMURGY", "H8.aT", "phony.8D.QZ", "rack.AEINST?",
        "8D.ZYMURGY.GMRUYYZ", "8D.ZYMURGY.GMRUYYZ.5", "8D.ZYMURGY..5.1", "ex.ABC.ABCDEFG",
        "8D.(ZY)MUR(g)Y", "8D.ZYMUR(GY)", "8D.AB..0.1"}) {
    const auto move = parse_ucgi_move(text, english());
    REQUIRE_MESSAGE(move, text);
    CHECK(ucgi_text(*move, english()) == text);
  }
}

TEST_CASE("what is no UCGI move is refused with a reason that quotes it") {
  for (const char* text : {"",
                           ".",
                           "8D",
                           "8D.",
                           "Z99.AB",
                           "ex.",
                           "ex.0",
                           "ex.8",
                           "ex.AAAAAAAA",
                           "8D.A?",
                           "8D.A1",
                           "8D.(AB",
                           "8D.A)B",
                           "8D.((AB))",
                           "phony",
                           "phony.8D",
                           "8D.AB.ABCDEFGH",
                           "8D.AB..x",
                           "8D.AB...2",
                           "8D.AB..1001",
                           "ex.AB..5",
                           "phony.8D.AB..5",
                           "pass..0.1",
                           "8D.ABCDEFGHIJKLMNOPQRSTUV",
                           "resign",
                           "\xff\xfe"}) {
    const auto move = parse_ucgi_move(text, english());
    REQUIRE_MESSAGE(!move, text);
    CHECK_MESSAGE(move.error().message.starts_with("move '"), move.error().message);
  }
}

TEST_CASE("a play is resolved on its board") {
  Position position = opening("GMRUYYZ");
  auto move = resolve(parse_ucgi_move(at_start("GYM"), english()).value(), position);
  REQUIRE(move);
  CHECK(move->tiles_played == 3);
  CHECK(ucgi_text(*move, position) == at_start("GYM"));

  CHECK(error_of("1A.GYM", position).find("start square") != std::string::npos);
  CHECK(error_of(at_start("GEM"), position).find("tile E is not on the rack 'GMRUYYZ'") !=
        std::string::npos);
  CHECK(error_of("1A." + std::string(kBoardDim, 'G'), position) != "");
  CHECK(error_of("1" + std::string(1, static_cast<char>('A' + kBoardDim - 1)) + ".GYM", position)
            .find("runs off the board") != std::string::npos);

  // GYM, and then a word through its M.
  REQUIRE(play_move(parse_ucgi_move(at_start("GYM"), english()).value(), position));
  CHECK(position.on_turn() == 1);
  CHECK(position.rack(0) == test::tiles("RUYZ"));
  const std::string down = down_to_start() + ".";
  move = resolve(parse_ucgi_move(down + "AMT", english()).value(), position);
  REQUIRE(move);
  CHECK(move->tiles_played == 2);
  CHECK(ucgi_text(*move, position) == down + "AMT");
  CHECK(human_text(text_of(*move), english()) == down.substr(0, down.size() - 1) + " A.T");
  CHECK(display_text(*move, position) == down.substr(0, down.size() - 1) + " A(M)T");
  CHECK(display_text(Move::pass(), position) == "pass");
  CHECK(error_of(down + "ANT", position).find("holds M, not N") != std::string::npos);

  for (const std::string human : {" A.T", " A(M)T", " AMT", " A(.)T"}) {
    const auto text = parse_human_move(down.substr(0, down.size() - 1) + human, english());
    REQUIRE_MESSAGE(text, human);
    CHECK_MESSAGE(*resolve(*text, position) == *move, human);
  }
  const auto hole = parse_human_move(down.substr(0, down.size() - 1) + " (A)MT", english());
  CHECK(!resolve(*hole, position));
}

TEST_CASE("a blank on the board is played through by the letter that it stands for") {
  Position position = opening("?GY");
  REQUIRE(play_move(parse_ucgi_move(at_start("GYm"), english()).value(), position));
  CHECK(error_of(down_to_start() + ".AMT", position) == "");
}

TEST_CASE("a play takes no score beyond the limit, and no more tiles than the rack holds") {
  Position position = opening();
  const std::string challenged_in_vain = at_start("GYM") + "..5";
  Position rich = position;
  rich.set_score(0, kScoreLimit - 2);
  CHECK(!play_move(parse_ucgi_move(challenged_in_vain, english()).value(), rich));
  CHECK(play_move(parse_ucgi_move(challenged_in_vain, english()).value(), position));
  CHECK(move_of_rack(at_start("GYM"), opening("GYM")));
  CHECK(!move_of_rack(at_start("GYMS"), opening("GYM")));
}

TEST_CASE("an exchange needs as many tiles in the bag, where fewer allow exchanges") {
  const TileSet seventeen = TileSet::parse("?,?,0,0,0\nA,a,17,1,1\n", "seventeen").value();
  Position few(seventeen, Layout::standard(), Rules{.exchange_limit = 1});
  few.set_rack(0, seventeen.parse_rack("AAAAAAA").value());
  CHECK(error_of("ex.3", few) == "");
  CHECK(error_of("ex.4", few) == "an exchange of 4 tiles with 3 in the bag");
}

TEST_CASE("exchanges need a bag, and known tiles must be held") {
  Position position = opening("AEINST?");
  CHECK(error_of("ex.AE?", position) == "");
  CHECK(error_of("ex.7", position) == "");
  CHECK(error_of("ex.Q", position).find("tile Q") != std::string::npos);
  const auto move = resolve(parse_ucgi_move("ex.AE?", english()).value(), position);
  CHECK(ucgi_text(*move, position) == "ex.AE?");
  for (const std::string_view same : {"ex.AE?", "-AE?"})
    for (const auto parse : {parse_human_move, parse_move})
      CHECK(parse(same, english()).value() == text_of(*move));
  CHECK(parse_move("Exchange AE?", english()).value() == text_of(*move));

  REQUIRE(play_move(parse_ucgi_move("ex.2", english()).value(), position));
  CHECK(position.rack(0).empty());  // unknown from now on
  CHECK(position.scoreless_turns() == 1);
}

TEST_CASE("a move tells its rack, a challenge's points and the turn lost by it") {
  Position position = opening();
  REQUIRE(
      play_move(parse_ucgi_move(at_start("GYM") + ".GMRUYYZ.5.1", english()).value(), position));
  CHECK(position.on_turn() == 0);
  CHECK(position.scoreless_turns() == 1);
  CHECK(position.rack(0) == test::tiles("RUYZ"));
  CHECK(position.score(0) > 5);

  REQUIRE(play_move(parse_ucgi_move("rack.RUYZAAA", english()).value(), position));
  CHECK(position.rack() == test::tiles("AAARUYZ"));
  CHECK(!play_move(parse_ucgi_move("rack.ZZ", english()).value(), position));
  CHECK(position.rack() == test::tiles("AAARUYZ"));
}

TEST_CASE("no turn is lost after the end" * doctest::skip(kBoardDim != 15)) {
  Position position = opening("YZ");
  position.set_rack(1, test::tiles("??"));
  TileCounts others = english().counts().without(test::tiles("YZ??"));
  Board board;  // six full rows and six squares of the seventh
  int square = 0;
  others.for_each_tile([&](Letter letter) {
    board.set({static_cast<std::uint8_t>(square / kBoardDim),
               static_cast<std::uint8_t>(square % kBoardDim)},
              letter);
    ++square;
  });
  position.set_board(board);
  REQUIRE(play_move(parse_ucgi_move("8A.YZ.YZ.5.1", english()).value(), position));
  CHECK(position.over());
  CHECK(position.on_turn() == 1);
  CHECK(position.scoreless_turns() == 0);
}

TEST_CASE("a phony comes off again and its tiles are known") {
  Position position = opening("");
  REQUIRE(play_move(parse_ucgi_move("phony." + at_start("QZX"), english()).value(), position));
  CHECK(position.board().empty());
  CHECK(position.on_turn() == 1);
  CHECK(position.score(0) == 0);
  CHECK(position.scoreless_turns() == 1);
  CHECK(position.rack(0) == test::tiles("QXZ"));
}

}  // namespace
}  // namespace zymurgy
