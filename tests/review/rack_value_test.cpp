#include "review/rack_value.h"

#include <doctest/doctest.h>

#include "support/tiles.h"

namespace zymurgy {
namespace {

using test::tiles;

TEST_CASE("a full rack's value goes on from its leaves'") {
  // Where each tile has its worth, the rack has the sum.
  LeaveTable leaves(TileSet::english());
  for (int size = 1; size < kRackSize; ++size)
    for_each_leave(TileSet::english(), size, [&](const TileCounts& leave) {
      int sum = 0;
      leave.for_each_tile([&](Letter letter) { sum += 100 * letter; });
      leaves.set(leaves.rank(leave), sum);
    });
  CHECK(rack_points(leaves, nullptr, tiles("ABCDEFG")) == doctest::Approx(2.8));
  CHECK(rack_points(leaves, nullptr, tiles("AB")) == doctest::Approx(0.3));
  // Unless it has one of its own.
  LeaveTable racks(TileSet::english(), kWholeRacks);
  racks.set(racks.rank(tiles("ABCDEFG")), 7 * kPoint);
  CHECK(rack_points(leaves, &racks, tiles("ABCDEFG")) == doctest::Approx(7));
  CHECK(rack_points(leaves, &racks, tiles("AB")) == doctest::Approx(0.3));
}

}  // namespace
}  // namespace zymurgy
