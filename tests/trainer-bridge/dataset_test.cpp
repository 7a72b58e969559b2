#include "trainer-bridge/dataset.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "game/files.h"
#include "game/packing.h"
#include "support/folder.h"
#include "support/lexica.h"
#include "support/small_data.h"

using namespace zymurgy;
using namespace zymurgy::trainer;
using test::small_data;
using test::SmallData;

TEST_CASE("a shard without a group of two plays has as many plies as others") {
  ContrastOptions options = small_data().options;
  const test::Folder folder;
  options.folder = folder.path.string();
  options.header.plays = 1;
  REQUIRE(make_contrast(options));
  Dataset data(*options.lexicon, *options.leaves, nullptr);
  REQUIRE(data.add(folder.file(contrast_shard_name(0))));
  CHECK(data.groups() == 0);
  REQUIRE(data.add(small_data().path));
  CHECK(data.groups() == small_data().data.groups());
  CHECK(data.plies() == 2);
}

TEST_CASE("shards of another number of plies are refused, alone and among others") {
  SmallData& data = small_data();
  ContrastOptions options = data.options;
  const test::Folder folder;
  options.folder = folder.path.string();
  options.header.plies = 1;
  REQUIRE(make_contrast(options));
  const std::array<std::string, 2> paths{data.path, folder.file(contrast_shard_name(0))};
  const std::string refused = paths[1] + ": labels of another number of plies";
  Dataset alone(data.lexicon, data.leaves, nullptr), together = alone;
  REQUIRE(alone.add(paths[0]));
  CHECK(alone.add(paths[1]).error().message == refused);
  CHECK(together.add(paths, 1).error().message == refused);
}

TEST_SUITE("threads") {
  TEST_CASE("shards read by threads are those read one by one, in their order") {
    SmallData& data = small_data();
    const std::array<std::string, 2> paths{data.path, data.folder.file(contrast_shard_name(3))};
    Dataset together(data.lexicon, data.leaves, nullptr), alone = together;
    REQUIRE(together.add(paths, 2));
    for (const std::string& path : paths) REQUIRE(alone.add(path));
    REQUIRE(together.groups() == alone.groups());
    CHECK(together.plays() == alone.plays());
    GroupView one, other;
    for (std::size_t g = 0; g < alone.groups(); ++g) {
      together.view(g, one);
      alone.view(g, other);
      REQUIRE(one.plays.size() == other.plays.size());
      for (std::size_t p = 0; p < one.plays.size(); ++p)
        CHECK(std::ranges::equal(one.plays[p].gains, other.plays[p].gains));
    }
  }
}

TEST_CASE("a shard of another lexicon is refused before its games are read") {
  const test::Folder folder;
  const std::string damaged = folder.file("damaged");
  const std::string bytes = decompress(read_file(small_data().path).value(), "it").value();
  REQUIRE(write_file(damaged, compress(bytes + "x", 1)));
  const auto added = Dataset(*test::oel1().lexicon, *test::oel1().leaves, nullptr).add(damaged);
  REQUIRE(!added);
  CHECK(added.error().message == damaged + ": games of lexicon 'made-up', not OEL1");
}
