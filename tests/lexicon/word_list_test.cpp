#include "lexicon/word_list.h"

#include <doctest/doctest.h>

namespace zymurgy {
namespace {

Result<WordList> read(std::string_view text, const char* tiles = "english") {
  return read_word_list(text, "test", *TileSet::find(tiles).value());
}

TEST_CASE("one word a line, either case, remarks and blank lines ignored") {
  const auto list = read(
                        "\xef\xbb\xbf"
                        "CAT a pet\n\ndog\tanother\r\n  \nCat\nfish")
                        .value();
  REQUIRE(list.words.size() == 4);
  CHECK(list.words[0] == list.words[2]);
  CHECK(list.words[1] == TileSet::english().parse_word("DOG").value());
}

TEST_CASE("words too short or too long are counted and skipped") {
  const auto list =
      read("a\nab\n" + std::string(21, 'b') + "\n" + std::string(22, 'c') + "\n").value();
  CHECK(list.words.size() == 2);
  CHECK(list.too_short == 1);
  CHECK(list.too_long == 1);
  CHECK(read("").value().words.empty());
}

TEST_CASE("lines that begin with white space are counted and skipped") {
  const auto list = read(" CAT\nDOG\n\tfish, a 'remark'\n \t\r\n").value();
  CHECK(list.words.size() == 1);
  CHECK(list.indented == 2);
}

TEST_CASE("a line ends with \\n, and \\r before it is no part of it; \\r alone is an error") {
  CHECK(read("CAT\r\r\nDOG\r").value().words.size() == 2);
  for (const char* bad : {"CAT\rDOG\r", "CAT\nDOG \r FISH\n"}) CHECK(!read(bad));
}

TEST_CASE("a letter that the tile set lacks is an error with its line") {
  CHECK(read("CAT\nNIÑO\n").error().message ==
        "word list test, line 2: no tile of english is written 'Ñ'");
  CHECK(!read("CAT\nDON'T\n"));
  CHECK(!read(std::string_view("CA\0T", 4)));
  CHECK(read("CA?T").error().message == "word list test, line 1: '?' cannot stand in a word");
  CHECK(!read(std::string(1000000, '\xff')));
}

TEST_CASE("a word that is not UTF-8 is read as Latin-1, whatever the remarks are in") {
  const auto list = read("a\xf1o\nA\xd1O\naño \xf1\n", "spanish").value();
  REQUIRE(list.words.size() == 3);
  for (const auto& word : list.words) CHECK(word == list.words[2]);
  CHECK(list.words[2].size() == 3);
  // Polish in ISO 8859-2.
  CHECK(read("\xb3"
             "as\n",
             "polish")
            .error()
            .message ==
        "word list test, line 1: no tile of polish is written '³' "
        "(it is not UTF-8 and is read as Latin-1)");
  CHECK(read("\xff\xfe"
             "A")
            .error()
            .message == "word list test: the file is UTF-16: save it as UTF-8");
}

TEST_CASE("tiles of several characters need no brackets in a list") {
  const auto list = read("NIÑO\nchillar\nCARRO\n", "spanish").value();
  CHECK(list.words[0].size() == 4);
  CHECK(list.words[1].size() == 5);
  CHECK(list.words[2].size() == 4);
}

}  // namespace
}  // namespace zymurgy
