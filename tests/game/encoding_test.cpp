#include "game/encoding.h"

#include <doctest/doctest.h>

namespace zymurgy {

TEST_CASE("a character that is written longer than it need be is no UTF-8") {
  CHECK(is_utf8("\xf0\x90\x80\x80"));
  CHECK(!is_utf8("\xf0\x80\x80\x80"));
}

TEST_CASE("the first character beyond Latin-1 does not fit it") {
  CHECK(utf8_to_latin1("\xc3\xbf") == "\xff");
  CHECK(fits_latin1("\xc3\xbf"));
  CHECK(utf8_to_latin1("\xc4\x80") == "?");
  CHECK(!fits_latin1("\xc4\x80"));
}

}  // namespace zymurgy
