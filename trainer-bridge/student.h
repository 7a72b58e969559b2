// The student in floating point: what is trained, and later quantised (nnue/network.h).
//
// Each lane of a board has an accumulator, the sum of its rows. Clipped to 0..1, it is mixed into
// the lane's units. To these the rows of the tiles kept and unseen are added; clipped they are
// summed over the lanes, and beside that sum stands the clipped sum of the tiles' own rows. A
// hidden layer and two heads (nnue::Prediction) follow, of the group's bucket, with one output for
// each ply: what that ply is worth to the mover beyond the static equity. The sum of a head's
// outputs is its prediction.
//
// Training is aware of the rounding to come: where the network that plays has 8 bits, for the
// weights of the mix and of the hidden layer and for their inputs, the student is rounded as finely
// when it is asked, and learns as if it were not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nnue/network.h"
#include "trainer-bridge/dataset.h"

namespace zymurgy::trainer {

inline constexpr float kPoolScale = 1.0F / 8;  // of the sum over lanes
inline constexpr float kOutputPoints = 16;     // points of an output of 1

struct Shape {
  int lane_rows = 0;
  int tile_rows = 0;
  nnue::Sizes sizes;
  int plies = 2;

  // Where each begins among the weights.
  std::size_t lane_at(int row) const { return size_t(row) * size_t(sizes.width); }
  std::size_t mix_at(int unit) const { return lane_at(lane_rows) + lane_at(unit); }
  std::size_t tile_at(int row) const {
    return mix_at(sizes.units) + size_t(row) * 2 * size_t(sizes.units);
  }
  std::size_t dense_at(int unit) const {
    return tile_at(tile_rows) + size_t(unit) * 2 * size_t(sizes.units);
  }
  std::size_t bias_at() const { return dense_at(sizes.hidden); }
  // Of a play: `plies` of each head.
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

// Of a unit's weights of 8 bits the step, a whole number, as fine as its largest weight allows.
double step_of(double most);

// The student as it plays: weights that get 8 bits are rounded, each unit's in steps of its own,
// as they will be if no unit needs to be coarser than kMostOne.
Student played(const Student& student);

// Makes the heads of buckets that the data has no group of say nothing, so that there the network
// plays as the static evaluator does: most data has no endgames, say.
void silence_unlearned(Student& student, const Dataset& data);

// How a layer sees its inputs: in the steps of 7 bits, as in play, or exactly.
enum class Inputs { kStepped, kExact };

// One group through the network, forth and back.
class Pass {
 public:
  explicit Pass(const Shape& shape, Inputs inputs = Inputs::kStepped);
  // The outputs in points, shape.outputs() of them for each play.
  const std::vector<float>& forward(const float* weights, const GroupView& group);
  // Adds to the gradient of the weights; `slopes`: of the loss by each of those outputs.
  void backward(const float* weights, const GroupView& group, const std::vector<float>& slopes,
                float* gradient);

 private:
  struct Play {
    std::vector<float> tiles;   // 2 * units: into the lanes, and their own; unclipped
    std::vector<float> inputs;  // 2 * units, of the dense layer
    std::vector<float> hidden;  // unclipped
  };
  // From the accumulators of the group's distinct lanes to their units; and back, slopes.
  void mix(const float* weights);
  void mix_back(const float* weights, float* gradient);

  Shape shape_;
  bool stepped_;
  std::vector<float> lanes_, lane_slopes_;   // accumulators of the group's distinct lanes
  std::vector<float> heard_;                 // of them, by the mix
  std::vector<float> mixed_, mixed_slopes_;  // their units
  std::vector<float> across_;  // the mix's weights, those of a number of the accumulator together
  std::vector<float> unseen_, unseen_slopes_, tile_slopes_, input_slopes_;
  std::vector<Play> plays_;
  std::vector<float> outputs_;
};

// What was said held against what came of it.
class Agreement {
 public:
  void add(double predicted, double label);
  double slope() const;  // of the labels on what was predicted
  double r2() const;     // of the labels, explained with that slope
  // Whether what was said differs, by more than a thousandth. If not, it explains nothing, and both
  // of the above are 0. (Too large steps in training do that.)
  bool alive() const;

 private:
  double centred(double products, double sum, double other_sum) const {
    return products - sum * other_sum / count_;
  }
  double count_ = 0, predicted_ = 0, labels_ = 0;
  double predicted_squares_ = 0, label_squares_ = 0, products_ = 0;
};

// How well a student tells the plays of groups apart.
struct Judgement {
  Agreement within;                                      // groups, whose means are taken off
  Agreement level;                                       // of these means
  double decisions = 0, gained = 0, gained_squares = 0;  // points by its choices over static's
  // By the outputs and labels of one of the heads.
  void add(const GroupView& group, const std::vector<float>& outputs, const Shape& shape, int head);
  double gain() const { return gained / decisions; }
  double gain_error() const;
};
Judgement judge(const Student& student, const Dataset& data, int head = 0);

}  // namespace zymurgy::trainer
