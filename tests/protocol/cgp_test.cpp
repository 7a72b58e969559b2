#include "protocol/cgp.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "game/random.h"
#include "protocol/notation.h"
#include "support/known_cases.h"
#include "support/tiles.h"

namespace zymurgy {
namespace {

std::string rows(const std::string& row, int count) {
  std::string text = row;
  for (int i = 1; i < count; ++i) text += '/' + row;
  return text;
}

std::string empty_board() { return rows(std::to_string(kBoardDim), kBoardDim); }

std::string cgp_error(const std::string& cgp) {
  const auto read = parse_cgp(cgp);
  return read ? "" : read.error().message;
}

void check_round_trip(const CgpPosition& cgp) {
  const std::string text = cgp_text(cgp);
  const auto again = parse_cgp(text);
  REQUIRE_MESSAGE(again, text << ": " << again.error().message);
  CHECK(again->position == cgp.position);
  CHECK(*again == cgp);
  CHECK(cgp_text(*again) == text);
}

TEST_CASE("a CGP names every part") {
  const auto cgp = parse_cgp(empty_board() +
                             " AEINST?/ABC 12/-7 2 lex OEL1; bb 35;etl 1; cr 5pt; mcnz 4; "
                             "gid game-7; var classic; lm ex.3; tmr 900/-100; ti 5; to 60000; oru; "
                             "frob 1 2  3;");
  REQUIRE_MESSAGE(cgp, cgp.error().message);
  const Position& position = cgp->position;
  CHECK(position.on_turn() == 0);
  CHECK(position.rack(0).size() == 7);
  CHECK(position.rack(1).size() == 3);
  CHECK(position.score(0) == 12);
  CHECK(position.score(1) == -7);
  CHECK(position.scoreless_turns() == 2);
  CHECK(position.rules() == Rules{35, 1, 4, ChallengeRule::kFivePoint});
  CHECK(cgp->lexicon == "OEL1");
  CHECK(cgp->variant == "classic");
  CHECK(cgp->game_id == "game-7");
  CHECK(cgp->last_move->kind == MoveText::Kind::kExchange);
  CHECK(cgp->clocks == std::array<std::int64_t, 2>{900, -100});
  CHECK(cgp->increment == 5);
  CHECK(cgp->overtime == 60000);
  CHECK(cgp->ignore_opponent_rack);
  CHECK(cgp->unknown == std::vector<CgpOperation>{{"frob", "1 2  3"}});
  check_round_trip(*cgp);
}

TEST_CASE("a last move keeps what it plays through") {
  for (const std::string move :
       {"8H .mmgT", "H8 .(A)T.", "8H.c(A)T", "8H.(A)T.AQT.5.1", "phony.8H.(A)T.AQT"}) {
    const auto cgp = parse_cgp(empty_board() + " / 0/0 0 lm " + move + ";");
    REQUIRE_MESSAGE(cgp, cgp.error().message);
    CHECK(cgp_text(*cgp).find("lm " + move + ";") != std::string::npos);
    check_round_trip(*cgp);
  }
}

TEST_CASE("a last move that was challenged is read as other programs write it") {
  using Kind = MoveText::Kind;
  struct Case {
    std::string said;
    Kind kind;
    int points;
    std::string written;
  };
  for (const auto& [said, kind, points, written] :
       {Case{"n8 TILES +5", Kind::kPlay, 5, "N8.TILES..5"},
        {"n8 TILES +0", Kind::kPlay, 0, "N8.TILES"},
        {"challenge n8 TILES", Kind::kPhony, 0, "phony.N8.TILES"},
        {"8H .mmgT +10", Kind::kPlay, 10, "8H .mmgT +10"},
        {"challenge 8H .mmgT", Kind::kPhony, 0, "challenge 8H .mmgT"}}) {
    const auto cgp = parse_cgp(empty_board() + " / 0/0 0 lm " + said + ";");
    REQUIRE_MESSAGE(cgp, cgp.error().message);
    CHECK(cgp->last_move->kind == kind);
    CHECK(cgp->last_move->challenge_points == points);
    CHECK(cgp_text(*cgp).find("lm " + written + ";") != std::string::npos);
    check_round_trip(*cgp);
  }
}

TEST_CASE("what is said is written, the default too") {
  const auto cgp = parse_cgp(empty_board() + " / 0/0 0 bb 50; cr void; ti 0;");
  REQUIRE(cgp);
  CHECK(cgp_text(*cgp).ends_with(" bb 50; cr void; ti 0;"));
}

TEST_CASE("the second player's turn is written first") {
  Position position(TileSet::english(), Layout::standard());
  position.set_rack(1, test::tiles("Q"));
  position.set_score(1, 30);
  position.set_on_turn(1);
  const std::string text =
      empty_board() + " Q/ 30/0 0 lex OEL1;" + (kBoardDim == 15 ? "" : " ld english;");
  CHECK(cgp_text(position, "OEL1") == text);
  CgpPosition cgp(position);
  cgp.lexicon = "OEL1";
  cgp.clocks = {1000, 2000};
  CHECK(cgp_text(cgp) == text + " tmr 2000/1000;");
}

TEST_CASE("the position after a game's last turn is written and read") {
  Position position(TileSet::english(), Layout::standard());
  for (int i = 0; i < position.rules().max_scoreless_turns; ++i) position.make(Move::pass());
  check_round_trip(CgpPosition(position));
}

TEST_CASE("names may hold spaces") {
  const auto cgp = parse_cgp(empty_board() + " / 0/0 0 lex /my words/x.kwg;");
  REQUIRE_MESSAGE(cgp, cgp.error().message);
  CHECK(cgp->lexicon == "/my words/x.kwg");
  CHECK(parse_cgp(empty_board() + " / 0/0 0 oru; lex OEL1")->lexicon == "OEL1");
  check_round_trip(*cgp);
}

TEST_CASE("an error in a CGP names what is wrong") {
  const std::string board = empty_board();
  const std::string other = rows(std::to_string(kBoardDim), kBoardDim - 1);
  const auto check = [](const std::string& cgp, const std::string& part) {
    const std::string error = cgp_error(cgp);
    CHECK_MESSAGE(error.find(part) != std::string::npos,
                  "'" << error << "' lacks '" << part << "'");
  };
  check("", "the board is missing");
  check(board, "the racks are missing");
  check(board + " / 0/0", "the count of scoreless turns is missing");
  check(board + " A/B/C 0/0 0", "too many racks");
  check(board + " A 0/0 0", "too few racks");
  check(board + " / 1/2/3 0", "too many scores");
  check(board + " / 1/x 0", "score 'x'");
  check(board + " / 1/99999999999 0", "score '99999999999'");
  check(board + " / 0/0 7", "expected 0 to 6, found '7'");
  check(board + " / 0/0 -1", "found '-1'");
  check(board + " / 0/0 4 mcnz 3;", "expected 0 to 3");
  check(board + " ABCDEFGH/ 0/0 0", "8 tiles, at most 7");
  check(board + " A*/ 0/0 0", "rack 'A*'");
  check(board + " QQ/ 0/0 0", "too many tiles Q: 2");
  check(board + " Q/Q 0/0 0", "too many tiles Q: 2");
  check(board + " ?/?? 0/0 0", "too many tiles ?: 3");
  if (kBoardDim == 21) {  // 256 of a letter, which no byte counts
    std::string many;
    for (int row = 0; row < kBoardDim; ++row)
      many += (row == 0 ? "" : "/") + (row < 12    ? std::string(21, 'A')
                                       : row == 12 ? "AAAA17"
                                                   : "21");
    check(many + " / 0/0 0", "too many tiles: 256 on the board and the racks");
  }
  check(other + " / 0/0 0", "board: " + std::to_string(kBoardDim - 1) + " rows");
  check(rows(std::to_string(kOtherBoardDim), kOtherBoardDim) + " / 0/0 0", kOtherProgram);
  for (const std::string more : {"/1", "/"})
    check(board + more + " / 0/0 0", "board: " + std::to_string(kBoardDim + 1) + " rows");
  check(other + "/3A / 0/0 0", "4 squares, expected");
  check(other + "/A" + std::to_string(kBoardDim) + " / 0/0 0", "do not fit");
  check(other + "/?" + std::to_string(kBoardDim - 1) + " / 0/0 0",
        "row " + std::to_string(kBoardDim));
  check(other + "/0 / 0/0 0", "'0' empty squares");
  check(other + "/99999999999999 / 0/0 0", "empty squares");
  check(board + " / 0/0 0 lex A; lex B;", "operation lex is given twice");
  check(board + " / 0/0 0 bb many;", "operation bb: expected a number");
  check(board + " / 0/0 0 cr quadruple;", "operation cr: unknown challenge rule 'quadruple'");
  check(board + " / 0/0 0 ld klingon;", "klingon");
  check(board + " / 0/0 0 extra stuff", "'extra stuff' behind the position is not an operation");
  check(board + " / 0/0 0 lex A; 8D ZYMURGY",
        "'8D ZYMURGY' behind the position is not an operation");
  check(board + " / 0/0 0 bdn Hexagon;", "Hexagon");
  check(board + " / 0/0 0 tmr 5;", "operation tmr");
  check(board + " / 0/0 0 tmr 5/6/7;", "operation tmr");
  check(board + " / 0/0 0 tmr 5/6/;", "operation tmr: too many clocks");
  check(board + " / 0/0 0 lex;", "operation lex: the name is missing");
  check(board + " / 0/0 0 lm 99Z.A;", "operation lm");
  check(board + " / 0/0 0 lm rack.AB;", "operation lm: a rack is not a move");
  check(board + " / 0/0 0 lm challenge ex.AB;", "operation lm: only a play can be challenged");
  check(board + " / 0/0 0 lm challenge 8D AB +5;", "was challenged off wins nothing");
  check(board + " / 0/0 0 lm challenge 8D.AB..5;", "was challenged off wins nothing");
  check(board + " / 0/0 0 lm 8D AB +x;", "from 0 to 1000, found 'x'");
  const std::string far = square_text({0, kBoardDim - 2}), row_first = far.substr(1) + far[0];
  check(board + " / 0/0 0 lm " + row_first + ".ABC;", "runs off the board");
  CHECK(parse_cgp(board + " / 0/0 0 lm " + row_first + ".AB;"));
  check(board + " / 0/0 0 lm ex.ZZZ;", "operation lm: move 'ex.ZZZ': tile Z");
  check(board + " / 0/0 0 lm ex.ABCDE.KLM;",
        "tiles ABCDE are not on the rack 'KLM', which has room for 4 more");
  check(board + " / 0/0 0 lm 8D.ZA.ZAZZZ;", "too many tiles Z");
  check(board + " / 0/0 0 oru now;", "operation oru");
  for (const char* said : {"gid \xff;", "gid a\x1b[31m;", "frob a\tb;", "\xff;"})
    check(board + " / 0/0 0 " + said, "it is not UTF-8 text, or has control characters");
  CHECK(parse_cgp(board + " / 0/0 0 gid \t zyt\u00f3;"));
}

TEST_CASE("tiles of several characters stand in brackets") {
  const auto cgp =
      parse_cgp("[qu]3[L·L]5MA" + std::to_string(kBoardDim - 12) + "/" +
                rows(std::to_string(kBoardDim), kBoardDim - 1) + " [NY]A/ 0/0 0 ld catalan;");
  REQUIRE_MESSAGE(cgp, cgp.error().message);
  const TileSet& tiles = cgp->position.tiles();
  const Board& board = cgp->position.board();
  CHECK(is_blank(board.at(0, 0)));
  CHECK(tiles.tile_text(board.at(0, 4)) == "[L·L]");
  CHECK(board.tiles() == 4);
  check_round_trip(*cgp);
}

#if ZYMURGY_BOARD_DIM == 15
// Letters of a rack may be written in any order: sorts them.
std::string with_sorted_racks(std::string text) {
  const auto first = text.find(' ') + 1, last = text.find(' ', first),
             middle = text.find('/', first);
  std::sort(text.begin() + static_cast<long>(first), text.begin() + static_cast<long>(middle));
  std::sort(text.begin() + static_cast<long>(middle) + 1, text.begin() + static_cast<long>(last));
  return text;
}

// Cases that test one function with a rack whose tiles do not exist beside those on the board.
const std::set<std::string> kMadeUp{"eg-stuck-BV", "eg-stuck-EV", "mg-VsEd-?\?-64",
                                    "mg-VsJeremy-V-66", "mg-VsMatt-Q-68"};

TEST_CASE("the published CGP cases") {
  const auto cases = test::known_cases("published.jsonl");
  if (cases.empty()) return;
  int round_trips = 0, positions = 0;
  for (const auto& json : cases) {
    if (!json.contains("cgp")) continue;
    const auto text = json["cgp"].get<std::string>();
    const auto cgp = parse_cgp(text);
    const auto& expected = json["expected"];
    if (expected.contains("error")) {
      REQUIRE(!cgp);
      CHECK(cgp.error().message.find(expected["error"].get<std::string>()) != std::string::npos);
      continue;
    }
    if (kMadeUp.contains(json["id"].get<std::string>())) {
      CHECK(cgp.error().message.starts_with("CGP: too many tiles "));
      continue;
    }
    REQUIRE_MESSAGE(cgp, json["id"] << ": " << cgp.error().message);
    check_round_trip(*cgp);
    ++positions;
    if (expected.contains("cgp_out")) {
      CHECK(with_sorted_racks(cgp_text(*cgp)) ==
            with_sorted_racks(expected["cgp_out"].get<std::string>()));
      ++round_trips;
    }
    if (json["id"] == "cgp-tmr") CHECK(cgp->clocks == std::array<std::int64_t, 2>{824793, 1000});
    if (json["id"] == "cgp-opening-lm") CHECK(cgp->last_move->count == 2);
  }
  CHECK(round_trips == 3);
  CHECK(positions > 90);
}
#endif

TEST_CASE("random positions survive a round trip") {
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    TileCounts bag = TileSet::english().counts();
    const auto draw = [&] {
      std::vector<Letter> tiles;
      bag.for_each_tile([&](Letter letter) { tiles.push_back(letter); });
      const Letter letter = tiles[random.below(static_cast<std::uint32_t>(tiles.size()))];
      bag.remove(letter);
      return letter;
    };
    CgpPosition cgp(Position(TileSet::english(), Layout::standard()));
    Board board;
    for (std::uint32_t n = random.below(80); n > 0; --n) {
      const Square square{static_cast<std::uint8_t>(random.below(kBoardDim)),
                          static_cast<std::uint8_t>(random.below(kBoardDim))};
      if (board.at(square) != kEmpty) continue;
      const Letter letter = draw();
      board.set(square,
                letter == kBlank ? blank_as(static_cast<Letter>(1 + random.below(26))) : letter);
    }
    cgp.position.set_board(board);
    for (int player = 0; player < 2; ++player) {
      for (std::uint32_t n = random.below(8); n > 0; --n) cgp.position.give(player, draw());
      cgp.position.set_score(player, static_cast<int>(random.below(900)) - 100);
    }
    cgp.position.set_scoreless_turns(static_cast<int>(random.below(6)));
    if (random.below(2) == 0) cgp.position.set_rules({40, 1, 6, ChallengeRule::kTriple});
    if (random.below(2) == 0) cgp.clocks = {{-5, 1000}};
    const auto again = parse_cgp(cgp_text(cgp));
    REQUIRE_MESSAGE(again, again.error().message);
    CHECK(again->position == cgp.position);
    check_round_trip(*again);
  }
}

}  // namespace
}  // namespace zymurgy
