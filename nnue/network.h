// The network for play: integer weights, and the file that holds them.
//
// A lane's accumulator is clipped and mixed into the lane's units, by a matrix that all lanes
// share. The tiles' rows are added to each lane's units, which are then clipped and pooled.
//
// Accumulators and units have 16 bits. Each clipped number has its own scale: the integer that
// stands for 1, at which it is clipped. It is as large as it can be while every sum stays within 16
// bits in any position (nnue/bounds.h). The mix and the dense layer have 7-bit inputs and 8-bit
// weights; each unit has a step, by which its sum is multiplied. Steps undo the scales of the
// inputs, so that all hidden units have one scale; all sums are exact in 32 bits. The heads'
// weights and results are in millipoints: what a play is worth beyond its static equity
// (Prediction). An all-zero network therefore plays as the static evaluator does. Each bucket of
// unseen tiles has its own heads.
//
// File (zstd): magic, version, sizes, the architecture in words (which states board, rows and
// sizes), the tile set, a free text on the training, and sections, each with name, length and
// checksum. Little-endian. Errors name the section.
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

// Limits of the integer that stands for 1.
inline constexpr int kSmallestOne = 64, kLargestOne = 508;
inline constexpr int kMostInput = 127;  // of the mix and the dense layer
// An input of the mix is twice the clipped accumulator times this, over 2^16: 1 becomes kMostInput.
constexpr std::uint16_t mix_scale(int one) {
  return static_cast<std::uint16_t>(((kMostInput << 15) + one - 1) / one);
}
static_assert((kMostInput << 15) / kSmallestOne < 1 << 16);
inline constexpr int kOwnShift = 3;  // from the tiles' own units to dense inputs
// From units summed over the lanes to dense inputs.
inline constexpr int kPoolShift = kLanes * kLargestOne >> 7 <= kMostInput ? 7 : 8;
static_assert(kLargestOne >> kOwnShift <= kMostInput &&
              kLanes * kLargestOne >> kPoolShift <= kMostInput);
inline constexpr int kMostWeight = 127;     // of 8 bits, either sign (a file may have -128)
inline constexpr int kMixShift = 15;        // from a mixed sum times its step to the unit's scale
inline constexpr int kHiddenSum = 1 << 24;  // stands for 1 in a hidden unit's sum times its step
inline constexpr int kHiddenOne = 1024;     // stands for 1 in the unit, where it is clipped
inline constexpr int kHiddenShift = 14;     // kHiddenSum over kHiddenOne
inline constexpr int kOutputShift = 10;     // kHiddenOne

// A network's prediction for a play: its worth beyond the static equity, as its gain in win
// probability converted to points, and as points of spread. The two differ where a lead is to be
// held or made up.
struct Prediction {
  Equity win = 0, spread = 0;
  bool operator==(const Prediction&) const = default;
};
enum Head : int { kWinHead, kSpreadHead, kHeads };  // each predicts one of the two

// The largest sizes that the kernels support.
inline constexpr int kMostWidth = 1024, kMostHidden = 256;
struct Sizes {
  int width = 32;   // of a lane's accumulator
  int units = 64;   // of a lane
  int hidden = 32;  // units of the hidden layer

  bool fit() const {
    const auto fits = [](int size, int most) { return size > 0 && size <= most && size % 32 == 0; };
    return fits(width, kMostWidth) && fits(units, kMostWidth) && fits(hidden, kMostHidden);
  }
  bool operator==(const Sizes&) const = default;
};

struct Network {
  std::string tile_set, training;
  int lane_rows = 0, tile_rows = 0;
  Sizes sizes;
  // The integer that stands for 1 of each clipped number, from kSmallestOne to kLargestOne: `width`
  // for the lanes' accumulators, then `units` for the lanes' units and as many for the tiles' own.
  std::vector<std::int16_t> ones;
  std::vector<std::int16_t> lanes;      // lane_rows x width
  std::vector<std::int8_t> mix;         // units x width
  std::vector<std::int32_t> mix_steps;  // units
  std::vector<std::int16_t> tiles;      // tile_rows x 2 units: into every lane, and the tiles' own
  std::vector<std::int8_t> dense;       // hidden x 2 units
  std::vector<std::int32_t> dense_steps;  // hidden
  std::vector<std::int32_t> bias;         // hidden
  std::vector<std::int32_t> head;         // kBuckets x kHeads x hidden; millipoints

  // All weights zero.
  static Network zero(const TileSet& tiles, const Sizes& sizes = {});
  // A network for this build's board and `tiles`, or, if that is null, for the tile set that the
  // file names. Errors begin with `name`.
  static Result<Network> read(std::string_view bytes, std::string_view name, const TileSet* tiles);
  std::string bytes() const;

  std::string architecture() const;
  // The ones of the units: the lanes', then the tiles' own.
  const std::int16_t* unit_ones() const { return ones.data() + sizes.width; }
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
  f("mix", network.mix);
  f("mix steps", network.mix_steps);
  f("tiles", network.tiles);
  f("dense", network.dense);
  f("dense steps", network.dense_steps);
  f("bias", network.bias);
  f("head", network.head);
}

// Twelve hex digits that identify a network: a checksum of its whole content.
std::string name_of(const Network& network);

// The code or path of a lexicon's own network: beside the lexicon if that is a path, or of the same
// name, or else the default lexicon's if the tile set is English too, since networks differ little
// between lexica. Empty if there is none.
std::string own_network(const Library& library, const std::string& lexicon, const TileSet& tiles);

// The network of a code (OEL1: file OEL1.network) or path; `tiles` as in Network::read.
Result<std::shared_ptr<const Network>> find_network(const Library& library, const std::string& code,
                                                    const TileSet* tiles);

}  // namespace zymurgy::nnue
