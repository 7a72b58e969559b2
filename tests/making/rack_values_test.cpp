#include "making/rack_values.h"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

#include "game/counting.h"
#include "game/files.h"
#include "game/packing.h"
#include "lexicon/word_graph_builder.h"
#include "support/folder.h"

namespace zymurgy {
namespace {

// Few tiles, so that there are few racks; short words, and one of seven letters.
const TileSet& few_tiles() {
  static const TileSet tiles =
      TileSet::parse("?,?,2,0,0\nA,a,12,1,1\nB,b,8,3,0\nC,c,8,3,0\nD,d,5,2,0\n", "few").value();
  return tiles;
}

const Lexicon& few_words() {
  static const Lexicon lexicon = [] {
    std::vector<std::vector<Letter>> words;
    for (const char* word : {"AA", "AB", "BA", "AC", "CA", "AD", "BAA", "CAB", "DAB", "ABA", "ACA",
                             "BACA", "DBCDBCD"}) {
      words.emplace_back();
      for (const char* letter = word; *letter != 0; ++letter)
        words.back().push_back(static_cast<Letter>(*letter - 'A' + 1));
    }
    return Lexicon("few", few_tiles(), build_word_graph(std::move(words), false).value());
  }();
  return lexicon;
}

Result<LeaveTable> value(int threads, std::stop_token stop = {}) {
  static const LeaveTable leaves(few_tiles());
  RackValueOptions options;
  options.lexicon = &few_words();
  options.leaves = &leaves;
  options.boards = 5;
  options.threads = threads;
  return value_racks(options, {}, stop);
}

TEST_CASE("racks are worth what their best plays are, above the mean rack") {
  const LeaveTable values = value(1).value();
  CHECK(values == value(3).value());
  CHECK(count_racks(few_tiles()) > 200);
  double mean = 0;
  for_each_leave(few_tiles(), kRackSize, [&](const TileCounts& rack) {
    mean += values.value(rack) * ways_to_draw(rack, few_tiles().counts()) /
            choose(few_tiles().total(), kRackSize);
  });
  CHECK(std::abs(mean) < 1);  // thousandths of a point
  // A blank makes the first a bingo; the last can hardly be played.
  const auto points = [&](std::string_view rack) {
    return values.value(few_tiles().parse_rack(rack).value()) / kPoint;
  };
  CHECK(points("BBCCDD?") > points("BBBBCC?") + 10);
  CHECK(points("AAABCD?") > points("BBBBBBB"));
}

TEST_CASE("where no word can be played there is nothing to value") {
  const Lexicon lexicon("qqqq", few_tiles(),
                        build_word_graph({{2, 2, 2, 2, 2, 2, 2, 2}}, false).value());
  const LeaveTable leaves(few_tiles());
  RackValueOptions options;
  options.lexicon = &lexicon;
  options.leaves = &leaves;
  CHECK(value_racks(options).error().message.find("no play begins") != std::string::npos);
}

TEST_CASE("valuing racks can be stopped") {
  std::stop_source stop;
  stop.request_stop();
  CHECK(!value(2, stop.get_token()));
}

TEST_CASE("a run that was stopped is resumed, to the same values") {
  const test::Folder folder;
  const LeaveTable leaves(few_tiles());
  RackValueOptions options;
  options.lexicon = &few_words();
  options.leaves = &leaves;
  options.boards = 5;
  options.checkpoint = folder.file("checkpoint");
  std::stop_source stop;
  CHECK(!value_racks(
      options, [&](const RackValueProgress&) { stop.request_stop(); }, stop.get_token()));
  REQUIRE(std::filesystem::exists(options.checkpoint));
  std::int64_t before = 0, valued = 0;
  const auto resumed = value_racks(options, [&](const RackValueProgress& at) {
    before = at.before;
    valued = at.valued;
  });
  CHECK(resumed.value() == value(1).value());
  CHECK(before == 64);
  CHECK(valued == count_racks(few_tiles()));
  CHECK(value_racks(options).value() == *resumed);  // of a checkpoint of all
  options.seed = 2;
  CHECK(value_racks(options).error().message.find("of a run with other options") !=
        std::string::npos);
  REQUIRE(write_file(options.checkpoint, compress("no checkpoint", 1)));
  CHECK(value_racks(options).error().message.ends_with("not a checkpoint of racks"));
}

}  // namespace
}  // namespace zymurgy
