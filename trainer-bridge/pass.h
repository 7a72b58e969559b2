// The student's forward and backward pass over a group of plays.
#pragma once

#include <vector>

#include "trainer-bridge/student.h"

namespace zymurgy::trainer {

// How a layer sees its inputs: in 7-bit steps, as in play, or exactly.
enum class Inputs { kStepped, kExact };

class Pass {
 public:
  explicit Pass(const Shape& shape, Inputs inputs = Inputs::kStepped);
  // The outputs in points, shape.outputs() of them for each play.
  const std::vector<float>& forward(const float* weights, const GroupView& group);
  // Adds to the gradient of the weights, after `forward` on the same group. `slopes`: of the loss
  // by each of those outputs.
  void backward(const float* weights, const GroupView& group, const std::vector<float>& slopes,
                float* gradient);

 private:
  struct Play {
    std::vector<float> tiles;   // 2 * units: into the lanes, and the tiles' own; unclipped
    std::vector<float> inputs;  // 2 * units, of the dense layer
    std::vector<float> hidden;  // unclipped
  };
  // The forward pass, layer by layer: the accumulators of the group's distinct lanes, their units,
  // and for each play its lanes' units pooled beside the tiles' own, the hidden units and the
  // outputs.
  void accumulate(const float* weights, const std::vector<LaneView>& lanes);
  void mix(const float* weights);
  void pool(const float* weights, const PlayView& view, Play& play) const;
  void apply_dense(const float* weights, Play& play) const;
  void apply_heads(const float* weights, int bucket, const Play& play, float* outputs) const;
  // The backward pass: from the slopes of a layer's outputs to those of its weights and inputs.
  // dense_back includes the heads.
  void dense_back(const float* weights, int bucket, const Play& play, const float* slopes,
                  float* gradient);
  void pool_back(const PlayView& view, const Play& play, float* gradient);
  void mix_back(const float* weights, float* gradient);
  void accumulate_back(const std::vector<LaneView>& lanes, float* gradient);

  Shape shape_;
  bool stepped_;
  std::vector<float> lanes_, lane_slopes_;   // accumulators of the group's distinct lanes
  std::vector<float> mix_inputs_;            // the mix's inputs from these accumulators
  std::vector<float> mixed_, mixed_slopes_;  // the lanes' units
  std::vector<float> across_;  // the mix's weights, transposed: by number of the accumulator
  std::vector<float> unseen_, unseen_slopes_, tile_slopes_, input_slopes_;
  std::vector<Play> plays_;
  std::vector<float> outputs_;
};

}  // namespace zymurgy::trainer
