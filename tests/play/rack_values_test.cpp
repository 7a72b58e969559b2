#include "play/rack_values.h"

#include <doctest/doctest.h>

#include "game/counting.h"
#include "lexicon/word_graph_builder.h"

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
    const Letter a = 1, b = 2, c = 3, d = 4;
    std::vector<std::vector<Letter>> words{{a, a},
                                           {a, b},
                                           {b, a},
                                           {a, c},
                                           {c, a},
                                           {a, d},
                                           {b, a, a},
                                           {c, a, b},
                                           {d, a, b},
                                           {a, b, a},
                                           {a, c, a},
                                           {b, a, c, a},
                                           {d, b, c, d, b, c, d}};
    return Lexicon("few", few_tiles(), build_word_graph(std::move(words), false).value());
  }();
  return lexicon;
}

std::optional<LeaveTable> value(int threads, std::stop_token stop = {}) {
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
  CHECK(mean == doctest::Approx(0).epsilon(1));  // thousandths of a point
  // A bingo with no place to play it, or with many: it is worth more than its letters elsewhere.
  const auto points = [&](std::string_view rack) {
    return values.value(few_tiles().parse_rack(rack).value()) / kPoint;
  };
  CHECK(points("BBCCDD?") > points("BBBBCC?") + 10);
  CHECK(points("AAABCD?") > points("BBBBBBB"));
}

TEST_CASE("valuing racks can be stopped") {
  std::stop_source stop;
  stop.request_stop();
  CHECK(!value(2, stop.get_token()));
}

}  // namespace
}  // namespace zymurgy
