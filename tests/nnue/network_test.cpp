#include "nnue/network.h"

#include <doctest/doctest.h>

#include "support/random_network.h"

using namespace zymurgy;
using namespace zymurgy::test;
using nnue::Network;

namespace {

const TileSet& english() { return TileSet::english(); }

std::string error_of(const std::string& bytes) {
  const auto network = Network::read(bytes, "it", english());
  return network ? "" : network.error().message;
}

}  // namespace

TEST_CASE("a network is read as it was written, byte for byte") {
  Network network = random_network(english(), 3);
  network.training = "for a test";
  const std::string bytes = network.bytes();
  const auto again = Network::read(bytes, "it", english());
  REQUIRE(again);
  CHECK(*again == network);
  CHECK(again->bytes() == bytes);
  CHECK(nnue::name_of(*again) == nnue::name_of(network));
}

TEST_CASE("a damaged network is refused, and its part named") {
  const std::string bytes = random_network(english(), 4).bytes();
  CHECK(error_of("") == "it: head: not a network");
  std::string future = bytes;
  ++future[16];
  CHECK(error_of(future) == "it: head: version 2, this program reads 1");
  for (const char* section : {"lanes", "tiles", "dense", "bias", "head"}) {
    const std::size_t at = bytes.find(std::string("\5\0\0\0", 4) + section) != std::string::npos
                               ? bytes.find(std::string("\5\0\0\0", 4) + section)
                               : bytes.find(std::string("\4\0\0\0", 4) + section);
    REQUIRE(at != std::string::npos);
    std::string damaged = bytes;
    ++damaged[at + 40];
    CHECK(error_of(damaged) ==
          "it: section " + std::string(section) + ": damaged (the checksum differs)");
    CHECK(error_of(bytes.substr(0, at + 2)).starts_with("it: section " + std::string(section)));
    CHECK(error_of(bytes.substr(0, at + 30)).starts_with("it: section " + std::string(section)));
  }
  CHECK(error_of(bytes + "x") == "it: end: more follows the last section");
  const auto foreign = Network::read(bytes, "it", *TileSet::find("french").value());
  REQUIRE(!foreign);
  CHECK(foreign.error().message.starts_with("it: head: made for the letters english"));
  const auto cut = [&](std::size_t size) {
    return !Network::read(bytes.substr(0, size), "it", english());
  };
  for (std::size_t size = 0; size < 200; ++size) CHECK(cut(size));
}

TEST_CASE("weights that could overflow a sum are refused") {
  Network network = random_network(english(), 5);
  std::fill(network.dense.begin(), network.dense.end(), std::int16_t{30'000});
  CHECK(!network.sums_fit());
  CHECK(error_of(network.bytes()) == "it: section dense: weights too large to add up");
}

TEST_CASE("lexica without a network of their own borrow one for the same tiles") {
  const Library library;
  const std::string shipped = kBoardDim == 15 ? "OEL1" : "";
  CHECK(nnue::own_network(library, "OEL1", english()) == shipped);
  CHECK(nnue::own_network(library, "TWL06", english()) == (kBoardDim == 15 ? "TWL06" : ""));
  CHECK(nnue::own_network(library, "NONESUCH", english()) == shipped);
  CHECK(nnue::own_network(library, "NONESUCH", **TileSet::find("french")) == "");
}
