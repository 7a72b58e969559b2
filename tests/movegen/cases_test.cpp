// The known answers of ../shared/cases/movegen.jsonl: counts of plays and exchanges, the sum of the
// scores, and the eight best by static equity, all with the reference lexicon.

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "protocol/cgp.h"
#include "protocol/notation.h"
#include "support/known_cases.h"
#include "support/lexica.h"

using namespace zymurgy;
using namespace zymurgy::test;

TEST_CASE("movegen.jsonl: counts, scores and the best eight") {
  if (kBoardDim != 15) return;
  const Words* words = reference();
  if (words == nullptr) return;
  MoveFinder finder(*words->lexicon, *words->leaves);
  const auto cases = known_cases("movegen.jsonl");
  for (const auto& expected : cases) {
    const std::string cgp = expected["cgp"];
    CAPTURE(cgp);
    const Position position = parse_cgp(cgp).value().position;
    const Lanes lanes(*words->lexicon, position);

    const Perft perft = finder.perft(position, lanes);
    CHECK(perft.plays == expected["plays"]);
    CHECK(perft.exchanges == expected["exchanges"]);
    CHECK(perft.score_sum == expected["score_sum"]);

    const auto& top = finder.top(position, lanes, 8);
    REQUIRE(top.size() == expected["top"].size());
    for (std::size_t i = 0; i < top.size(); ++i) {
      const auto& want = expected["top"][i];
      CHECK(ucgi_text(top[i].move, position) == want["move"].get<std::string>());
      CHECK(top[i].move.score == want["score"]);
      CHECK(top[i].equity == std::lround(want["equity"].get<double>() * kPoint));
    }
  }
  CHECK((cases.empty() || cases.size() == 160));
}
