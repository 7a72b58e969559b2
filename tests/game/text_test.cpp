#include "game/text.h"

#include <doctest/doctest.h>

namespace zymurgy {

TEST_CASE("text from outside is fit for a terminal") {
  CHECK(printable("Zoë plays 8D") == "Zoë plays 8D");
  CHECK(printable("a\x1b[31m\n\x7f") == "a\\x1B[31m\\x0A\\x7F");
  // The same to a terminal as ESC [ is U+009B.
  CHECK(printable("a\xc2\x9b"
                  "31m") == "a\\xC2\\x9B31m");
  CHECK(printable("\xc2\x9f") == "\\xC2\\x9F");
  CHECK(printable("\xc2\xa0") == "\xc2\xa0");
  CHECK(printable("half \xc3") == "half \\xC3");
  CHECK(printable("abcdef", 3) == "abc...");
  CHECK(in_quotes("x") == "'x'");
}

TEST_CASE("a letter and its mark take one column, whether written as one character or two") {
  CHECK(columns("José") == 4);
  CHECK(columns("Jose\u0301") == 4);
}

}  // namespace zymurgy
