#include "nnue/network.h"

#include <doctest/doctest.h>

#include <fstream>

#include "support/folder.h"
#include "support/random_network.h"
#include "support/tiles.h"

using namespace zymurgy;
using namespace zymurgy::test;
using nnue::Network;

namespace {

std::string error_of(const std::string& bytes) {
  const auto network = Network::read(bytes, "it", &english());
  return network ? "" : network.error().message;
}

}  // namespace

TEST_CASE("a network is read as it was written, byte for byte") {
  Network network = random_network(english(), 3);
  network.training = "for a test";
  const std::string bytes = network.bytes();
  const auto again = Network::read(bytes, "it", &english());
  REQUIRE(again);
  CHECK(*again == network);
  CHECK(again->bytes() == bytes);
  CHECK(nnue::name_of(*again) == nnue::name_of(network));
}

TEST_CASE("a network tells its own letters") {
  const Network spanish = random_network(*TileSet::find("spanish").value(), 3);
  const auto read = Network::read(spanish.bytes(), "it", nullptr);
  REQUIRE(read);
  CHECK(*read == spanish);
  Network unknown = spanish;
  unknown.tile_set = "klingon";
  const auto refused = Network::read(unknown.bytes(), "it", nullptr);
  REQUIRE(!refused);
  CHECK(refused.error().message.starts_with("it: head: "));
  CHECK(refused.error().message.find("klingon") != std::string::npos);
}

TEST_CASE("a damaged network is refused, and its part named") {
  const std::string bytes = random_network(english(), 4).bytes();
  CHECK(error_of("") == "it: head: not a network");
  std::string future = bytes;
  future[16] = 5;
  CHECK(error_of(future) == "it: head: version 5, but this program reads 4");
  std::string past = bytes;
  past[16] = 3;
  CHECK(error_of(past) == "it: head: version 3, but this program reads 4");
  for (const std::string section :
       {"ones", "lanes", "mix", "mix steps", "tiles", "dense", "dense steps", "bias", "head"}) {
    const std::string length{static_cast<char>(section.size()), 0, 0, 0};
    const std::size_t at = bytes.find(length + section);
    REQUIRE(at != std::string::npos);
    std::string damaged = bytes;
    ++damaged[at + 40];
    CHECK(error_of(damaged) == "it: section " + section + ": damaged (the checksum differs)");
    std::string renamed = bytes;
    renamed[at + length.size()] = '?';
    CHECK(error_of(renamed) == "it: section " + section + ": another section is in its place");
    CHECK(error_of(bytes.substr(0, at + 2)).starts_with("it: section " + section));
    CHECK(error_of(bytes.substr(0, at + 30)).starts_with("it: section " + section));
  }
  CHECK(error_of(bytes + "x") == "it: end: data after the last section");
  const auto foreign = Network::read(bytes, "it", TileSet::find("french").value());
  REQUIRE(!foreign);
  CHECK(foreign.error().message.starts_with("it: head: made for the letters 'english"));
  const auto cut = [&](std::size_t size) {
    return !Network::read(bytes.substr(0, size), "it", &english());
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
  CHECK(with(&Network::tiles, 4, 28, 4'000) == "");
  CHECK(with(&Network::tiles, 4, 28, 5'000) == refused("mix"));
  network = Network::zero(english());
  for (int row = 1; row < 8; ++row) network.tiles[static_cast<std::size_t>(row * 128 + 64)] = 5'000;
  CHECK(error_of(network.bytes()) == refused("tiles"));
  CHECK(with(&Network::ones, 0, 1, 63) == "it: section ones: not from 64 to 508");
  CHECK(with(&Network::ones, 1, 1, 509) == "it: section ones: not from 64 to 508");
  CHECK(with(&Network::head, 0, 1, 2'000'000) == refused("head"));
  // The inputs of a hidden unit that are summed over the lanes.
  network = Network::zero(english());
  std::fill_n(network.dense.begin(), 64, std::int8_t{-100});
  constexpr int kMost = kLanes * nnue::kLargestOne >> nnue::kPoolShift;
  network.dense_steps[0] = std::numeric_limits<std::int32_t>::max() / (64 * 100 * kMost);
  CHECK(error_of(network.bytes()) == "");
  ++network.dense_steps[0];
  CHECK(error_of(network.bytes()) == refused("dense"));
  network.dense_steps[1] = -1;
  CHECK(error_of(network.bytes()) == "it: section dense steps: negative");
}

TEST_CASE("so are weights that mix lanes") {
  const std::string refused = "it: section mix: weights too large to add up";
  Network network = Network::zero(english());
  const auto unit = [&](int weight, std::int32_t steps) {
    std::fill_n(network.mix.begin(), 32, static_cast<std::int8_t>(weight));
    network.mix_steps[0] = steps;
    return error_of(network.bytes());
  };
  // 32 numbers of at most 127, in steps of which 2^15 are 1 of 16 bits.
  CHECK(unit(100, 2'642) == "");
  CHECK(unit(100, 2'643) == refused);
  CHECK(unit(-100, 2'643) == refused);
  CHECK(unit(100, -1) == "it: section mix steps: negative");
  // What the tiles take off again is too large before that; what they add may be too much.
  network.tiles[0] = -20'000;
  CHECK(unit(100, 2'643) == refused);
  CHECK(unit(100, 2'000) == "");
  network.tiles[0] = 20'000;
  CHECK(unit(100, 2'000) == refused);
  // A row that is always there.
  network = Network::zero(english());
  std::fill_n(network.lanes.begin(), 32, std::int16_t{32'767});
  std::fill_n(network.tiles.begin(), 32, std::int16_t{32'767});
  CHECK(error_of(network.bytes()) == "");
}

TEST_CASE("sizes that kernels cannot take are refused") {
  std::string bytes = random_network(english(), 4).bytes();
  bytes[24] = 33;  // after magic, version and width
  CHECK(error_of(bytes) == "it: head: impossible sizes");
}

TEST_CASE("lexica without a network of their own borrow one for the same tiles") {
  const Library library;
  const std::string shipped = kBoardDim == 15 ? "OEL1" : "";
  CHECK(nnue::own_network(library, "OEL1", english()) == shipped);
  CHECK(nnue::own_network(library, "TWL06", english()) == (kBoardDim == 15 ? "TWL06" : ""));
  CHECK(nnue::own_network(library, "NONESUCH", english()) == shipped);
  CHECK(nnue::own_network(library, "NONESUCH", **TileSet::find("french")) == "");
  // Also where it lies in a folder.
  const Folder folder;
  std::ofstream(folder.file("OEL1.network")) << "a network";
  const Library own({folder.path});
  CHECK(nnue::own_network(own, "NONESUCH", english()) == "OEL1");
  CHECK(nnue::own_network(own, "NONESUCH", **TileSet::find("french")) == "");
}
