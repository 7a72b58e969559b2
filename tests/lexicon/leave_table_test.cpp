#include "lexicon/leave_table.h"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <string>

#include "lexicon/library.h"
#include "lexicon/random_words.h"
#include "lexicon/word_graph_builder.h"

namespace zymurgy {
namespace {

TileSet few_tiles(const char* rows) { return TileSet::parse(rows, "few").value(); }

LeaveTable random_leaves(const TileSet& tiles, std::uint64_t seed) {
  LeaveTable table(tiles);
  Random random(seed);
  for (int size = 1; size <= LeaveSizes{}.most; ++size)
    for_each_leave(tiles, size, [&](const TileCounts& leave) {
      table.set(table.rank(leave), static_cast<Equity>(random.below(200000)) - 100000);
    });
  return table;
}

TEST_CASE("the ranks of leaves are a bijection") {
  // With six of each tile every multiset of up to six is a leave.
  const TileSet tiles = few_tiles("?,?,6,0,0\nA,a,6,1,1\nB,b,6,3,0\nC,c,6,3,0\n");
  const LeaveTable table(tiles);
  std::vector<int> seen(table.ranks(), 0);
  for (int size = 0; size <= LeaveSizes{}.most; ++size) {
    for_each_leave(tiles, size, [&](const TileCounts& leave) {
      REQUIRE(table.rank(leave) < table.ranks());
      ++seen[table.rank(leave)];
    });
  }
  for (const int times : seen) CHECK(times == 1);

  const TileSet more = few_tiles("?,?,7,0,0\nA,a,7,1,1\nB,b,7,3,0\n");
  const LeaveTable racks(more, kWholeRacks);
  seen.assign(racks.ranks(), 0);
  for_each_leave(more, kRackSize, [&](const TileCounts& rack) {
    REQUIRE(racks.rank(rack) < racks.ranks());
    ++seen[racks.rank(rack)];
  });
  for (const int times : seen) CHECK(times == 1);

  const LeaveTable english(TileSet::english());
  std::vector<bool> taken(english.ranks(), false);
  int leaves = 0, twice = 0;
  for (int size = 0; size <= LeaveSizes{}.most; ++size) {
    for_each_leave(TileSet::english(), size, [&](const TileCounts& leave) {
      twice += taken[english.rank(leave)];
      taken[english.rank(leave)] = true;
      ++leaves;
    });
  }
  CHECK(twice == 0);
  CHECK(leaves == 914625);  // with the empty one
}

TEST_CASE("written and read leaves are the same") {
  const TileSet tiles = few_tiles("?,?,2,0,0\nA,a,9,1,1\nB,b,2,3,0\nC,c,1,3,0\nD,d,4,2,0\n");
  const LeaveTable table = random_leaves(tiles, 1);
  const std::string bytes = table.to_klv2(tiles);
  const auto read = LeaveTable::read(bytes, "test", tiles).value();
  CHECK(read == table);
  CHECK(read.to_klv2(tiles) == bytes);
  CHECK(read.value({}) == 0);

  // Whole racks, of which a table of other sizes has none.
  LeaveTable racks(tiles, kWholeRacks);
  for_each_leave(tiles, kRackSize, [&](const TileCounts& rack) {
    racks.set(racks.rank(rack), static_cast<Equity>(racks.rank(rack)) - 50);
  });
  const std::string file = racks.to_klv2(tiles);
  CHECK(LeaveTable::read(file, "test", tiles, kWholeRacks).value() == racks);
  CHECK(LeaveTable::read(file, "test", tiles).error().message ==
        "leaves test: none of its values is for a leave");
  CHECK(LeaveTable::read(bytes, "test", tiles, kWholeRacks).error().message ==
        "leaves test: none of its values is for a whole rack");
}

// A file of so many values for the leaves ? and AB.
template <typename T>
std::string file_of(std::initializer_list<T> values) {
  const auto graph = build_word_graph({{0}, {1, 2}}, false).value();
  std::string bytes;
  const auto append = [&](auto value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  append(static_cast<std::uint32_t>(graph.nodes()));
  bytes += graph.bytes();
  append(static_cast<std::uint32_t>(values.size()));
  for (const T value : values) append(value);
  return bytes;
}

TEST_CASE("the forerunner's 16-bit values are 256ths of a point") {
  const TileSet& tiles = TileSet::english();
  const auto table =
      LeaveTable::read(file_of<std::int16_t>({25 * 256, -128}), "test", tiles).value();
  CHECK(table.value(tiles.parse_rack("?").value()) == 25000);
  CHECK(table.value(tiles.parse_rack("AB").value()) == -500);
  CHECK(table.value(tiles.parse_rack("A").value()) == 0);
}

TEST_CASE("a value for each leave is asked for, and that it is a number within reason") {
  const auto error_of = [](std::initializer_list<float> values) {
    const auto read = LeaveTable::read(file_of(values), "test", TileSet::english());
    return read ? "" : read.error().message;
  };
  CHECK(error_of({1000, -1000}) == "");
  CHECK(error_of({1, 1001}) == "leaves test: value 1 is not within 1000 points");
  CHECK(error_of({std::nanf(""), 1}) == "leaves test: value 0 is not within 1000 points");
  CHECK(error_of({1, 2, 3}) == "leaves test: 3 values for 2 leaves");
}

TEST_CASE("more of a tile than the leaves know is worth no more, nor less") {
  const TileSet few = few_tiles("?,?,2,0,0\nA,a,9,1,1\nB,b,1,3,0\n");
  const TileSet many = few_tiles("?,?,4,0,0\nA,a,9,1,1\nB,b,2,3,0\n");
  const LeaveTable known = random_leaves(few, 4);
  const auto table = LeaveTable::read(known.to_klv2(few), "test", many).value();
  const auto value = [&](const char* leave) { return table.value(many.parse_rack(leave).value()); };
  int leaves = 0;
  for (int size = 1; size <= LeaveSizes{}.most; ++size)
    for_each_leave(few, size, [&](const TileCounts& leave) {
      CHECK(table.value(leave) == known.value(leave));
      ++leaves;
    });
  CHECK(leaves > 30);
  CHECK(value("??") != 0);
  CHECK(value("???") == value("??"));
  CHECK(value("????") == value("??"));
  CHECK(value("BB") == value("B"));
  CHECK(value("AABB??") == value("AAB??"));
  CHECK(value("ABB???") == value("AB??"));
}

TEST_CASE("damaged leaves are read or refused with one sentence") {
  const TileSet tiles = few_tiles("?,?,1,0,0\nA,a,2,1,1\nB,b,1,3,0\n");
  const std::string whole = random_leaves(tiles, 2).to_klv2(tiles);
  Random random(3);
  int refused = 0;
  test::for_each_damage(random, whole, 5000, [&](const std::string& bytes) {
    const auto read = LeaveTable::read(bytes, "test", tiles);
    if (read) return;
    ++refused;
    REQUIRE(read.error().message.find('\n') == std::string::npos);
    REQUIRE(read.error().message.find("test: ") != std::string::npos);
  });
  CHECK(refused > static_cast<int>(whole.size()));
}

TEST_CASE("a small file that would spell endless leaves is refused at once") {
  // Seven tiles, each any of 26: 8 billion leaves for one value.
  std::vector<std::uint32_t> nodes{1U << 22 | 2, 1U << 22};
  for (std::uint32_t length = 1; length <= 7; ++length)
    for (std::uint32_t letter = 1; letter <= 26; ++letter)
      nodes.push_back(letter << 24 | 1U << 23 | (letter == 26 ? 1U << 22 : 0) |
                      (length == 7 ? 0 : 2 + 26 * length));
  const auto count = static_cast<std::uint32_t>(nodes.size());
  std::string bytes(reinterpret_cast<const char*>(&count), sizeof count);
  bytes += WordGraph(nodes).bytes() + std::string("\1\0\0\0\0\0\0\0", 8);
  const auto read = LeaveTable::read(bytes, "test", TileSet::english());
  CHECK(read.error().message == "word graph test: it spells more than 1 words");
}

TEST_CASE("the reference leaves") {
  const Library library({ZYMURGY_SHARED_DIR "/lexica"});
  if (!library.has("TWL06.klv2")) {
    MESSAGE("skipped: no reference lexicon");
    return;
  }
  const TileSet& tiles = TileSet::english();
  const auto table = LeaveTable::read(library.read("TWL06.klv2").value(), "TWL06", tiles).value();
  CHECK(table.value(tiles.parse_rack("?").value()) > 20 * kPoint);
  CHECK(table.value(tiles.parse_rack("UVVWW").value()) < -20 * kPoint);
  CHECK(LeaveTable::read(table.to_klv2(tiles), "again", tiles).value() == table);
}

}  // namespace
}  // namespace zymurgy
