// The student in floating point: what is trained, and later quantised (nnue/network.h).
//
// Each lane of a board has an accumulator, the sum of its rows. Clipped to 0..1, it is mixed into
// the lane's units. The rows of the leave and the unseen tiles are added to these, and the units
// are clipped and summed over the lanes; beside that sum stands the clipped sum of the tiles' own
// rows. A hidden layer and the two heads (nnue::Prediction) of the group's bucket follow. A head
// has one output for each ply: what that ply is worth to the mover beyond the static equity. The
// sum of a head's outputs is its prediction.
//
// Training is aware of the later rounding: where the network that plays has 8 bits, for the weights
// of the mix and of the hidden layer and for their inputs, the forward pass rounds equally finely,
// and gradients ignore the rounding.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nnue/network.h"
#include "trainer-bridge/dataset.h"

namespace zymurgy::trainer {

inline constexpr float kPoolScale = 1.0F / 8;  // of the sum over lanes
inline constexpr float kOutputPoints = 16;     // points of an output of 1

// The number of steps to 1 of a layer's inputs in the network that plays (nnue/network.h): of an
// accumulator, of units summed over the lanes, and of the tiles' own units.
constexpr float steps_after(int shift) { return float(nnue::kLargestOne) / float(1 << shift); }
inline constexpr float kMixSteps = nnue::kMostInput;
inline constexpr float kPoolSteps = steps_after(nnue::kPoolShift);
inline constexpr float kOwnSteps = steps_after(nnue::kOwnShift);

struct Shape {
  int lane_rows = 0;
  int tile_rows = 0;
  nnue::Sizes sizes;
  int plies = 2;

  // Where each part begins among the weights.
  std::size_t lane_at(int row) const { return size_t(row) * size_t(sizes.width); }
  std::size_t mix_at(int unit) const { return lane_at(lane_rows) + lane_at(unit); }
  std::size_t tile_at(int row) const {
    return mix_at(sizes.units) + size_t(row) * 2 * size_t(sizes.units);
  }
  std::size_t dense_at(int unit) const {
    return tile_at(tile_rows) + size_t(unit) * 2 * size_t(sizes.units);
  }
  std::size_t bias_at() const { return dense_at(sizes.hidden); }
  // Outputs for a play: `plies` of each head.
  int outputs() const { return nnue::kHeads * plies; }
  std::size_t head_at(int bucket, int output = 0) const {
    return bias_at() + size_t(sizes.hidden) * size_t(1 + bucket * outputs() + output);
  }
  std::size_t parameters() const { return head_at(nnue::kBuckets); }
  bool operator==(const Shape&) const = default;
};

struct Student {
  Shape shape;
  std::vector<float> weights;

  static Student fresh(const Shape& shape, std::uint64_t seed);
  static Result<Student> read(const std::string& path);
  Result<void> write(const std::string& path) const;
};

// The step of a unit's 8-bit weights, of which `most` is the largest before rounding: a whole
// number, as small as 8 bits allow.
double step_of(double most);

// The student as it plays: weights that get 8 bits are rounded to each unit's own steps, as they
// will be if no unit needs a coarser scale than kLargestOne.
Student played(const Student& student);

// Zeroes the heads of buckets for which the data has no group, so that there the network plays as
// the static evaluator does: most data has no endgames, say.
void zero_unlearned_heads(Student& student, const Dataset& data);

}  // namespace zymurgy::trainer
