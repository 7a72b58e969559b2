#include "lexicon/library.h"

#include <doctest/doctest.h>

#include "game/files.h"
#include "game/packing.h"
#include "lexicon/word_graph_builder.h"
#include "support/folder.h"

namespace zymurgy {
namespace {

namespace fs = std::filesystem;

using test::Folder;

TEST_CASE("the default lexicon is there without any folder") {
  const auto graph = Library().graph("OEL1", TileSet::english());
  REQUIRE(graph);
  int words = 0, up_to_15 = 0;
  graph->for_each_word([&](const Letter*, int length) {
    ++words;
    up_to_15 += length <= 15;
  });
  CHECK(words == 274080);
  CHECK(up_to_15 == 269870);
}

TEST_CASE("folders are searched in order, before what ships, plain or compressed") {
  const Folder first, second;
  REQUIRE(write_file(second.path / "A.txt", "second"));
  const Library library({first.path, second.path});
  CHECK(library.read("A.txt").value() == "second");
  REQUIRE(write_file(first.path / "A.txt.zst", compress("first", 3)));
  CHECK(library.read("A.txt").value() == "first");
  CHECK(library.has("A.txt"));
  CHECK(!library.has("B.txt"));
  CHECK(library.in_folders("A.txt") == first.path / "A.txt.zst");
  const std::string error = library.read("B.txt").error().message;
  CHECK(error.find("B.txt") != std::string::npos);
  CHECK(error.find(first.path.string()) != std::string::npos);
  CHECK(error.find(second.path.string()) != std::string::npos);
}

TEST_CASE("a lexicon is found by code or by the path of its file") {
  const Folder folder;
  const std::string bytes = Library().read("OEL1.kwg").value();
  REQUIRE(write_file(folder.path / "MINE.kwg", bytes));
  REQUIRE(write_file(folder.path / "SMALL.kwg.zst", compress(bytes, 1)));
  const TileSet& english = TileSet::english();
  const Library library({folder.path});
  CHECK(library.graph("MINE", english));
  CHECK(library.graph("SMALL", english));
  CHECK(library.graph((folder.path / "MINE.kwg").string(), english));
  CHECK(library.lexicon((folder.path / "SMALL.kwg.zst").string(), english).value()->code() ==
        "SMALL");
  CHECK(library.own_leaves("OEL1", english) == "OEL1");
  CHECK(library.own_leaves("MINE", english) == "OEL1");  // none of its own
  CHECK(library.own_leaves("MINE", **TileSet::find("french")).empty());
  CHECK(library.own_leaves("OEL1", **TileSet::find("norwegian")).empty());
  const std::string leaves = (folder.path / "MINE.klv2").string();
  REQUIRE(write_file(leaves, Library().read("OEL1.klv2").value()));
  CHECK(library.own_leaves((folder.path / "MINE.kwg").string(), english) == leaves);
  CHECK(library.leaves(leaves, english));
  CHECK(library.own_leaves("/elsewhere/MINE.kwg", english) == "MINE");
  for (const char* code : {"", "NONE", "NONE.kwg", "/", "/none/NONE.kwg"}) {
    CAPTURE(code);
    CHECK(library.graph(code, english).error().message.starts_with("lexicon " + std::string(code)));
  }
}

TEST_CASE("values of racks that ship are of English letters; those of a folder are what they are") {
  const TileSet &english = TileSet::english(), &norwegian = **TileSet::find("norwegian");
  CHECK((Library().racks("OEL1", english).value() != nullptr) == (ZYMURGY_BOARD_DIM == 15));
  CHECK(Library().racks("OEL1", norwegian).value() == nullptr);
  const Folder folder;
  const std::string no_racks(
      "\2\0\0\0"
      "\0\0\x40\0"
      "\0\0\x40\0"
      "\0\0\0\0",
      16);
  REQUIRE(write_file(folder.file("OEL1.racks.klv2"), no_racks));
  CHECK(Library({folder.path}).racks("OEL1", norwegian).value() != nullptr);
}

TEST_CASE(
    "what ends as files do is a path, in the current folder as well, or a file of the library") {
  const Folder folder, current;
  const Library library({folder.path});
  REQUIRE(write_file(folder.path / "MINE.win", "code"));
  REQUIRE(write_file(folder.path / "winpct.csv", "of the library"));
  REQUIRE(write_file(folder.path / "wins.txt", "by its whole name"));
  REQUIRE(write_file(folder.path / "1.5.win", "a code with a dot"));
  REQUIRE(write_file(folder.path / "PACKED.win", compress("packed, whatever its name", 1)));
  CHECK(library.find("MINE", ".win").value() == "code");
  CHECK(library.find("MINE.win", ".win").value() == "code");
  CHECK(library.find("winpct.csv", ".win").value() == "of the library");
  CHECK(library.find("wins.txt", ".win").value() == "by its whole name");
  CHECK(library.find("1.5", ".win").value() == "a code with a dot");
  for (const std::string& packed : {std::string("PACKED"), folder.file("PACKED.win")})
    CHECK(library.find(packed, ".win").value() == "packed, whatever its name");

  const auto before = fs::current_path();
  fs::current_path(current.path);
  REQUIRE(write_file("MINE", "no path"));
  CHECK(library.find("MINE", ".win").value() == "code");
  for (const std::string name : {"MINE.win", "winpct.csv", "my.win.zst"}) {
    CAPTURE(name);
    REQUIRE(write_file(name, name.ends_with(".zst") ? compress("a path", 1) : "a path"));
    CHECK(library.find(name, ".win").value() == "a path");
  }
  fs::current_path(before);
}

TEST_CASE("a code in other letters than its file's is told the file's") {
  const auto told = [](const Library& library, const std::string& code) {
    return library.lexicon(code, TileSet::english()).error().message;
  };
  CHECK(told(Library(), "oel1").ends_with("there is OEL1.kwg.zst"));
  const Folder folder;
  REQUIRE(write_file(folder.path / "ODD.kwg", "AB\nCD\nEFG\n"));
  const Library library({folder.path});
  CHECK(told(library, "Odd").ends_with("there is ODD.kwg"));
  CHECK(told(library, "Odder").ends_with("name folders to look in"));
}

TEST_CASE("who names a list of words is told how to make a lexicon of it") {
  const auto told = [](const Library& library, const std::string& code) {
    return library.graph(code, TileSet::english()).error().message;
  };
  const Folder folder;
  for (const char* name : {"LIST.kwg", "words.txt"})
    REQUIRE(write_file(folder.path / name, "AB\nCD\nEFG\n"));
  REQUIRE(write_file(folder.path / "bytes", std::string("\1\2\3")));
  const std::string words = folder.file("words.txt"), list = folder.file("LIST.kwg");
  const auto advice = [](const std::string& file) {
    return "'" + file + "' is a list of words; `zymurgy lexicon build " + file +
           " FILE.kwg` makes a lexicon of it";
  };
  for (const std::string& code : {words, std::string("words"), std::string("words.txt")})
    CHECK(told(Library({folder.path}), code) == "lexicon " + code + ": " + advice(words));
  for (const std::string& code : {list, std::string("LIST")})
    CHECK(told(Library({folder.path}), code) == "lexicon " + code + ": " + advice(list));
  CHECK(told(Library(), folder.file("bytes")).find("3 bytes") != std::string::npos);
  // A graph that is there is not the list beside it, whatever else is wrong.
  const TileSet& polish = *TileSet::find("polish").value();
  const auto graph = build_word_graph({polish.parse_word("ŻŹ").value()}, false);
  REQUIRE(write_file(folder.path / "words.kwg", graph->bytes()));
  CHECK(told(Library({folder.path}), "words").find("names another tile set") != std::string::npos);
}

TEST_CASE("a file that is of another kind by its name is refused") {
  const Library library({"/data"});
  for (const char* name : {"a.klv2", "./a.klv2.zst", "a.network"})
    CHECK(library.graph(name, TileSet::english()).error().message.find("expected a .kwg file") !=
          std::string::npos);
  CHECK(library.find("a.csv", ".win").error().message.find("expected") == std::string::npos);
}

}  // namespace
}  // namespace zymurgy
