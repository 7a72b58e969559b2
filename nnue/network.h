// The network as it plays: integer weights, and the file that holds them.
//
// A lane's accumulator is its units, or it is mixed into them: clipped, and multiplied by a matrix
// that all lanes share. The tiles' rows are added to each lane's units, which are then clipped and
// pooled. A network of mixed lanes learns more of rows half as wide.
//
// Each number that is clipped has one that is its 1, where that is done: as large as lets no sum
// leave 16 bits, whatever the position. The weights of the layer above make up for it, so that
// hidden units have one scale, and their sums are exact in 32 bits; the heads' weights are
// millipoints, and so are the results: what a play is worth beyond its static equity (Words). An
// all-zero network therefore plays as the static evaluator does. Each bucket of tiles unseen has
// heads of its own.
//
// File (zstd): magic, version (2 if lanes are mixed, else 1), sizes, then what it was made for (the
// architecture in words, which holds board, letters and sizes; the tile set), a free text on its
// training, and sections, each with name, length and checksum. Little-endian. What is wrong is told
// with the section's name.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "game/result.h"
#include "lexicon/library.h"
#include "nnue/features.h"

namespace zymurgy::nnue {

inline constexpr int kMostOne = 512;        // 1 of what is clipped, at most
inline constexpr int kMixShift = 10;        // of a mixed sum, to its unit's scale
inline constexpr int kPooled = 8;           // a dense input of 1: so many lanes at 1
inline constexpr int kOwnShift = 3;         // of the tiles' own activations, to the pool's scale
inline constexpr int kHiddenSum = 1 << 22;  // 1 of the sum of a hidden unit
inline constexpr int kHiddenOne = 1024;     // and of the unit, where it is clipped
inline constexpr int kHiddenShift = 12;     // kHiddenSum over kHiddenOne
inline constexpr int kOutputShift = 10;     // kHiddenOne

// What a network says of a play: what it is worth beyond its static equity, in points that win and
// in points of spread. They differ where a lead is to be held or made up.
struct Words {
  Equity win = 0, spread = 0;
  bool operator==(const Words&) const = default;
};
enum Head : int { kWinHead, kSpreadHead, kHeads };  // each says one of them

// What the kernels can take.
inline constexpr int kMostWidth = 1024, kMostHidden = 256;
struct Sizes {
  int width = 64;   // of a lane's accumulator
  int hidden = 32;  // units of the hidden layer
  int mixed = 0;    // units that an accumulator is mixed into; 0: it is the units

  int units() const { return mixed > 0 ? mixed : width; }  // of a lane
  bool fit() const {
    const auto fits = [](int size, int most) { return size > 0 && size <= most && size % 32 == 0; };
    return fits(width, kMostWidth) && fits(hidden, kMostHidden) && fits(units(), kMostWidth) &&
           mixed >= 0;
  }
  bool operator==(const Sizes&) const = default;
};

struct Network {
  std::string tile_set, training;
  int lane_rows = 0, tile_rows = 0;
  Sizes sizes;
  // What is 1 of each number that is clipped, kMostOne at most: if lanes are mixed, width for their
  // accumulators; then units for the lanes' units and as many for the tiles' own.
  std::vector<std::int16_t> ones;
  std::vector<std::int16_t> lanes;  // lane_rows x width
  std::vector<std::int16_t> mix;    // mixed x width
  std::vector<std::int16_t> tiles;  // tile_rows x 2 units: into every lane, and their own
  std::vector<std::int16_t> dense;  // hidden x 2 units
  std::vector<std::int32_t> bias;   // hidden
  std::vector<std::int32_t> head;   // kBuckets x kHeads x hidden; millipoints

  // All weights zero.
  static Network zero(const TileSet& tiles, const Sizes& sizes = {});
  // A network for the tile set and this build's board.
  static Result<Network> read(std::string_view bytes, std::string_view name, const TileSet& tiles);
  std::string bytes() const;

  std::string architecture() const;
  // Those of the units: lanes' and own.
  const std::int16_t* unit_ones() const {
    return ones.data() + (sizes.mixed > 0 ? sizes.width : 0);
  }
  std::size_t head_at(int bucket, int head = kWinHead) const {
    return static_cast<std::size_t>((bucket * kHeads + head) * sizes.hidden);
  }
  bool operator==(const Network&) const = default;
};

// Calls f(name, values) for each section, in the order of the file.
template <typename N, typename F>
void for_each_section(N& network, F&& f) {
  f("ones", network.ones);
  f("lanes", network.lanes);
  if (network.sizes.mixed > 0) f("mix", network.mix);
  f("tiles", network.tiles);
  f("dense", network.dense);
  f("bias", network.bias);
  f("head", network.head);
}

// Twelve digits that tell networks apart: a checksum of the whole content.
std::string name_of(const Network& network);

// The code of the network that goes with a lexicon: its own or, since they differ little, that of
// the default lexicon if the tiles are the same. Empty if there is none.
std::string own_network(const Library& library, const std::string& lexicon, const TileSet& tiles);

// The network of a code (OEL1: file OEL1.network), or of a zstd file: it holds a '/' or ends in
// .zst.
Result<std::shared_ptr<const Network>> find_network(const Library& library, const std::string& code,
                                                    const TileSet& tiles);

}  // namespace zymurgy::nnue
