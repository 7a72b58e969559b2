// Counts, score sums and checksums of all plays on the default lexicon, fixed: whatever changes one
// of these numbers changes which plays the program knows.

#include <doctest/doctest.h>

#include "protocol/cgp.h"
#include "support/lexica.h"

using namespace zymurgy;
using namespace zymurgy::test;

TEST_CASE("perft on OEL1") {
  struct Known {
    const char* cgp;
    Perft perft;  // plays, exchanges, sum of scores, checksum
  };
  const Known known[] = {
#if ZYMURGY_BOARD_DIM == 15
    {"15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 "
     "GMRUYYZ/ 0/0 0",
     {52U, 95U, 1252, 0x86e7936aae8641bdU}},
    {"15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 "
     "AEINRS?/ 0/0 0",
     {12955U, 127U, 122240, 0x9f4de609abd70ff1U}},
    {"15/15/15/15/15/15/12BOA/6VOX1ATONY/7FIVER3/11E3/8MOANED1/7QI2C3/8MU1H3/15/15 "
     "AAIRSSU/ 76/120 0",
     {149U, 71U, 1662, 0x70b778968c826b40U}},
    {"15/15/15/15/15/15/12BOA/6VOX1ATONY/7FIVER3/11E3/8MOANED1/7QI2C3/8MU1H3/15/15 "
     "ABLRT?\?/ 76/120 0",
     {8232U, 95U, 82716, 0x933d940c409e7db6U}},
    {"15/4EN9/4NONVIRILE2/3ADO9/3WOK9/3AW10/4E10/3CRAAlED5/4S1XI7/5YEP1GOR3/"
     "2JIBE1EUOI4/1SAFE10/2IF2ACErBER2/GUL1TUM8/2STERILE6 "
     "ADDIPYZ/ 320/373 0",
     {466U, 95U, 5617, 0xdbdf36dd46f1471aU}},
    {"14F/14O/3Q8A1Y/3IT5CURVE/4A7I1R/2PANZER4OP1/4G3HOLMS2/3FLAMIER1OE1B/3AIDED2AT2I/"
     "3NEON3XI1JO/4R5EL1AT/6WUD2E1BA/6EpEEISTS1/4KOTOW6/CULTI3SANDbUR "
     "EGGINNV/HY 313/399 0",
     {115U, 0U, 948, 0xf7d47587217a89a8U}},
#else
    {"21/21/21/21/21/21/21/21/21/21/21/21/21/21/21/21/21/21/21/21/21 "
     "AEINRS?/ 0/0 0",
     {12955U, 127U, 122240, 0xa06d3a53c60a94f2U}},
    {"21/21/21/21/21/21/21/21/21/21/7ZYMURGY7/21/21/21/21/21/21/21/21/21/21 "
     "AEINRST/ 0/120 0",
     {1701U, 127U, 17775, 0xd4b4e656442063afU}},
#endif
  };
  MoveFinder finder(*oel1().lexicon, *oel1().leaves);
  for (const Known& k : known) {
    const Position position = parse_cgp(k.cgp).value().position;
    const Lanes lanes(*oel1().lexicon, position);
    const Perft perft = finder.perft(position, lanes);
    CAPTURE(k.cgp);
    CHECK(perft.plays == k.perft.plays);
    CHECK(perft.exchanges == k.perft.exchanges);
    CHECK(perft.score_sum == k.perft.score_sum);
    CHECK(perft.checksum == k.perft.checksum);
  }
}
