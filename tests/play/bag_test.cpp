#include "play/bag.h"

#include <doctest/doctest.h>

#include <cstdlib>

#include "game/tile_set.h"

namespace zymurgy {
namespace {

TEST_CASE("a bag gives out every tile once") {
  const TileCounts all = TileSet::english().counts();
  Bag bag;
  bag.fill(all, 1);
  TileCounts drawn;
  for (int seat = 0; bag.size() > 0; seat ^= 1) drawn.add(bag.draw(seat, 7));
  CHECK(drawn == all);
  CHECK(bag.draw(0, 7).empty());
}

TEST_CASE("a seat draws the same tiles whatever the other does, until the ends meet") {
  Bag quiet, busy;
  quiet.fill(TileSet::english().counts(), 9);
  busy.fill(TileSet::english().counts(), 9);
  for (int turn = 0; turn < 10; ++turn) {
    CHECK(quiet.draw(0, 4) == busy.draw(0, 4));
    busy.draw(1, 5);
  }
}

TEST_CASE("what is put back keeps the bag whole, and lands anywhere") {
  // How far from seat 0's end one put-back tile comes to lie, over many bags.
  int sum = 0;
  constexpr int kBags = 2000;
  for (int n = 0; n < kBags; ++n) {
    TileCounts lone, others;
    lone.add(1);
    others.add(2, 40);
    Bag bag;
    bag.fill(others, static_cast<std::uint64_t>(n));
    bag.draw(1, 1);
    bag.put_back(n % 2, lone);
    CHECK(bag.size() == 40);
    while (bag.draw(0, 1) != lone) ++sum;
  }
  CHECK(std::abs(sum / static_cast<double>(kBags) - 19.5) < 1.5);
}

}  // namespace
}  // namespace zymurgy
