// The network as it plays: integer weights, and the file that holds them.
//
// Units: each unit of an accumulator has a number that is 1, where it is clipped: as large as lets
// no sum leave 16 bits, whatever the position. The dense weights make up for it, so that hidden
// units have one scale, and their sums are exact in 32 bits; the heads' weights are millipoints,
// and so are the results: what a play is worth beyond its static equity (Words). An all-zero
// network therefore plays as the static evaluator does. Each bucket of tiles unseen has heads of
// its own.
//
// File (zstd): magic, version, then what it was made for (the architecture in words, which holds
// board, letters and sizes; the tile set), a free text on its training, and sections, each with
// name, length and checksum. Little-endian. What is wrong is told with the section's name.
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

inline constexpr int kMostOne = 512;        // 1 of an accumulator's unit, at most
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
constexpr bool sizes_fit(int width, int hidden) {
  return width > 0 && width <= kMostWidth && width % 32 == 0 && hidden > 0 &&
         hidden <= kMostHidden && hidden % 32 == 0;
}

struct Network {
  std::string tile_set, training;
  int lane_rows = 0, tile_rows = 0;
  int width = 0, hidden = 0;        // sizes_fit
  std::vector<std::int16_t> ones;   // 2 width: what is 1 of each unit, kMostOne at most
  std::vector<std::int16_t> lanes;  // lane_rows x width
  std::vector<std::int16_t> tiles;  // tile_rows x 2 width: into every lane, and their own
  std::vector<std::int16_t> dense;  // hidden x 2 width
  std::vector<std::int32_t> bias;   // hidden
  std::vector<std::int32_t> head;   // kBuckets x kHeads x hidden; millipoints

  // All weights zero.
  static Network zero(const TileSet& tiles, int width = 64, int hidden = 32);
  // A network for the tile set and this build's board.
  static Result<Network> read(std::string_view bytes, std::string_view name, const TileSet& tiles);
  std::string bytes() const;

  std::string architecture() const;
  std::size_t head_at(int bucket, int head = kWinHead) const {
    return static_cast<std::size_t>((bucket * kHeads + head) * hidden);
  }
  bool operator==(const Network&) const = default;
};

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
