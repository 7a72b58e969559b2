#include "match/referee.h"

#include <doctest/doctest.h>

#include "protocol/cgp.h"
#include "protocol/notation.h"
#include "support/lexica.h"

namespace zymurgy {
namespace {

Result<Move> judge(std::string_view move, const std::string& cgp) {
  return judge_move(move, parse_cgp(cgp)->position, *test::oel1().lexicon);
}

bool refuses(std::string_view move, const std::string& cgp, std::string_view why) {
  const auto judged = judge(move, cgp);
  CAPTURE(std::string(move));
  CAPTURE(judged ? "accepted" : judged.error().message);
  const bool right = !judged && judged.error().message.find(why) != std::string::npos;
  CHECK(right);
  return right;
}

constexpr const char* kEmptyBoard = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

TEST_CASE("a referee accepts what the rules allow and counts for itself") {
  const std::string opening = kEmptyBoard + std::string(" GMRUYYZ/AEINRST 0/0 0");
  CHECK(judge("8D.ZYMURGY", opening)->score == 120);
  CHECK(judge("8d.ZYMURGY.GMRUYYZ", opening)->score == 120);
  CHECK(judge("pass", opening)->kind == MoveKind::kPass);
  CHECK(judge("ex.GYY", opening)->used().size() == 3);
}

TEST_CASE("a referee refuses everything else and says why") {
  const std::string opening = kEmptyBoard + std::string(" GMRUYYZ/AEINRST 0/0 0");
  refuses("8D.GYMRUYZ", opening, "GYMRUYZ is no word of OEL1");
  refuses("8D.ZYMURGIES", opening, "is not on the rack");
  refuses("8D.RETAINS", opening, "is not on the rack");  // the other's
  refuses("1A.ZYMURGY", opening, "start");
  refuses("8K.ZYMURGY", opening, "off the board");
  refuses("ex.Q", opening, "is not on the rack");
  refuses("ex.GGY", opening, "is not on the rack");
  refuses("ex.2", opening, "which tiles");
  refuses("phony.8D.ZYMURGY", opening, "phony");
  refuses("rack.GMRUYYZ", opening, "no move");
  refuses("none", opening, "'none'");
  refuses("", opening, "''");
  refuses("\x01\xff", opening, "\\x01");
}

TEST_CASE("a referee looks at cross words and at letters on the board") {
  const std::string begun =
      "15/15/15/15/15/15/15/3ZYMURGY5/15/15/15/15/15/15/15 AEINRST/EEIOQ?? 0/120 0";
  refuses("H7.TAR", begun, "holds R");
  refuses("H7.T.A.R", begun, "");
  refuses("9C.RETAINS", begun, "is no word of OEL1");  // RETAINS is one, ZE and others are not
  refuses("8D.ZYMURGY", begun, "");                    // nothing new
}

TEST_CASE("a referee and the generator agree on every move and its score") {
  const test::Words& words = test::thin_oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Position position = test::random_position(words, seed);
    const Lanes lanes(*words.lexicon, position.layout(), position.board());
    for (const Candidate& candidate : finder.all(position, lanes)) {
      const std::string text = ucgi_text(candidate.move, position.board(), position.tiles());
      CAPTURE(text);
      CHECK(judge_move(text, position, *words.lexicon) == candidate.move);
    }
    CHECK(judge_move("ex.A", position, *words.lexicon).has_value() ==
          (position.exchange_allowed() && position.rack()[1] > 0));
  }
}

}  // namespace
}  // namespace zymurgy
