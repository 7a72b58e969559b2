#include "protocol/session.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "game/files.h"
#include "game/random.h"
#include "protocol/input.h"
#include "protocol/position_line.h"
#include "support/folder.h"
#include "support/lexica.h"
#include "support/repeats.h"
#include "support/talk.h"

namespace zymurgy {
namespace {

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

const std::string kReady = "position startpos moves rack.GMRUYYZ\n";
const std::string kEmptyBoard = [] {
  std::string rows = std::to_string(kBoardDim);
  for (int i = 1; i < kBoardDim; ++i) rows += '/' + std::to_string(kBoardDim);
  return rows;
}();

TEST_CASE("nothing is said before the first command") {
  CHECK(reply("") == "");
  CHECK(reply("\n \t\r\n\n") == "");
  CHECK(reply("quit\nucgi\n") == "");
}

TEST_CASE("the handshake lists every option between id and ok") {
  for (const std::string word : {"ucgi", "siu"}) {
    const std::string text = reply(word + "\n");
    CHECK(text.starts_with("id name Zymurgy "));
    CHECK(has(text, "\nid author "));
    CHECK(has(text, "\ncapability gen sim infer endgame peg auto stream stop\n"));
    CHECK(text.ends_with("\n" + word + "ok\n"));
    for (const OptionSpec& spec : option_specs())
      CHECK(has(text, "\noption name " + std::string(spec.name) + " type "));
  }
}

TEST_CASE("commands are read in any case, spacing and line end, the last without one") {
  CHECK(reply("isready").ends_with("readyok\n"));
  CHECK(reply("  IsReady \r\n") == "readyok\n");
  CHECK(reply("isready\r") == "readyok\n");
  CHECK(reply("\tucgi\v\f extra words\n").ends_with("ucgiok\n"));
}

TEST_CASE("a byte order mark before the first command is none of it") {
  CHECK(reply("\xEF\xBB\xBFucgi\n").starts_with("id name"));
}

TEST_CASE("a log file has all that is read and said, and its end is told") {
  const test::Folder folder;
  const std::string name = "setoption name LogFile value ", log = folder.file("log");
  CHECK(reply(name + log + "\nisready\nsetoption name LogFile value\nisready\n") ==
        "readyok\nreadyok\n");
  CHECK(read_file(log) == "> isready\nreadyok\n> setoption name LogFile value\n");
  const std::string text = reply(name + "/dev/full\nisready\nisready\n");
  CHECK(count(text, "the LogFile can no longer be written") == 1);
  CHECK(count(text, "readyok") == 2);
}

TEST_CASE("lexica and leaves come from the folders of DataPath") {
  const test::Folder folder;
  const std::string bytes = test::thin_oel1().lexicon->graph().bytes();
  REQUIRE(write_file(folder.file("MINE.kwg"), bytes));
  const std::string text = reply("setoption name DataPath value " + folder.path.string() +
                                 "\nsetoption name Lexicon value MINE\n" + kReady + "go gen\n");
  CHECK(has(text, " lexicon=MINE "));
  CHECK(!has(text, "error"));
}

TEST_CASE("a folder of DataPath that is not there is told of, not replaced by what ships") {
  const test::Folder folder;
  const std::string none = folder.file("none"),
                    set = "setoption name DataPath value " + folder.path.string() + ";";
  const std::string error =
      "info string error load-failed --data or DataPath: '" + none + "' is not a folder\n";
  CHECK(reply(set + none + "\nisready\n" + kReady + "go gen\nwait\n" + set + "\nisready\n") ==
        error + "readyok\n" + error + "bestmove none\nreadyok\n");
}

TEST_CASE("a search ends with one bestmove, after provenance and its lines") {
  const std::string text = reply(kReady + "go gen\n");
  std::istringstream lines(text);
  std::string line, last;
  std::getline(lines, line);
  CHECK(line.starts_with("info string provenance engine=Zymurgy/"));
  CHECK(has(line, " lexicon=OEL1 net="));
  CHECK(has(line, " net=none") == (ZYMURGY_BOARD_DIM != 15));
  int moves = 0;
  while (std::getline(lines, line)) {
    if (line.starts_with("info gen move ")) ++moves;
    last = line;
  }
  CHECK(moves == 10);
  CHECK(last.starts_with("bestmove "));
  CHECK(has(last, ".ZYMURGY"));
  CHECK(count(text, "bestmove") == 1);
}

#if ZYMURGY_BOARD_DIM == 15
TEST_CASE("golden: an opening, from position to bestmove") {
  CHECK(reply("setoption name multipv value 2\nsetoption name Leaves value\n"
              "setoption name Evaluator value static\n" +
              kReady + "go gen searchmoves 8D.ZYMURGY 8C.ZYMURGY ex.GM\n") ==
        "info string provenance engine=Zymurgy/" ZYMURGY_VERSION
        " leaves=OEL1 winpct=OEL1 lexicon=OEL1 net=none\n"
        "info gen move 8D.ZYMURGY score 120 eq 119.300 leave\n"
        "info gen move 8C.ZYMURGY score 108 eq 108.000 leave\n"
        "info gen move ex.GM score 0 eq 1.375 leave RUYYZ\n"
        "bestmove 8D.ZYMURGY\n");
}

TEST_CASE("golden: the board") {
  const std::string text = reply("position startpos moves 8D.ZYMURGY.GMRUYYZ rack.AEINSt?\nd\n");
  CHECK(has(text, "    A B C D E F G H I J K L M N O\n 1  = . . ' . . . = . . . ' . . =\n"));
  CHECK(has(text, " 8  = . . Z Y M U R G Y . ' . . =\n"));
  CHECK(has(text, "   player 1  120\n-> player 2  0  AEINST?\n"));
  CHECK(has(text,
            "cgp 15/15/15/15/15/15/15/3ZYMURGY5/15/15/15/15/15/15/15 AEINST?/ 0/120 0 lex OEL1; "
            "lm 8D.ZYMURGY.GMRUYYZ;\n"));
}

TEST_CASE("who plays out a known rack has ended the game, though nothing is known of the other") {
  const std::string board =
      "position cgp W3P2G7/AGlITTER7/R1I1O2E2I4/B1V1O2IN1N4/1ME1E2SO1C4/SOD1Y1MEU1I4/OBO3INN1T4/"
      "J2FOLDS2E4/A1WAX1D2AD4/1FER1KY2P5/TATT1E3L5/U4AG2I5/QUOLL1R2t5/UR2IZAR1E5/EN1HEAVENS5 ";
  const auto told = [&](const std::string& racks) {
    return reply(board + racks + " 341/461 0 moves 3G.HE\nd\ngo\neval\ngo perft\n");
  };
  for (const std::string racks : {"H/", "H/ACI"}) {
    const std::string text = told(racks);
    CHECK(has(text, "the game is over: 369 to 461\n"));
    CHECK(has(text, "info string the game is over\nbestmove none\n"));
    CHECK(count(text, "info string the game is over\n") == 3);
    CHECK(!has(text, "plays     :"));
  }
  CHECK(!has(told("/"), "is over"));    // it may have had more
  CHECK(!has(told("CH/"), "is over"));  // it has more
}
#endif

TEST_CASE("d tells that a game is over, and the final scores where the racks are known") {
  const std::string over = "position cgp " + kEmptyBoard + " GMRUYYZ/AEINRST 30/40 6\nd\n",
                    untold = "position cgp " + kEmptyBoard + " GMRUYYZ/ 30/40 6\nd\n",
                    not_yet = "position cgp " + kEmptyBoard + " GMRUYYZ/ 30/40 5\nd\n";
  CHECK(has(reply(over), "the game is over: 5 to 33\n"));
  CHECK(has(reply(untold), "the game is over\n"));
  CHECK(!has(reply(not_yet), "over"));
}

TEST_CASE("auto is the mode that needs no name") {
  const std::string text =
      reply(kReady + "go movetime 0\ngo\ngo auto 1time 1000 2time -5 1inc 0\n");
  CHECK(count(text, "bestmove ") == 3);
  CHECK(!has(text, "ignored"));
  CHECK(!has(text, "error"));
}

TEST_CASE("what cannot be honoured is said to be ignored") {
  const std::string text =
      reply(kReady +
            "go gen depth 3 iterations x iterations 0 depth 0 threads 2 frobnicate "
            "stopcondition 97 useinference 1inc 1000\n");
  for (const char* word : {"depth", "threads", "useinference", "iterations 'x'", "iterations '0'",
                           "1inc 1000", "depth '0'", "'frobnicate'", "stopcondition '97'"})
    CHECK_MESSAGE(has(text, std::string("info string ignored ") + word), word);
  CHECK(count(text, "bestmove ") == 1);
}

TEST_CASE("without a good position there is no bestmove") {
  CHECK(reply("go\n") == "info string error no-position set one with position first\n");
  for (const std::string bad :
       {"position", "position fen x", "position cgp", "position cgp 15/15 / 0/0 0",
        "position startpos moves 1A.ZYMURGY", "position startpos moves xyzzy",
        "position startpos move 8D.ZYMURGY"}) {
    const std::string text = reply(kReady + bad + "\ngo\n");
    CHECK_MESSAGE(has(text, "info string error bad-"), text);
    CHECK_MESSAGE(has(text, "error no-position"), text);
    CHECK(!has(text, "bestmove"));
  }
  CHECK(has(reply("position startpos moves 1A.ZYMURGY\n"), "bad-move move '1A.ZYMURGY': "));
  CHECK(has(reply("position cgp " + kEmptyBoard + " QQQQ/ 0/0 0\n"),
            "bad-position CGP: too many tiles Q"));
  CHECK(
      has(reply("position cgp " + kEmptyBoard + " / 0/0 0 var wordsmog;\n"), "variant 'wordsmog'"));
  CHECK(has(reply(kReady + "ucginewgame\ngo\n"), "no-position"));
}

TEST_CASE("who ignores the opponent's rack has seen none of it, but all of his own") {
  const auto line = parse_position_line(
      "cgp " + kEmptyBoard + " AEINRST/BCDEFGH 0/0 0 oru; moves ex.A.AEINRST ex.B.BCDEFGH", {});
  REQUIRE(line);
  REQUIRE(line->turns.size() == 2);
  CHECK(line->cgp.position.rack(1).empty());
  CHECK(line->turns[0].before.rack(0).size() == kRackSize);
  CHECK(line->turns[1].before.rack(1).empty());
}

TEST_CASE("a play that came off again does not stand") {
  const auto line = parse_position_line("startpos moves phony." + start_square() + ".QZ pass", {});
  REQUIRE(line);
  REQUIRE(line->turns.size() == 2);
  CHECK(!line->turns[0].stands);
  CHECK(line->turns[1].stands);
}

TEST_CASE("unknown commands change nothing") {
  const std::string text = reply(kReady + "xyzzy\nstop\nstop\ngo gen\n");
  CHECK(has(text, "info string error unknown-command 'xyzzy'"));
  CHECK(count(text, "bestmove") == 1);
  CHECK(reply("stop\nwait\n") == "");
}

TEST_CASE("debug is on or off") {
  CHECK(reply("debug on\nDebug OFF\n") == "");
  std::istringstream in("debug on\nisready\n");
  std::ostringstream out;
  TableCache tables;  // that holds none yet
  Session(in, out, tables).run();
  CHECK(has(out.str(), "info string debug tables of OEL1 in "));
  CHECK(reply("debug maybe\n") == "info string ignored debug: expected on or off\n");
}

TEST_CASE("options are set by name in any case, and checked") {
  const std::string head = "setoption name ";
  CHECK(reply(head + "MULTIPV value 3\n" + kReady + "go\n").find("info gen") != std::string::npos);
  CHECK(count(reply(head + "multipv value 3\n" + kReady + "go\n"), "info gen") == 3);
  CHECK(has(reply(head + "NoSuch value 1\n"), "ignored setoption: unknown option 'NoSuch'"));
  CHECK(has(reply(head + "MultiPV value 0\n"), "expected a number from 1 to 1000"));
  CHECK(has(reply(head + "MultiPV value many\n"), "expected a number"));
  CHECK(has(reply(head + "ChallengeRule value maybe\n"), "expected one of void single"));
  CHECK(has(reply("setoption MultiPV 3\n"), "expected name"));
  CHECK(reply(head + "clear hash\n") == "");
  // No value is the default's.
  CHECK(has(reply(head + "Lexicon value\n" + kReady + "go\n"), " lexicon=OEL1 "));
  CHECK(count(reply(head + "multipv value 3\n" + head + "multipv\n" + kReady + "go\n"),
              "info gen") == 10);
  CHECK(has(reply(head + "challengerule value TRIPLE\nposition startpos\nd\n"), " cr triple;"));
  CHECK(
      has(reply(head + "LetterDistribution value Polish\nposition startpos\nd\n"), " ld polish;"));
}

TEST_CASE("UCGI_LimitStrength weakens auto alone, the same way for the same seed") {
  const std::string head = "setoption name ", on = head + "ucgi_limitstrength value TRUE\n";
  const std::string weak = on + head + "UCGI_Elo value 800\n";
  const auto best = [](const std::string& text) { return text.substr(text.find("bestmove ")); };
  CHECK(has(best(reply(kReady + "go\n")), "ZYMURGY"));
  const std::string text = reply(weak + kReady + "go movetime 5000\n");
  CHECK(count(text, "info gen move ") == 1);
  CHECK(!has(text, "ZYMURGY\n"));
  CHECK(text == reply(weak + kReady + "go movetime 5000\n"));
  CHECK(has(best(reply(on + head + "UCGI_Elo value 2000\n" + kReady + "go\n")), "ZYMURGY"));
  CHECK(has(best(reply(weak + kReady + "go gen\n")), "ZYMURGY"));
  // Of moves that are given it does not choose another.
  const std::string only = start_square() + ".GYM";
  CHECK(has(best(reply(weak + kReady + "go searchmoves " + only + "\n")), only));
  CHECK(has(reply(head + "UCGI_LimitStrength value maybe\n"), "expected one of true false"));
  CHECK(has(reply("ucgi\n"), "option name UCGI_LimitStrength type check default false\n"));
}

TEST_CASE("the win table is an option: a code or a file, and an error that names it") {
  const std::string text = reply(
      "setoption name WinPctTable value NOSUCH\nisready\n"
      "setoption name WinPctTable value OEL1.win\n" +
      kReady + "go\n");
  CHECK(count(text, "info string error load-failed") == 1);
  CHECK(has(text, "NOSUCH.win"));
  CHECK(has(text, " winpct=OEL1.win "));
  CHECK_FALSE(has(text, "nothing uses WinPctTable"));
}

TEST_CASE("a lexicon that is not there is one error, and the session goes on") {
  const std::string text = reply("setoption name Lexicon value NOSUCH\nisready\n" + kReady +
                                 "go\nsetoption name Lexicon value OEL1\n" + kReady + "go\n");
  CHECK(count(text, "info string error load-failed lexicon NOSUCH: ") == 2);
  CHECK(has(text, "readyok\n"));
  CHECK(count(text, "bestmove none\n") == 1);
  CHECK(count(text, "bestmove ") == 2);
}

TEST_CASE("another lexicon holds for the position at hand, unless that names its own") {
  const std::string other = "setoption name Lexicon value NOSUCH\nisready\n";
  CHECK(has(reply(kReady + other), "load-failed lexicon NOSUCH: "));
  const std::string named = "position cgp " + kEmptyBoard + " GMRUYYZ/ 0/0 0 lex OEL1;\n";
  CHECK(reply(named + other) == "readyok\n");
  CHECK(reply(kReady + "setoption name Lexicon value\nisready\n") == "readyok\n");
  // What is of other tiles than come next is left alone.
  CHECK(has(reply(kReady + "setoption name LetterDistribution value polish\n" + other),
            "load-failed lexicon NOSUCH: "));
}

TEST_CASE("moves play a game on the position") {
  const std::string at = start_square();
  const std::string text = reply("position startpos moves " + at +
                                 ".AT.ABCDEFT pass ex.3 rack.QUIZZZZ\n"
                                 "position startpos moves " +
                                 at + ".AT pass ex.3 rack.QUIZES?\nd\n");
  CHECK(has(text, "bad-move move 'rack.QUIZZZZ': too many tiles Z"));
  CHECK(has(text, "-> player 2  0  EIQSUZ?"));
  CHECK(has(text, "scoreless turns 2"));
  // Six scoreless turns end it.
  CHECK(has(reply("position startpos moves pass pass pass pass pass pass pass\n"),
            "the game is over"));
  CHECK(reply("position startpos moves pass pass pass pass pass pass\ngo\n") ==
        "info string the game is over\nbestmove none\n");
}

TEST_CASE("searchmoves and alsosearchmoves") {
  const std::string at = start_square();
  std::string text = reply(kReady + "go gen searchmoves " + at + ".GYM ex.Q " + at +
                           ".ZZZ nonsense pass movetime 9\n");
  CHECK(count(text, "info gen move ") == 2);
  CHECK(count(text, "error bad-move") == 3);
  CHECK(has(text, "'nonsense'"));
  CHECK(has(text, "bestmove " + at + ".GYM\n"));
  // A word that no lexicon has, among the best.
  text = reply("setoption name MultiPV value 1\n" + kReady + "go gen alsosearchmoves " + at +
               ".GZYM\n");
  CHECK(count(text, "info gen move ") == 2);
  CHECK(has(text, at + ".GZYM score "));
  // Tiles that are not known cannot be judged.
  text = reply("position startpos\neval " + at + ".GYM\ngo gen searchmoves ex.3\n");
  CHECK(count(text, "error bad-position eval: the rack on turn is not known") == 1);
  CHECK(count(text, "error bad-move") == 1);
  // Nor is a play that was taken back one to choose.
  text = reply(kReady + "go gen searchmoves phony." + at + ".GYM\n");
  CHECK(count(text, "error bad-move") == 1);
}

TEST_CASE("of searchmoves that are all wrong none is made") {
  const std::string text = reply(kReady + "go gen searchmoves ex.Q\ngo gen searchmoves\n" +
                                 "go gen searchmoves 8D ZYMURGY\n");
  CHECK(count(text, "error bad-move") == 3);
  CHECK(count(text, "bestmove none\n") == 2);
  // Without any it is as if it had not been said, and that is told.
  CHECK(count(text, "info string ignored searchmoves\n") == 1);
  CHECK(count(text, "bestmove ") == 3);
  CHECK(has(text, ".ZYMURGY\n"));
}

TEST_CASE("a part of a rack is told to be taken for all of it") {
  const std::string part = reply("position startpos moves rack.QU\ngo gen\n");
  CHECK(has(part, "info string the rack on turn is taken to be QU\n"));
  CHECK(count(part, "bestmove ") == 1);
  CHECK_FALSE(has(reply(kReady + "go gen\n"), "is taken to be"));
}

TEST_CASE("without the rack on turn no mode chooses a move") {
  for (const std::string mode : {"gen", "sim", "auto"}) {
    const std::string text = reply("position startpos\ngo " + mode + "\n");
    CHECK(
        has(text, "info string error bad-position " + mode + ": the rack on turn is not known\n"));
    CHECK(has(text, "bestmove none\n"));
  }
}

#if ZYMURGY_BOARD_DIM == 15
TEST_CASE("a game lost to perfect play auto tries to win of others; go endgame tells the best") {
  const std::string lost =
      "position cgp 7P6T/7RAGTIMER/1B5E3DEFI/HAGG3S6V/1R5c6I/1Y5R6A/1T5I1L5/MORKIN1BLUEY3/"
      "1N3OLEATE4/1E1WEX2VEND2Z/2OAF4O4A/2DESCHOOL4R/WUD6I4N/7mINUTIAE/6QATS4C EIJOPS/ANOU "
      "415/469 0\ngo ";
  const std::string text = reply(lost + "iterations 100\n");
  CHECK(has(text, "lost to perfect play"));
  CHECK(has(text, "\nbestmove C2.PIG\n"));
  for (const char* const exact : {"", "endgame depth 4"})
    CHECK(has(reply(lost + exact + "\n"), "\nbestmove N6.JO"));
}

TEST_CASE("go endgame goes to the end whatever limits of work it does not know, auto not") {
  const std::string late =
      "position cgp 7K2COILS/6WIRRA3U/7F2pET1P/10A1E1E/11ANT1/3BHANG1JAR1ID/7Od1NO1E1/"
      "6HOOEYS1DA/5MAD1L1E2Y/4CUE1IF3TE/8R3TIS/4MOOLI2TAT1/3DIRE1N4R1/2BIZ2IGLU2E1/5PEN7 "
      "EGQUVWX/ANOSV 152/252 0\n";
  CHECK(has(reply(late + "go endgame iterations 1\n"), "info string endgame exact\n"));
  CHECK(has(reply(late + "go iterations 1\n"), "info string endgame depth 4\n"));
}

TEST_CASE("go peg tells the bags that are proved, and spreads to the nearest point") {
  const std::string board =
      "position cgp 1INQUEST7/1N3HO8/1T13/1I13/UM13/NE13/A14/K6ALOINS2/I2G1AFEARD1C2/"
      "NEUrOMA4PAH1/2TOP2RUBEOLAr/CREOSOTE3WAT1/3V8DE1/3ENVISAGE1OR1/YIRD2FIG6 DEIJRTX/ ";
  // At 480 all the spread is -2.75 in the mean.
  const std::string go = "/480 0\ngo peg searchmoves 7E.JIRD O11.rEX\n";
  std::string text = reply(board + "480" + go);
  CHECK(has(text, "w:L|I|E d: l:Z|Y|W|B spread -3 wins 4 draws 0 losses 4 label proved\n"));
  text = reply(board + "484" + go);
  CHECK(has(text, "w:Y|L|I|E d: l:Z|W|B spread +1 wins 5 draws 0 losses 3 label proved\n"));
  // What cannot be best is left before all bags are proved.
  const std::size_t at = text.find("\ninfo peg move O11.rEX ");
  REQUIRE(at != std::string::npos);
  const std::string other = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
  CHECK(other.ends_with(" label estimated"));
  const std::size_t bags = other.find(" w:");
  std::string proved = other.substr(bags, other.find(" spread") - bags);
  std::erase_if(proved, [](char c) { return c < 'A' || c > 'Z'; });
  CHECK(proved.size() < 7);
}

TEST_CASE("go endgame: a bound is told as one, and missing tiles are an error") {
  const std::string board =
      "position cgp 3VERVAIN5/2P4B7/2AT2DEB6/2XU3DOZING1M/3R4WAN3O/3K6d2MI/3EF2FLAUNTER/"
      "3YOUSE2C3A/4GHI1JATO1QI/4I1SOONEST2/4E2C2E4/3D3H7/2GRAPERY6/3EDILE7/ALOW3A7 ";
  std::string text = reply(board + "IINOSTU/ELRT? 298/422 0\ngo endgame firstwin\n");
  CHECK(has(text, " upperbound\ninfo string endgame loss proved\nbestmove "));
  text = reply(board + "IINOSTU/ELRT? 424/298 0\ngo endgame firstwin\n");
  CHECK(has(text, " lowerbound\ninfo string endgame win proved\nbestmove "));
  // What work is limited by is no time, and auto takes it for a few plies.
  text = reply(board + "IINOSTU/ELRT? 298/422 0\ngo auto iterations 100\n");
  CHECK(has(text, "info string endgame "));
  CHECK(!has(text, "ignored"));
  // Moves that are given are judged by what is behind them, whatever their words.
  for (const std::string mode : {"endgame", "auto"}) {
    text = reply(board + "IINOSTU/ELRT? 298/422 0\ngo " + mode + " searchmoves 12H.HIS 12H.HNI\n");
    CHECK(count(text, "pv 12H.HNI\n") == 1);
    CHECK(has(text, "info string endgame exact of the moves given\nbestmove 12H.HIS\n"));
  }
  text = reply(board + "IINOSTU/ELRT? 298/422 0\ngo endgame firstwin searchmoves pass pass\n");
  CHECK(has(text, "info string ignored firstwin"));
  CHECK(has(text, "exact of the moves given\nbestmove pass\n"));
  // Who looks on sees as many moves as he asks for; who wants a move alone does not wait for them.
  const std::string asked =
      "setoption name MultiPV value 3\n" + board + "IINOSTU/ELRT? 298/422 0\n";
  Talk talk;
  talk.say(asked + "go infinite");
  REQUIRE(talk.hear("the search has ended"));
  std::set<std::string> first_moves;
  text = talk.all();
  for (std::size_t at = 0; (at = text.find(" pv ", at)) != std::string::npos; at += 4)
    first_moves.insert(text.substr(at + 4, text.find_first_of(" \n", at + 4) - at - 4));
  CHECK(first_moves.size() == 3);
  text = reply(board + "IIN/ELRT? 298/422 0\ngo endgame\n");
  CHECK(has(text,
            "error bad-position the bag is empty, but 2 tiles more than the other rack can hold "
            "are neither on the board nor on the rack on turn 'IIN'\nbestmove none\n"));
}
#endif

TEST_CASE("eval and perft") {
  const std::string at = start_square();
  const std::string text = reply(kReady + "eval " + at + ".GYM\neval\ngo perft 2\n");
  CHECK(has(text, "move    " + at + " GYM\nscore   18.000\nleave   "));
  CHECK(has(text, "  RUYZ\n"));
  CHECK(has(text, "ZYMURGY\n"));
  CHECK(has(text, "plays     : "));
  CHECK(has(text, "exchanges : 95\n"));
  CHECK(has(text, "info string ignored '2'\n"));
}

TEST_CASE("eval says what the network adds, and the chance to win") {
  const std::string text = reply(kReady + "eval\nsetoption name Evaluator value static\neval\n");
  CHECK(has(text, ZYMURGY_BOARD_DIM == 15 ? "\nnetwork 0.000\n" : "\nnetwork none\n"));
  CHECK(has(text, "\nnetwork none\n"));
  CHECK(count(text, "\nwin     ") == 2);
}

TEST_CASE("bench ends with the lines that runners look for") {
  const std::string text = reply("bench\n");
  const std::size_t nodes = text.find("\nNodes searched  : ");
  REQUIRE(nodes != std::string::npos);
  CHECK(text.find("\nNodes/second    : ", nodes + 1) == text.find('\n', nodes + 1));
  // The same work, whatever the options.
  const std::string other = reply(
      "setoption name NetFile value none.znn\nsetoption name WinPctTable value none\nbench\n");
  CHECK(other.substr(other.find("\nNodes searched"), 30) == text.substr(nodes, 30));
}

TEST_CASE("help and compiler") {
  const std::string text = reply("help\ncompiler\n");
  for (const char* part : {"position", "isready", "MultiPV", "Compiled by ", "endgame"})
    CHECK(has(text, part));
}

TEST_SUITE("threads") {
  TEST_CASE("an infinite search waits for stop and answers isready meanwhile") {
    Talk talk;
    talk.say(kReady + "go infinite");
    REQUIRE(talk.hear("info sim move "));
    talk.say("isready");
    REQUIRE(talk.hear("readyok\n"));
    CHECK(!has(talk.all(), "bestmove"));
    for (const std::string refused : {"position startpos", "go", "setoption name MultiPV value 1",
                                      "d", "eval", "bench", "ucginewgame", "help"}) {
      talk.say(refused);
      REQUIRE(talk.hear("info string error busy "));
    }
    talk.say("wait");
    REQUIRE(talk.hear("ignored wait"));
    // Told to stop, it is waited for.
    talk.say("stop\nstop\nposition startpos moves rack.QUIZ\ngo gen");
    REQUIRE(talk.hear("bestmove "));
    REQUIRE(talk.hear(".QUIZ"));
    const std::string text = talk.finish();
    CHECK(count(text, "bestmove") == 2);
    CHECK(count(text, "busy") == 8);
    CHECK(has(text, "busy setoption: "));
  }

  TEST_CASE("an infinite search that cannot be made ends at once") {
    Talk talk;
    talk.say("position startpos\ngo infinite");
    REQUIRE(talk.hear("bestmove none\n"));
    talk.say(kReady + "go endgame infinite");
    REQUIRE(talk.hear("bestmove none\n"));
    CHECK(count(talk.finish(), "error bad-position") == 2);
  }

  TEST_CASE("whoever has read bestmove finds the session idle") {
    Talk talk;
    const int searches = test::repeats(200);
    for (int i = 0; i < searches; ++i) {
      talk.say(kReady + "go infinite\nstop");
      REQUIRE(talk.hear("bestmove "));
      REQUIRE(talk.hear("\n"));
    }
    const std::string text = talk.finish();
    CHECK(count(text, "bestmove") == searches);
    CHECK(!has(text, "busy"));
  }

  TEST_CASE("the end of input stops an infinite search, quit any") {
    CHECK(count(reply(kReady + "go infinite"), "bestmove") == 1);
    CHECK(count(reply(kReady + "go infinite\nquit\nucgi\n"), "bestmove") == 1);
    CHECK(count(reply(kReady + "go\ngo\nquit\n"), "bestmove") == 2);
  }

}  // TEST_SUITE

TEST_CASE("the input may end anywhere") {
  const std::string script =
      "ucgi\nsetoption name MultiPV value 2\n" + kReady + "go gen\nisready\nd\n";
  for (std::size_t length = 0; length <= script.size(); length += 7) {
    const std::string text = reply(script.substr(0, length));
    CHECK((text.empty() || text.back() == '\n'));
  }
}

TEST_CASE("lines without end and bytes of all kinds get one clear error each") {
  const std::string flood(1000000, 'x');
  std::string text = reply(flood + "\nisready\n" + flood);
  CHECK(count(text, "info string error line-too-long 'xxx") == 2);
  CHECK(text.size() < 1000);
  CHECK(has(text, "readyok"));

  text = reply(std::string("\0\0ucgi\n", 7) + "is\xffready\n\x1b[2J\n");
  CHECK(has(text, R"(unknown-command '\x00\x00ucgi')"));
  CHECK(has(text, R"('is\xFFready')"));
  CHECK(has(text, R"('\x1B[2J')"));

  Random random(3);
  std::string garbage;
  for (int i = 0; i < 20000; ++i) garbage += static_cast<char>(random.below(256));
  text = reply(garbage + "\nisready\n");
  CHECK(text.ends_with("readyok\n"));
  CHECK(std::none_of(text.begin(), text.end(),
                     [](char c) { return c != '\n' && static_cast<unsigned char>(c) < 32; }));
}

TEST_CASE("lines are read to a bound") {
  std::istringstream in(std::string(kLongestLine, 'a') + "\r\n" +
                        std::string(kLongestLine + 1, 'b') + "\nc");
  const auto first = read_line(in), second = read_line(in), third = read_line(in);
  CHECK(!first->too_long);
  CHECK(second->too_long);
  CHECK(second->text.size() == kLongestLine);
  CHECK(third->text == "c");
  CHECK(!read_line(in));
}

}  // namespace
}  // namespace zymurgy
