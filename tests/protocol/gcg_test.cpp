#include "protocol/gcg.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "game/scoring.h"
#include "game/supply.h"
#include "support/gcg_text.h"
#include "support/tiles.h"

// The games are on the standard board.
#if ZYMURGY_BOARD_DIM == 15
namespace zymurgy {
namespace {

using test::first_finding;
using test::game_of;
using test::gcg_error;
using test::kFirst;
using test::kGame;
using test::kHead;
using test::sound;

std::string slurp(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST_CASE("whole games: every score, word and total") {
  const std::filesystem::path folder = ZYMURGY_SHARED_DIR "/cases/gcg";
  if (!std::filesystem::exists(folder)) {
    MESSAGE("skipped: no shared cases");
    return;
  }
  int games = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".gcg") continue;
    const GcgReading read = sound(slurp(entry.path()));
    const auto turns = nlohmann::json::parse(
        slurp(std::filesystem::path(entry.path()).replace_extension(".json")));
    const auto& events = read.game.events;
    REQUIRE(events.size() == turns.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
      const auto& move = read.replay.moves[i];
      REQUIRE(move);
      CHECK(move->score == turns[i]["score"]);
      CHECK(events[i].total == turns[i]["total"]);
      CHECK(read.game.players[static_cast<std::size_t>(events[i].player)].nick ==
            turns[i]["player"].get<std::string>());
      if (!move->is_play()) continue;
      std::vector<std::string> words;
      for (const Word& word : words_formed(read.replay.before[i].board(), *move))
        words.push_back(read.game.tiles->word_text(word.data(), static_cast<int>(word.size())));
      CHECK(words == turns[i]["words"].get<std::vector<std::string>>());
    }
    CHECK(read.replay.after->score(0) == events[events.size() - 2 + events.size() % 2].total);
    CHECK(game_of(write_gcg(read.game)) == read.game);
    ++games;
  }
  CHECK(games == 10);
}

TEST_CASE("letters played through may be written in three ways and are written as dots") {
  for (const std::string word : {"POUTI.G", "POUTI(N)G", "POUTING", "POUTI(.)G"}) {
    const GcgGame game = game_of(kFirst + ">B: AGIOPTU C3 " + word + " +26 26\n");
    CHECK(write_gcg(game).find("C3 POUTI.G +26 26") != std::string::npos);
  }
}

TEST_CASE("every kind of event") {
  const std::string text = kFirst +
                           ">A: AAAEE (challenge) +5 71\n"
                           ">B: AIOPTU? C3 POUTI.g +18 18\n"
                           ">B: AIOPTU? -- -18 0\n"
                           ">A: AAAEE - +0 71\n"
                           ">B: AIOPTU? -AI? +0 0\n"
                           ">A: -4 +0 71\n"
                           ">B: - +0 0\n"
                           ">A: (time) -10 61\n"
                           ">B: Q (time) -20 -20\n"
                           ">A: (QZ) +40 101\n"
                           ">B: QZ (QZ) -20 -40\n";
  const GcgGame game = game_of(text);
  using Kind = GcgEvent::Kind;
  const std::vector<Kind> kinds{Kind::kPlay,        Kind::kChallengeBonus, Kind::kPlay,
                                Kind::kWithdrawn,   Kind::kPass,           Kind::kExchange,
                                Kind::kExchange,    Kind::kPass,           Kind::kTimePenalty,
                                Kind::kTimePenalty, Kind::kRackBonus,      Kind::kRackPenalty};
  REQUIRE(game.events.size() == kinds.size());
  for (std::size_t i = 0; i < kinds.size(); ++i) CHECK(game.events[i].kind == kinds[i]);
  CHECK(game.events[6].move.count == 4);
  CHECK(write_gcg(game) == text);

  // The play challenged off leaves the board as it was, and counts as a scoreless turn.
  const GcgReplay replay = replay_gcg(game);
  CHECK(replay.findings.empty());
  CHECK(replay.before[4].board().tiles() == 7);
  CHECK(replay.before[4].scoreless_turns() == 1);
  CHECK(replay.after->score(1) == -40);
}

TEST_CASE("blanks alone on a rack are lost for no points, or won") {
  for (const std::string end : {">A: ? (?) +0 66\n", ">B: (?) +0 26\n"}) {
    const GcgGame game = game_of(kGame + end);
    CHECK(game.events.back().kind ==
          (end[1] == 'A' ? GcgEvent::Kind::kRackPenalty : GcgEvent::Kind::kRackBonus));
    CHECK(write_gcg(game) == kGame + end);
  }
  CHECK(gcg_error(kGame + ">A: ? () +0 66\n") == "line 5: tiles counted: expected '?', found ''");
}

TEST_CASE("a nick may hold colons") {
  const std::string text =
      "#player1 a: Ann\n#player2 a:b\n"
      ">a:: EEINOSS 8B ONESIES +66 66\n"
      ">a:b: AGIOPTU C3 POUTI.G +26 26\n"
      ">a:: - +0 66\n";
  const GcgGame game = game_of(text);
  CHECK(game.players[0] == GcgPlayer{"a:", "Ann"});
  CHECK(game.players[1] == GcgPlayer{"a:b", ""});
  CHECK(game.events[1].player == 1);
  CHECK(game.events[2].player == 0);
  CHECK(write_gcg(game) == text);
}

TEST_CASE("contradictions are found, with line, expected and found") {
  const auto check = [](const std::string& text, const std::string& part) {
    const std::string error = gcg_error(text);
    CHECK_MESSAGE(error.find(part) != std::string::npos,
                  "'" << error << "' lacks '" << part << "'");
  };
  check(kHead + ">A: EEINOSS 8B ONESIES +67 67\n", "line 3: score: expected +66, found +67");
  check(kHead + ">A: EEINOSS 8B ONESIES +66 67\n", "line 3: total of A: expected 66, found 67");
  check(kHead + ">A: EEINOSS 1B ONESIES +66 66\n", "start square");
  check(kHead + ">A: EEINOSQ 8B ONESIES +66 66\n",
        "tile S: 2 are needed, but the rack 'EEINOQS' has 1");
  check(kHead + ">A: EEINOQQ 8B ONE +6 6\n", "too many tiles Q: 2");
  check(kFirst + ">B: AGIOPTU C3 POUTS.G +26 26\n", "line 4: move");
  check(kFirst + ">B: AGIOPTU -8 +0 0\n", "line 4: move '-8': an exchange is of 1 to 7 tiles");
  check(kFirst + ">B: AGIOPTU C3 POUT..G +26 26\n", "is empty");
  check(kFirst + ">B: AGIOPTU C3 POUTIEG +26 26\n", "holds N, not E");
  check(kFirst + ">C: AGIOPTU C3 POUTI.G +26 26\n", "no player is called 'C'");
  check(kFirst + ">B: AGIOPTU C3 POUTI.G +26\n", "line 4");
  check(kFirst + ">B: AGIOPTU C3 POUTI.G x 26\n", "expected a number of points, found 'x'");
  check(kFirst + ">B AGIOPTU\n", "NICK:");
  check(kFirst + ">Bob of Bree: AGIOPTU - +0 0\n", "line 4: expected 'NICK:'");
  check(kFirst + ">B: -- -26 0\n", "no play of this player");
  check(kFirst + ">B: AB (AC) -4 -4\n", "tiles counted: expected 'AB', found 'AC'");
  check(kFirst + ">A: (AC) +9 75\n", "score: expected +8, found +9");
  check(kFirst + ">A: (QQ) +40 106\n", "line 4: tiles counted: 'QQ' cannot be on the other rack");
  check(kFirst + ">B: AB (AB) -4 -4\n>B: AB (AB) -4 -8\n",
        "line 5: tiles are counted a second time");
  check(kFirst + "#title late\n", "pragma #title after the first event");
  check(kFirst + "hello\n", "line 4: expected a pragma (#) or an event (>), found 'hello'");
  check("#tile-set klingon\n" + kGame, "line 1");
  check("#game-type wordsmog\n" + kGame, "line 1: game type 'wordsmog' is not played here");
  check("#rack1 A*\n" + kGame, "line 1: #rack1: rack 'A*': no tile of english is written '*'");
  check(kGame + "#rack1 AE\n#rack2 [QU]\n#incomplete\n", "line 6: #rack2: rack '[QU]'");
  check(kGame + "#rack1 AQ\n#rack2 QE\n", "line 6: #rack2: too many tiles Q: 2");
  check("#player1 A\n#player2 A\n", "both players");
  check("#player1 A\n#player1 C\n#player2 B\n", "line 2: player 1 is named twice");
  check(kFirst + ">B: AB (challenge) +5 5\n", "line 4: no play of this player was challenged");
  check(kFirst + ">A: AB (challenge) -5 61\n", "line 4: a challenge bonus below zero: -5");
  check(kFirst + ">A: AB (time) +10 76\n", "line 4: a time penalty above zero: +10");
  check(kFirst + ">A: EEINOSS -- -60 6\n", "line 4: score: expected -66, found -60");
  check(kFirst + ">B: AB CD 8D AB +4 4\n", "line 4: unknown event 'CD'");
  check(kFirst + ">B: (challange) +5 5\n", "line 4: unknown event '(challange)'");
  check(kFirst + ">B: AGIOPTU C3 POUTI.G 26\n", "its score and the total: expected a number");
  check("#character-encoding UTF-8\n" + kHead + ">A: EEINOSS 8B ONESIES +67 67\n",
        "line 4: score: expected +66, found +67");
}

TEST_CASE("a play is taken back from who made it, whatever else is told of that player first") {
  const GcgReading read = read_gcg(kHead +
                                   ">A: EEINOSS 8E ONES +8 8\n>A: EEINOSS (time) -10 -2\n"
                                   ">A: EEINOSS -- -8 -10\n>B: ABCDEFG 8G BED +12 12\n");
  CHECK(first_finding(read).empty());
  const Position& then = read.replay.before.back();
  CHECK(then.on_turn() == 1);
  CHECK(then.score(0) == -10);
  CHECK(then.score(1) == 0);
  CHECK(then.board().empty());
}

TEST_CASE("reading goes on with what the file says") {
  const std::string text = kFirst + ">B: AGIOPTU C3 POUTI.G +27 30\n>A: AIINNST D3 IN +12 78\n";
  const GcgReading read = read_gcg(text);
  REQUIRE(read.findings.size() == 2);
  CHECK(read.findings[0].line == 4);
  CHECK(read.findings[1].message == "total of B: expected 27, found 30");
  CHECK(read.game.events.size() == 3);
  CHECK(read.replay.after->score(1) == 30);
}

TEST_CASE("words behind the total are told, and the play counts") {
  const GcgReading read = read_gcg(kFirst + ">B: AGIOPTU C3 POUTI.G +26 26 BE, TO\n");
  CHECK(first_finding(read).starts_with("line 4: 'BE,': text behind the total is ignored"));
  CHECK(read.findings.size() == 1);
  CHECK(read_gcg(kHead + ">A: EEINOSS 8B ONESIES +66 66 X\n>B: - +0 0 Y\n").findings.size() == 1);
  CHECK(read.replay.after->score(1) == 26);
}

TEST_CASE("plays that do not fit are no scoreless turns, and only the first is told") {
  std::string plays = kHead;
  for (int turn = 0; turn < 7; ++turn)
    plays += turn % 2 == 0 ? ">A: AE 1A AE +0 0\n" : ">B: OE 1A OE +0 0\n";
  const GcgReading read = read_gcg(plays);
  CHECK(read.findings.size() == 1);
  CHECK(!is_over(*read.replay.after));
}

TEST_CASE("a play whose tiles are not on the rack that is told is laid from an unknown one") {
  const std::string rest = ">B: AGIOPTU C3 POUTI.G +26 26\n";
  for (const std::string rack : {"EEINOSQ", "EEINOSSX", "EEINO*S"}) {
    CAPTURE(rack);
    const GcgReading read = read_gcg(kHead + ">A: " + rack + " 8B ONESIES +66 66\n" + rest);
    REQUIRE(read.findings.size() == 1);
    CHECK(read.findings[0].line == 3);
    CHECK(read.replay.moves[0]);
    CHECK(read.replay.moves[1]);
    for (const Position& before : read.replay.before) CHECK(before.rack(0).empty());
    CHECK(!read.replay.lost_at);
  }
}

TEST_CASE(
    "behind a play that cannot be laid, or a line that cannot be read, totals alone are told") {
  const std::string rest = ">A: AAEINOS 4D ..AI +9 75\n>B: QQ 9A QQ +40 80\n>A: - +0 75\n";
  for (const std::string lost : {">B: AGIOPTU C3 POUTIEG +26 26\n", ">B: AGIOPTU exch +0 26\n",
                                 ">B: AGIOPTU C3 PO*T +2 26\n"}) {
    CAPTURE(lost);
    const GcgReading read = read_gcg(kFirst + lost + rest);
    CHECK(read.replay.lost_at == 1);
    CHECK(read.replay.knows_board(1));
    CHECK_FALSE(read.replay.knows_board(2));
    for (std::size_t i = 1; i < 5; ++i) CHECK_FALSE(read.replay.moves[i]);
    const bool readable = read.game.events[1].kind == GcgEvent::Kind::kPlay;
    REQUIRE(read.findings.size() == (readable ? 2 : 1));
    if (readable) CHECK(read.findings[1].message == "total of B: expected 66, found 80");
  }
}

TEST_CASE(
    "after a slip in score or total the file goes on from what it said or from what is right") {
  const std::string second = ">B: AGIOPTU C3 POUTI.G +26 26\n";
  const auto findings = [&](const std::string& first, const std::string& total) {
    return read_gcg(kHead + ">A: EEINOSS 8B ONESIES " + first + "\n" + second + ">A: - +0 " +
                    total + "\n")
        .findings.size();
  };
  for (const std::string first : {"+67 67", "+67 66", "+66 67"}) {
    CAPTURE(first);
    CHECK(findings(first, "66") == 1);
    CHECK(findings(first, first.substr(4)) == 1);
    CHECK(findings(first, "70") == 2);
  }
}

TEST_CASE("a whole rack has the tiles that were kept") {
  const std::string first = ">A: EEINOSS 8E NOES +8 8\n>B: - +0 0\n";
  CHECK(gcg_error(kHead + first + ">A: EISABCD - +0 8\n").empty());
  CHECK(gcg_error(kHead + first + ">A: ABCD - +0 8\n").empty());
  const std::string other = kHead + first + ">A: EIDABCD - +0 8\n";
  CHECK(gcg_error(other) == "line 5: the rack 'ABCDDEI' lacks some of 'EIS', kept in line 3");
  // It is not known which line has the slip.
  CHECK(read_gcg(other + ">B: - +0 0\n>A: EISABCD - +0 8\n").findings.size() == 1);
}

TEST_CASE("a line that cannot be read is kept as it stands") {
  const std::string text = kFirst + ">B: AGIOPTU exch  +0 0\n#note what?\n>A: - +0 66\n";
  const GcgReading read = read_gcg(text);
  REQUIRE(read.findings.size() == 1);
  CHECK(read.findings[0].message.find("unknown event 'exch': not a play") != std::string::npos);
  CHECK(write_gcg(read.game) == text);
  CHECK(read_gcg(text).game == read.game);
}

TEST_CASE("an event that lost its '>' or whose player is unknown is who has the turn's") {
  const std::string head = "#player1 A Ann\n#player2 B Bob\n>A: EEINOSS 8B ONESIES +66 66\n";
  for (const std::string by : {"B:", ">b:"}) {
    CAPTURE(by);
    const GcgReading read = read_gcg(head + by + " AGIOPTU C3 POUTI.G +26 26\n>A: - +0 66\n");
    CHECK(read.findings.size() == 1);
    REQUIRE(read.game.events.size() == 3);
    CHECK(read.game.events[1].player == 1);
    CHECK(read.replay.after->board().tiles() == 13);
  }
  CHECK(read_gcg(head + "Bob: nice\n").game.events.size() == 1);
}

TEST_CASE("nobody has two turns in a row, but of a turn lost to a challenge there may be no line") {
  CHECK(gcg_error(kGame + ">B: - +0 26\n") == "line 5: a second turn in a row by B");
  CHECK(gcg_error(kHead + ">B: - +0 0\n").empty());
  CHECK(gcg_error(kFirst + ">A: (challenge) +5 71\n>A: - +0 71\n").empty());
}

TEST_CASE("of players that are called the same the turns alternate") {
  const GcgReading read = read_gcg(
      "#player1 N N\n#player2 N M\n>N: EEINOSS 8B ONESIES +66 66\n"
      ">N: AGIOPTU C3 POUTI.G +26 26\n>N: (challenge) +5 31\n"
      ">N: - +0 66\n");
  REQUIRE(read.findings.size() == 1);
  CHECK(read.findings[0].line == 2);
  CHECK(read.replay.after->score(0) == 66);
  CHECK(read.replay.after->score(1) == 31);
}

TEST_CASE("a game of more than two players is none of ours, which alone is told") {
  const GcgReading read = read_gcg(kHead + "#player3 C C\n>C: EEINOSS 8B ONESIES +66 66\n");
  CHECK_FALSE(read.is_game());
  CHECK(read.findings.size() == 1);
}

TEST_CASE(
    "a game in an alphabet of tiles that are not known is none of ours, which alone is told") {
  const std::string game =
      "#player1 A A\n#player2 B B\n>A: CFKNWYZ 8D CZY +26 26\n"
      ">B: FKL\u0143\u0141WW - +0 0\n>A: \u0106\u0118IKPST -ST +0 26\n";
  const GcgReading read = read_gcg(game);
  CHECK_FALSE(read.is_game());
  REQUIRE(read.findings.size() == 1);
  CHECK(read.findings[0].line == 4);
  CHECK(read.findings[0].message ==
        "'\u0143' is not a tile of english, and the file does not name its tiles");
  const auto told_of = [](const std::string& event) {
    return read_gcg("#player1 A A\n#player2 B B\n" + event).findings[0].message;
  };
  CHECK(told_of(">A: AEIN\u0303 8G AN\u0303E +6 6\n") ==
        "'N\u0303' is not a tile of english, and the file does not name its tiles");
  CHECK(told_of(">A: ACE[CH] 8G [CH]E +6 6\n") ==
        "'[CH]' is not a tile of english, and the file does not name its tiles");
  // No set has such a tile: a misprint.
  CHECK(told_of(">A: ACE[AH] 8G CAE +6 6\n") ==
        "rack 'ACE[AH]': no tile of english is written '[AH]'");
  const GcgReading klingon = read_gcg("#tile-set klingon\n" + game);
  CHECK_FALSE(klingon.is_game());
  REQUIRE(klingon.findings.size() == 1);
  CHECK(klingon.findings[0].line == 1);
  // English letters can be read whatever the tiles, and a misprint is one.
  CHECK(read_gcg("#tile-set klingon\n" + kGame).is_game());
  CHECK(read_gcg(kFirst + ">B: AGIOPT7 C3 POUTI.G +26 26\n").is_game());
  CHECK(read_gcg(game, *TileSet::find("polish").value()).is_game());
  CHECK(read_gcg("#tile-distribution polish\n" + game).is_game());
}

TEST_CASE("a game that is over may lack the count of the tiles left") {
  const TileSet tiles = TileSet::parse("?,?,0,0,0\nA,a,4,1,1\n", "four").value();
  const std::string out = kHead + ">B: AA - +0 0\n>A: AA 8H AA +4 4\n";
  CHECK(read_gcg(out, tiles).lacks_end_adjustment());
  CHECK_FALSE(read_gcg(out + ">A: (AA) +4 8\n", tiles).lacks_end_adjustment());
  CHECK_FALSE(read_gcg(kGame).lacks_end_adjustment());
}

TEST_CASE("nobody moves after the end") {
  std::string passes = kHead;
  for (int turn = 0; turn < 6; ++turn) passes += turn % 2 == 0 ? ">A: - +0 0\n" : ">B: - +0 0\n";
  CHECK(gcg_error(passes).empty());
  CHECK(gcg_error(passes + ">A: - +0 0\n") == "line 9: a move after the end of the game");
}

TEST_CASE("after the play that goes out only its challenger may have a turn to lose") {
  const TileSet tiles = TileSet::parse("?,?,0,0,0\nA,a,4,1,1\n", "four").value();
  const std::string out = kHead + ">B: AA - +0 0\n>A: AA 8H AA +4 4\n";
  CHECK(first_finding(read_gcg(out + ">B: AA - +0 0\n", tiles)).empty());
  CHECK(first_finding(read_gcg(out + ">A: - +0 4\n", tiles)) ==
        "line 5: a move after the end of the game");
}

TEST_CASE("the tiles of who did not go out are counted once, for the other") {
  const TileSet tiles = TileSet::parse("?,?,0,0,0\nA,a,4,1,1\n", "four").value();
  const std::string out = kHead + ">B: AA - +0 0\n>A: AA 8H AA +4 4\n", won = ">A: (AA) +4 8\n",
                    lost = ">B: AA (AA) -2 -2\n", why = ": the other player went out";
  CHECK(first_finding(read_gcg(out + won, tiles)).empty());
  CHECK(first_finding(read_gcg(out + lost, tiles)).starts_with("line 5" + why));
  CHECK(first_finding(read_gcg(out + won + lost, tiles)).starts_with("line 6" + why));
  CHECK(first_finding(read_gcg(out + ">A: (A) +2 6\n", tiles)) ==
        "line 5: tiles counted: expected 'AA', found 'A'");
}

TEST_CASE("a game that goes on ends with the position to come") {
  const Position plain = *sound(kGame).replay.after;
  CHECK(plain.on_turn() == 0);
  CHECK(plain.rack(0).empty());
  const Position told = *sound(kGame + "#rack1 AEINST?\n").replay.after;
  CHECK(told.on_turn() == 0);
  CHECK(told.rack(0).size() == 7);
  // A challenge in vain changes nothing of whose turn it is.
  CHECK(sound(kFirst + ">A: AAAEE (challenge) +5 71\n").replay.after->on_turn() == 1);
}

TEST_CASE("a rack is known by what the file says of it, if that can be") {
  // Which tiles stayed after an exchange of unknown ones is unknown.
  CHECK(sound(kHead + ">A: AEINRST -2 +0 0\n>B: - +0 0\n").replay.before[1].rack(0).empty());
  CHECK(read_gcg(kFirst + ">A: (QQ) +40 106\n").replay.after->rack(1).empty());
  // What was counted at the end is not what a rack holds next.
  std::string passes = kHead;
  for (int turn = 0; turn < 6; ++turn) passes += turn % 2 == 0 ? ">A: - +0 0\n" : ">B: - +0 0\n";
  const GcgReading ended = sound(passes + ">A: AE (AE) -2 -2\n>B: OU (OU) -2 -2\n#rack1 QZ\n");
  CHECK(ended.replay.after->rack(0) == test::tiles("AE"));
}

TEST_CASE("a file that names no tiles is of those given") {
  const std::string text = "#player1 A Ann\n#player2 B Bob\n>A: ÑA 8G ÑA +18 18\n";
  const TileSet& spanish = **TileSet::find("spanish");
  const GcgReading read = read_gcg(text, spanish);
  CHECK(read.findings.empty());
  CHECK(game_of(write_gcg(read.game)) == read.game);
  CHECK(!read_gcg(text).findings.empty());
}

TEST_CASE("pragmas, notes and estimates are kept") {
  const std::string text =
      "#player1 A Ann\n#player2 B Bob of Bree\n"
      "#title A game\n#id org.example 7\n#lexicon OEL1\n#Frob 1 2 3\n#incomplete\n"
      "#note before the game\n"
      ">A: EEINOSS 8B ONESIES +66 66\n"
      "#note ESTIMATE wp=54.25 spread=12.5 best=8D.NOISES by=sim\n"
      "#note first line\nsecond line\n\nfourth\n"
      ">B: AGIOPTU C3 POUTI.G +26 26\n"
      "#note ESTIMATE of a person\n";
  const GcgGame game = game_of(text);
  CHECK(game.players[1].name == "Bob of Bree");
  CHECK(game.pragma("lexicon") == "OEL1");
  CHECK(game.find_pragma("incomplete"));
  CHECK(game.pragma("frob") == "1 2 3");
  CHECK(game.notes == std::vector<std::string>{"before the game"});
  CHECK(game.events[0].notes == std::vector<std::string>{"first line\nsecond line\n\nfourth"});
  REQUIRE(game.events[0].estimates.size() == 1);
  CHECK(game.events[0].estimates[0] == GcgEstimate{54.25, 12.5, "8D.NOISES", "sim"});
  CHECK(game.events[1].estimates.empty());
  CHECK(game.events[1].notes.size() == 1);
  CHECK(write_gcg(game) == text);
  CHECK(game_of(write_gcg(game)) == game);
}

TEST_CASE("a note is read as it was written, though a line of it looks like an event") {
  GcgGame game = game_of(kGame);
  game.events[0].notes = {"first\n>B: second\n#third"};
  CHECK(game_of(write_gcg(game)).events.at(0).notes ==
        std::vector<std::string>{"first\n >B: second\n #third"});
}

TEST_CASE("an estimate survives in full precision") {
  for (const GcgEstimate& estimate :
       {GcgEstimate{100.0 / 3, -7.1, "", "a"}, GcgEstimate{50, 0.0, "", ""}})
    CHECK(parse_estimate(estimate_text(estimate)) == estimate);
  for (const char* note :
       {"", "ESTIMATE", "ESTIMATE wp=", "ESTIMATE wp=101", "ESTIMATE wp=nan",
        "ESTIMATE wp=5 spread=inf", "ESTIMATE spread=3", "estimate wp=5", "ESTIMATE wp=5 what=6"})
    CHECK_MESSAGE(!parse_estimate(note), note);
}

TEST_CASE("encodings and line ends") {
  const std::string latin = "#player1 A J\xfcrgen\n#player2 B Bob\n";
  const std::string utf8 = "#player1 A J\xc3\xbcrgen\n#player2 B Bob\n";
  CHECK(game_of(latin).players[0].name == "J\xc3\xbcrgen");
  CHECK(game_of(utf8).players[0].name == "J\xc3\xbcrgen");
  CHECK(write_gcg(game_of(latin)) == latin);
  CHECK(write_gcg(game_of(utf8)) == "#character-encoding UTF-8\n" + utf8);
  for (const std::string head :
       {"#character-encoding UTF-8\n", "#Character-Encoding utf8\r\n", "\xef\xbb\xbf"})
    CHECK(game_of(head + utf8).players[0].name == "J\xc3\xbcrgen");
  CHECK(game_of("#character-encoding ISO-8859-1\n" + latin).players[0].name == "J\xc3\xbcrgen");
  CHECK(gcg_error("#character-encoding UTF-8\n" + latin) ==
        "line 1: the file says that it is UTF-8 but is not");
  CHECK(gcg_error("#character-encoding EBCDIC\n" + latin).find("'ebcdic'") != std::string::npos);
  CHECK(read_gcg("#character-encoding EBCDIC\n" + utf8).game.players[0].name == "J\xc3\xbcrgen");

  // What would be read as UTF-8, or does not fit Latin-1, is written so that it is not lost.
  GcgGame game = game_of("#character-encoding ISO-8859-1\n" + utf8);
  CHECK(game.players[0].name == "J\xc3\x83\xc2\xbcrgen");
  CHECK(game_of(write_gcg(game)) == game);
  game = game_of(kGame);
  game.players[0].name = "\xc5\x81ucja";
  CHECK(game_of(write_gcg(game)).players[0].name == "\xc5\x81ucja");

  // Not the first line, so not how the file is encoded, nor when it is written and read again.
  const GcgGame late = game_of("\n#character-encoding UTF-8\n#title J\xfcrgen\n#player1 A A\n");
  CHECK(late.pragmas.size() == 2);
  CHECK(game_of(write_gcg(late)) == late);

  std::string windows;
  for (const char c : kGame) windows += c == '\n' ? "\r\n" : std::string(1, c);
  CHECK(write_gcg(game_of(windows)) == kGame);
  CHECK(game_of(kGame.substr(0, kGame.size() - 1)).events.size() == 2);  // no newline at the end
  std::string of_old = kGame;
  std::replace(of_old.begin(), of_old.end(), '\n', '\r');
  CHECK(write_gcg(game_of(of_old)) == kGame);
  for (const char* nothing : {"", "\n\n", "#title a\n"})
    CHECK(gcg_error(nothing).ends_with("no player and no event: not a GCG"));
  CHECK(gcg_error("\xff\xfe#") == "line 1: the file is UTF-16: save it as UTF-8");
  CHECK(!read_gcg("\xff\xfe#").is_game());
}

TEST_CASE("Of a game for a board of another size that alone is told") {
  std::string text = kGame;
  text.insert(text.find('>'), "#board-layout SuperCrosswordGame\n");
  const GcgReading reading = read_gcg(text);
  CHECK_FALSE(reading.is_game());
  REQUIRE(reading.findings.size() == 1);
  CHECK(reading.findings.front().message.find("zymurgy-super") != std::string::npos);
}

TEST_CASE("an exchange may stand apart from its dash, with a rack before it or none") {
  const std::string start = "#player1 A A\n#player2 B B\n";
  for (const std::string event : {">A: ABQ -AB +0 0\n", ">A: ABQ - AB +0 0\n", ">A: - AB +0 0\n"}) {
    const GcgReading reading = read_gcg(start + event);
    CHECK_MESSAGE(reading.findings.empty(), event);
    REQUIRE(reading.game.events.size() == 1);
    CHECK(reading.game.events[0].kind == GcgEvent::Kind::kExchange);
    CHECK(reading.game.events[0].move.count == 2);
  }
}

TEST_CASE("what is taken back is the last play of who takes it back, fit or not") {
  const std::string start = "#player1 A A\n#player2 B B\n>A: AEINRST 8D NASTIER +66 66\n";
  const std::string unfit = ">B: ABCDEFO 7G ZO +12 12\n";
  struct Case {
    std::string events;
    std::size_t findings;
    std::vector<bool> withdrawn;
  };
  for (const Case& test_case :
       {Case{">A: AEINRST -- -66 0\n", 0, {true, false}},
        Case{">B: AB -- +0 0\n>A: UNKNOWN (challenge) +5 71\n", 1, {false, false, false}},
        Case{">A: (challenge) +5 71\n>A: AEINRST -- -66 5\n", 0, {true, false, false}},
        Case{unfit + ">B: ABCDEFO (challenge) +5 17\n", 1, {false, false, false}},
        Case{unfit + ">B: ABCDEFO -- -12 0\n", 1, {false, true, false}},
        Case{unfit + ">B: ABCDEFO -- -12 0\n>B: ABCDEFO -- +0 0\n", 2, {false, true, false, false}},
        Case{unfit + ">A: AB -- -66 0\n", 2, {false, false, false}},
        Case{">B: ABCDEFO -AB +0 0\n>B: AB -- +0 0\n", 1, {false, false, false}}}) {
    CAPTURE(test_case.events);
    const GcgReading reading = read_gcg(start + test_case.events);
    CHECK(reading.findings.size() == test_case.findings);
    CHECK(reading.replay.withdrawn == test_case.withdrawn);
  }
}

}  // namespace
}  // namespace zymurgy
#endif
