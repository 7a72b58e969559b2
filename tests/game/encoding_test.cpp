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

TEST_CASE("letters with a mark come apart as Unicode says, others stay") {
  CHECK(decomposed("Ñandú") == "N\u0303andu\u0301");
  CHECK(decomposed("ÀŽżÿ") == "A\u0300Z\u030cz\u0307y\u0308");
  CHECK(decomposed("ÆØŁß L·L \xff") == "ÆØŁß L·L \xff");
}

TEST_CASE("a mark belongs to the letter before it") {
  CHECK(letter_length("N\u0303O") == 3);
  CHECK(letter_length("o\u0302\u0301") == 5);
  CHECK(letter_length("NO") == 1);
  CHECK(letter_length("\xcc") == 1);
  CHECK(begins_with_combining_mark("\u0300"));
  CHECK(begins_with_combining_mark("\u036f"));
  CHECK(!begins_with_combining_mark("\u0370"));
  CHECK(!begins_with_combining_mark("\u02ff"));
  CHECK(!begins_with_combining_mark(""));
}

}  // namespace zymurgy
