#include "game/tile_set.h"

#include <doctest/doctest.h>

#include "game/encoding.h"
#include "game/random.h"

namespace zymurgy {
namespace {

const TileSet& named(std::string_view name) { return *TileSet::find(name).value(); }

std::string error_of(std::string_view csv) {
  const auto set = TileSet::parse(csv, "test");
  return set ? "" : set.error().message;
}

TEST_CASE("shipped tile sets have the tiles of the box") {
  const std::pair<const char*, int> totals[] = {
      {"english", 100}, {"english_super", 200}, {"french", 102}, {"german", 102},
      {"spanish", 100}, {"catalan", 100},       {"polish", 100}, {"norwegian", 100},
      {"dutch", 102},   {"slovene", 100}};
  CHECK(std::size(totals) == TileSet::shipped_names().size());
  for (const auto& known : totals) {
    const char* name = known.first;  // clang 14 captures no structured binding
    const int total = known.second;
    CAPTURE(name);
    CHECK(named(name).total() == total);
    CHECK(named(name).count(kBlank) == (total == 200 ? 4 : 2));
    CHECK(named(name).score(kBlank) == 0);
    CHECK((named(name).vowels() & ~named(name).all_letters()) == 0);
  }
  CHECK(TileSet::english().points(TileSet::english().counts()) == 187);
  CHECK(TileSet::english().letters() == 26);
  CHECK(!TileSet::find("klingon"));
}

TEST_CASE("a tile set's errors name the line") {
  CHECK(error_of("?,?,2,0,0\nA,a,9,1,1\n") == "");
  CHECK(error_of("?,?,2,0,0\r\n\r\nA,a,9,1,1\r\n") == "");
  CHECK(error_of("?,?,255,0,0\nA,a,255,100,1\n") == "");
  CHECK(error_of("") == "tile set test has no letters");
  CHECK(error_of("?,?,2,0,0\n") == "tile set test has no letters");
  CHECK(error_of("A,a,9,1,1") ==
        "tile set test, line 1: the blank, '?', must come first, and only once");
  for (const char* bad : {"A,a,9,1", "?,?,2,0,0", "A,a,256,1,1", "A,a,-1,1,1", "A,a,9,101,1",
                          "A,a,9,1,2", "A,a,9x,1,1", ",a,9,1,1", "A,,9,1,1", "A,A,9,1,1",
                          "[,],9,1,1", "1,2,9,1,1", "ABCDEFGHI,a,9,1,1", "\xc4,a,9,1,1",
                          "A,\x8d,9,1,1", "9,x,1,1,0", "0,x,1,1,0", "x,9,1,1,0"}) {
    CAPTURE(bad);
    CHECK(error_of("?,?,2,0,0\n" + std::string(bad)).starts_with("tile set test, line 2: "));
  }
  CHECK(error_of("?,?,2,0,0\nA,a,9,1,1\na,b,1,1,0\n") == "tile set test, line 3: 'a' occurs twice");

  std::string many = "?,?,2,0,0\n";
  for (int i = 0; i < 51; ++i)
    many += "x" + std::to_string(i) + ",y" + std::to_string(i) + ",1,1,0\n";
  CHECK(error_of(many) == "tile set test, line 52: more than 50 letters");
}

TEST_CASE("every tile, rack and word is read as it was written, in every language") {
  Random random(1);
  for (const std::string& name : TileSet::shipped_names()) {
    CAPTURE(name);
    const TileSet& set = named(name);
    for (Letter letter = 1; letter <= set.letters(); ++letter) {
      for (const Tile tile : {letter, blank_as(letter)}) {
        const std::string text = set.tile_text(tile) + "rest";
        std::string_view rest = text;
        CHECK(set.take_tile(rest).value() == tile);
        CHECK(rest == "rest");
      }
    }
    for (int n = 0; n < 200; ++n) {
      TileCounts rack;
      std::vector<Tile> tiles;
      for (int i = 0; i < 7; ++i) {
        const auto letter =
            static_cast<Letter>(random.below(static_cast<std::uint32_t>(set.letters() + 1)));
        rack.add(letter);
        if (letter != kBlank) tiles.push_back(random.below(4) == 0 ? blank_as(letter) : letter);
      }
      CHECK(set.parse_rack(set.rack_text(rack)).value() == rack);
      const std::string text = set.word_text(tiles.data(), static_cast<int>(tiles.size()));
      std::string_view rest = text;
      for (const Tile tile : tiles) CHECK(set.take_tile(rest).value() == tile);
      CHECK(rest.empty());
    }
  }
}

TEST_CASE("tiles of several characters") {
  const TileSet& spanish = named("spanish");
  const Letter ll = spanish.parse_word("[LL]").value()[0];
  CHECK(spanish.letter_text(ll) == "LL");
  CHECK(spanish.tile_text(blank_as(ll)) == "[ll]");
  CHECK(spanish.parse_rack("[LL]L?").value().size() == 3);
  // On a rack or a board two Ls are two tiles; a word list writes the one tile so.
  CHECK(spanish.parse_rack("LL").value().size() == 2);
  CHECK(spanish.parse_word("calle").value().size() == 4);
  CHECK(spanish.parse_word("CALLE").value().size() == 4);
  CHECK(spanish.parse_word("CHORRO", false).value().size() == 4);
  // Where case means nothing a word may begin with a capital; where it means a blank, not so.
  CHECK(spanish.parse_word("Chorro", false).value() == spanish.parse_word("CHORRO").value());
  CHECK(spanish.parse_word("Chorro").value().size() == 5);
  // In Catalan no other tiles spell QU, NY and L·L: they need no brackets.
  const TileSet& catalan = named("catalan");
  CHECK(catalan.parse_word("L·lull", false).value() == catalan.parse_word("L·LULL").value());
  CHECK(catalan.parse_rack("QU").value().size() == 1);
  CHECK(catalan.parse_word("COL·LEGI").value().size() == 6);
  CHECK(catalan.parse_rack("QUNYL·LAny").value() ==
        catalan.parse_rack("[QU][NY][L·L]A[ny]").value());
  CHECK(catalan.parse_rack("LLNU").value().size() == 4);
  CHECK(catalan.parse_rack("L·").error().message == "no tile of catalan is written '·'");
}

TEST_CASE("brackets are put around what may be one tile") {
  const TileSet& spanish = named("spanish");
  CHECK(spanish.bracketed("8H llama") == "8H [ll]ama");
  CHECK(spanish.bracketed("-RRCHA") == "-[RR][CH]A");
  CHECK(spanish.bracketed("[CH]E[RR") == "[CH]E[RR");
  CHECK(spanish.bracketed("Llorar lll") == "Llorar [ll]l");
  CHECK(named("catalan").bracketed("QUE") == "QUE");
}

TEST_CASE("a letter with a mark is read in two characters, too") {
  for (const std::string& name : TileSet::shipped_names()) {
    CAPTURE(name);
    const TileSet& set = named(name);
    for (Letter letter = 1; letter <= set.letters(); ++letter)
      for (const Tile tile : {letter, blank_as(letter)}) {
        const std::string text = decomposed(set.tile_text(tile)) + "rest";
        std::string_view rest = text;
        CHECK(set.take_tile(rest).value() == tile);
        CHECK(rest == "rest");
      }
  }
  CHECK(named("spanish").parse_word("n\u0303andu", false).value() ==
        named("spanish").parse_word("ÑANDU").value());
  // A tile with a mark that it lacks is another letter, which is named whole.
  CHECK(named("spanish").parse_word("CAFE\u0301").error().message ==
        "no tile of spanish is written 'E\u0301'");
  CHECK(named("catalan").parse_rack("NY\u0301").error().message ==
        "no tile of catalan is written 'Y\u0301'");
}

TEST_CASE("what is no tile is named") {
  const TileSet& english = TileSet::english();
  CHECK(english.parse_rack("AÑ").error().message == "no tile of english is written 'Ñ'");
  CHECK(english.parse_rack("[CH").error().message == "no tile of english is written '[CH'");
  CHECK(english.parse_rack("[CH]A").error().message == "no tile of english is written '[CH]'");
  CHECK(!english.parse_word("CA?E"));
  CHECK(!english.parse_rack(std::string(256, 'A')));
  CHECK(!english.parse_rack(std::string_view("A\0B", 3)));
}

}  // namespace
}  // namespace zymurgy
