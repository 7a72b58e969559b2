// What is known, and what is told, of files that leave something out or contradict themselves.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "protocol/gcg.h"
#include "support/gcg_text.h"
#include "support/tiles.h"

// The games are on the standard board.
#if ZYMURGY_BOARD_DIM == 15
namespace zymurgy {
namespace {

using test::kFirst;
using test::kGame;
using test::kHead;

const std::string kUnfit = ">B: ABCDEFO 1A BED +12 12\n";  // touches nothing

TEST_CASE("what is taken back was laid, or is a play that none could lay, and is taken back once") {
  const std::string back = ">B: ABCDEFO -- -12 0\n", ours = ">A: EEINOSS -- -66 0\n";
  struct Case {
    std::string events;
    std::size_t findings;
    std::vector<bool> withdrawn;
  };
  for (const Case& test_case :
       {Case{kUnfit + back, 1, {false, true, false}},
        Case{kUnfit + back + ">B: ABCDEFO -- -12 -12\n", 2, {false, true, false, false}},
        Case{kUnfit + ours, 2, {false, false, false}},
        Case{kUnfit + ">A: - +0 66\n" + ours, 2, {false, false, false, false}},
        Case{ours + ">A: EEINOSS -- -66 -66\n", 1, {true, false, false}},
        Case{kUnfit + ">B: AC (challenge) +5 17\n", 1, {false, false, false}}}) {
    CAPTURE(test_case.events);
    const GcgReading read = read_gcg(kFirst + test_case.events);
    CHECK(read.findings.size() == test_case.findings);
    CHECK(read.replay.withdrawn == test_case.withdrawn);
  }
}

TEST_CASE("once a play that none could lay is taken back the board is known again") {
  const GcgReading read = read_gcg(kFirst + kUnfit + ">B: ABCDEFO -- -12 0\n>A: AAE - +0 66\n" +
                                   ">B: AGIOPTU C3 POUTI.G +26 26\n");
  CHECK(read.findings.size() == 1);
  CHECK(!read.replay.lost_at);
  CHECK(read.replay.before[2].rack(1).empty());
  CHECK(read.replay.before[4].board().tiles() == 7);
  CHECK(read.replay.moves[4]);
}

TEST_CASE("the tiles of a play that is taken back are on one rack, not on the board besides") {
  const GcgReading read =
      test::sound(kHead + ">A: EEINOSQ 8H QI +22 22\n>A: EEINOSQ -- -22 0\n>B: - +0 0\n");
  CHECK(read.replay.after->rack(0) == test::tiles("EEINOSQ"));
}

TEST_CASE("behind a play that none could lay turns are counted, and tiles are not looked for") {
  std::string lost = kFirst + kUnfit;
  CHECK(read_gcg(lost + ">A: (QQ) +40 106\n").findings.size() == 1);
  const GcgReading racks = read_gcg(lost + "#rack1 QQ\n#rack2 AE\n#incomplete\n");
  CHECK(racks.findings.size() == 1);
  CHECK(racks.replay.after->rack(1).empty());
  for (int turn = 0; turn < 6; ++turn)
    lost += turn % 2 == 0 ? ">A: AE - +0 66\n" : ">B: OU -O +0 12\n";
  CHECK(read_gcg(lost).findings.size() == 1);
  const GcgReading over = read_gcg(lost + ">A: AE - +0 66\n");
  REQUIRE(over.findings.size() == 2);
  CHECK(over.findings[1].message == "a move after the end of the game");
}

TEST_CASE("whether anybody went out is not known behind a line that cannot be read") {
  const TileSet tiles = TileSet::parse("?,?,0,0,0\nA,a,4,1,1\n", "four").value();
  const GcgReading read =
      read_gcg(kHead + ">B: AA - +0 0\n>A: AA 8H AA +4 4\n>B: exch\n>B: AA (AA) -2 -2\n", tiles);
  CHECK(read.findings.size() == 1);
}

TEST_CASE("a challenge in vain excuses one lost turn, a line that cannot be read asks for none") {
  const std::string challenged = kFirst + ">A: (challenge) +5 71\n>A: - +0 71\n";
  CHECK(test::gcg_error(challenged).empty());
  CHECK(test::gcg_error(challenged + ">A: - +0 71\n") == "line 6: a second turn in a row by A");
  CHECK(read_gcg(kFirst + ">A: exch +0 66\n").findings.size() == 1);
  // Nor is more than a turn lost to one of the last play.
  const TileSet tiles = TileSet::parse("?,?,0,0,0\nA,a,4,1,1\n", "four").value();
  const std::string out = kHead + ">B: AA - +0 0\n>A: AA 8H AA +4 4\n";
  CHECK(test::first_finding(read_gcg(out + ">B: AA -A +0 0\n", tiles)) ==
        "line 5: a move after the end of the game");
}

TEST_CASE("a challenge or a clock may cost nothing, and be written in capitals") {
  const GcgGame game = test::game_of(kFirst + ">A: AE (Challenge) +0 66\n>A: AE (TIME) +0 66\n");
  CHECK(game.events[1].kind == GcgEvent::Kind::kChallengeBonus);
  CHECK(game.events[2].kind == GcgEvent::Kind::kTimePenalty);
}

TEST_CASE("a rack that is not told is what was kept, and that of the tiles counted") {
  const GcgReading kept = test::sound(kHead + ">A: EEINOSS 8E ONES +8 8\n>B: - +0 0\n>A: - +0 8\n");
  CHECK(kept.replay.before[2].rack(0) == test::tiles("EIS"));
  CHECK(test::sound(kFirst + ">A: (AC) +8 74\n").replay.after->rack(1) == test::tiles("AC"));
  CHECK(test::sound(kFirst + ">B: (AC) -4 -4\n").replay.after->rack(1) == test::tiles("AC"));
  // Of a rack that cannot be there is one finding, whatever is played from it.
  for (const std::string event : {">A: EEINOQQ - +0 0\n", ">A: EEINOQQ 8G QQ +40 40\n"}) {
    CAPTURE(event);
    const GcgReading read = read_gcg(kHead + event);
    CHECK(read.findings.size() == 1);
    CHECK(read.replay.before[0].rack(0).empty());
  }
}

TEST_CASE("the racks at the end are held against each other, not against what was kept") {
  const GcgReading reading =
      read_gcg(kHead + ">B: BDEQXYZ 8G BED +12 12\n#rack1 AQ\n#rack2 AE\n#incomplete\n");
  CHECK(reading.findings.empty());
  const GcgReading both = read_gcg(kGame + "#rack1 AQ\n#rack2 QE\n");
  CHECK(both.replay.after->rack(0) == test::tiles("AQ"));
  CHECK(both.replay.after->rack(1).empty());
}

TEST_CASE("a play may stand without a rack, behind a name apart from its colon") {
  for (const std::string event : {">A: 8B ONESIES +66 66\n", ">A : EEINOSS 8B ONESIES +66 66\n"}) {
    CAPTURE(event);
    CHECK(test::sound(kHead + event).replay.moves[0]);
  }
  CHECK(test::gcg_error(kHead + ">: AE - +0 0\n").starts_with("line 3: expected 'NICK:'"));
}

TEST_CASE("players who were not announced take the free seats") {
  const GcgReading read =
      read_gcg(">A: EEINOSS 8B ONESIES +66 66\n>B: AGIOPTU C3 POUTI.G +26 26\n>A: - +0 66\n");
  CHECK(read.findings.size() == 2);
  CHECK(read.game.players[0].nick == "A");
  CHECK(read.game.players[1].nick == "B");
  CHECK(read.replay.after->score(1) == 26);
}

TEST_CASE("whose line cannot be read is who has the turn, whatever of the other is told before") {
  for (const std::string line : {">b: - +0 -10\n", ">- +0 -10\n"}) {
    CAPTURE(line);
    const GcgReading read = read_gcg(kFirst + ">B: (time) -10 -10\n" + line);
    REQUIRE(read.game.events.size() == 3);
    CHECK(read.game.events[2].player == 1);
    CHECK(read.findings.size() == 1);
  }
}

TEST_CASE("a rack may read UNKNOWN, but before a challenge that is Quackle's word for none") {
  CHECK(test::sound(kHead + ">A: UNKNOWN - +0 0\n").game.events[0].rack.size() == 7);
  CHECK(test::sound(kFirst + ">A: UNKNOWN (challenge) +5 71\n").game.events[1].rack.empty());
}

TEST_CASE("an exchange that names no tiles is told as that, and points that no game has") {
  CHECK(test::gcg_error(kFirst + ">B: -A* +0 0\n").find("unknown event") == std::string::npos);
  for (const std::string points : {"+0 99999999", "+0 -99999999"})
    CHECK(test::gcg_error(kFirst + ">B: - " + points + "\n").find("a number of points") !=
          std::string::npos);
}

TEST_CASE("findings come in the order of lines, with the lines as an editor counts them") {
  std::string text = kHead + ">A: EEINOSS 8B ONESIES +67 67\n>B: - x 0\n", windows;
  text += ">A: - +0 68\n";
  for (const char c : text) windows += c == '\n' ? "\r\n" : std::string(1, c);
  for (const std::string& content : {text, windows}) {
    std::vector<int> lines;
    for (const GcgFinding& finding : read_gcg(content).findings) lines.push_back(finding.line);
    CHECK(lines == std::vector<int>{3, 4, 5});
  }
  CHECK(test::gcg_error("") == "line 1: no player and no event: not a GCG");
  CHECK(read_gcg("hello\n").findings.size() == 1);
}

TEST_CASE("a third player who is told of late makes the game none of ours, too") {
  CHECK_FALSE(read_gcg(kGame + "#player3 C C\n").is_game());
}

TEST_CASE(
    "what stands in a file stays as it stands: notes without the space behind, names of tiles") {
  CHECK(test::game_of(kFirst + "#note so \n\n>B: - +0 0\n").events[0].notes ==
        std::vector<std::string>{"so"});
  CHECK(test::game_of(kGame + "#rack1 AE\n#incomplete\n").pragmas.size() == 2);
  const GcgGame spanish = test::game_of("#tile-set spanish\n#player1 A A\n#player2 B B\n");
  CHECK(spanish.pragmas.size() == 1);
}

}  // namespace
}  // namespace zymurgy
#endif
