#include "nnue/network.h"

#include <doctest/doctest.h>

#include "support/random_network.h"
#include "support/tiles.h"

using namespace zymurgy;
using namespace zymurgy::test;
using nnue::Network;

namespace {

std::string error_of(const std::string& bytes) {
  const auto network = Network::read(bytes, "it", english());
  return network ? "" : network.error().message;
}

}  // namespace

TEST_CASE("a network is read as it was written, byte for byte") {
  nnue::Sizes sizes{32, 32};
  SUBCASE("") {}
  SUBCASE("with mixed lanes") { sizes = {32, 32, 64}; }
  Network network = random_network(english(), 3, sizes);
  network.training = "for a test";
  const std::string bytes = network.bytes();
  const auto again = Network::read(bytes, "it", english());
  REQUIRE(again);
  CHECK(*again == network);
  CHECK(again->bytes() == bytes);
  CHECK(nnue::name_of(*again) == nnue::name_of(network));
}

TEST_CASE("a damaged network is refused, and its part named") {
  nnue::Sizes sizes{32, 32};
  std::vector<std::string> sections{"ones", "lanes", "tiles", "dense", "bias", "head"};
  SUBCASE("") {}
  SUBCASE("with mixed lanes") {
    sizes = {32, 32, 64};
    sections.emplace_back("mix");
  }
  const std::string bytes = random_network(english(), 4, sizes).bytes();
  CHECK(error_of("") == "it: head: not a network");
  std::string future = bytes;
  future[16] = 3;
  CHECK(error_of(future) == "it: head: version 3, this program reads 1 and 2");
  for (const std::string& section : sections) {
    const std::string length{static_cast<char>(section.size()), 0, 0, 0};
    const std::size_t at = bytes.find(length + section);
    REQUIRE(at != std::string::npos);
    std::string damaged = bytes;
    ++damaged[at + 40];
    CHECK(error_of(damaged) == "it: section " + section + ": damaged (the checksum differs)");
    CHECK(error_of(bytes.substr(0, at + 2)).starts_with("it: section " + section));
    CHECK(error_of(bytes.substr(0, at + 30)).starts_with("it: section " + section));
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
  const auto with = [](auto Network::*section, int first, int count, int weight) {
    Network network = Network::zero(english());
    auto& weights = network.*section;
    std::fill_n(weights.begin() + first * network.sizes.width, count * network.sizes.width, weight);
    return error_of(network.bytes());
  };
  const auto refused = [](const char* section) {
    return std::string("it: section ") + section + ": weights too large to add up";
  };
  // A row that every lane of a class has; then, on each of its places, the rows of a tile: one
  // letter there at a time, though each has its row.
  const int tile_rows = 26, place_rows = nnue::FeatureSet(english()).shared_rows();
  CHECK(with(&Network::lanes, 0, 1, 32'767) == "");
  CHECK(with(&Network::lanes, 1, tile_rows, 32'767) == "");
  CHECK(with(&Network::lanes, 0, 1 + tile_rows, -17'000) == refused("lanes"));
  Network network = Network::zero(english());
  const auto fill_tiles = [&](int weight) {
    for (int place = 0; place < kBoardDim; ++place)
      std::fill_n(network.lanes.begin() + (1 + place * place_rows) * network.sizes.width,
                  tile_rows * network.sizes.width, static_cast<std::int16_t>(weight));
    return error_of(network.bytes());
  };
  CHECK(fill_tiles(32'767 / kBoardDim) == "");
  CHECK(fill_tiles(32'767 / kBoardDim + 1) == refused("lanes"));
  CHECK(fill_tiles(-32'767 / kBoardDim - 1) == refused("lanes"));
  // Letters that hook a place come together: half of these rows are theirs.
  CHECK(with(&Network::lanes, 0, place_rows, 700) == "");
  CHECK(with(&Network::lanes, 0, place_rows, 1'200) == refused("lanes"));
  // What tiles add, to all lanes and to their own; the count of a letter reaches all its rows.
  CHECK(with(&Network::tiles, 2, 14, 4'000) == "");
  CHECK(with(&Network::tiles, 2, 14, 5'000) == refused("lanes"));
  network = Network::zero(english());
  for (int row = 1; row < 8; ++row) network.tiles[static_cast<std::size_t>(row * 128 + 64)] = 5'000;
  CHECK(error_of(network.bytes()) == refused("tiles"));
  CHECK(with(&Network::ones, 0, 1, 0) == "it: section ones: not from 1 to 512");
  CHECK(with(&Network::ones, 1, 1, 513) == "it: section ones: not from 1 to 512");
  CHECK(with(&Network::dense, 0, 64, 30'000) == refused("dense"));
  CHECK(with(&Network::head, 0, 1, 2'000'000) == refused("head"));
}

TEST_CASE("so are weights of mixed lanes") {
  const auto with = [](auto Network::*section, std::int16_t weight) {
    Network network = Network::zero(english(), {32, 32, 64});
    auto& weights = network.*section;
    std::fill_n(weights.begin(), 32, weight);
    return error_of(network.bytes());
  };
  // 32 clipped numbers of at most 512, by a weight in 1024ths; of accumulators, a row always there.
  CHECK(with(&Network::mix, 2'000) == "");
  CHECK(with(&Network::mix, 2'048) == "it: section mix: weights too large to add up");
  CHECK(with(&Network::mix, -2'100) == "it: section mix: weights too large to add up");
  CHECK(with(&Network::lanes, 32'767) == "");
  CHECK(with(&Network::tiles, 32'767) == "");
  Network network = Network::zero(english(), {32, 32, 64});
  network.mix[0] = 20'000;  // of the first unit
  network.tiles[0] = 32'000;
  CHECK(error_of(network.bytes()) == "it: section mix: weights too large to add up");
  // What the tiles take off again is too large before that.
  network.mix[1] = 20'000;
  network.mix[2] = 30'000;
  network.mix[3] = 30'000;
  network.tiles[0] = -20'000;
  CHECK(error_of(network.bytes()) == "it: section mix: weights too large to add up");
}

TEST_CASE("sizes that a file of another version has are refused") {
  const std::string mixed = random_network(english(), 4, {32, 32, 64}).bytes();
  std::string unmixed = mixed;
  unmixed[24] = 0;  // after magic, version and width
  CHECK(error_of(unmixed) == "it: head: impossible sizes");
  unmixed[24] = 33;
  CHECK(error_of(unmixed) == "it: head: impossible sizes");
}

TEST_CASE("lexica without a network of their own borrow one for the same tiles") {
  const Library library;
  const std::string shipped = kBoardDim == 15 ? "OEL1" : "";
  CHECK(nnue::own_network(library, "OEL1", english()) == shipped);
  CHECK(nnue::own_network(library, "TWL06", english()) == (kBoardDim == 15 ? "TWL06" : ""));
  CHECK(nnue::own_network(library, "NONESUCH", english()) == shipped);
  CHECK(nnue::own_network(library, "NONESUCH", **TileSet::find("french")) == "");
}
