// Updates a student's weights by their gradients (D. Kingma and J. Ba, "Adam: A Method for
// Stochastic Optimization", 2015). The lanes' rows move twice: each by itself, and all that show
// the same (FeatureSet::shared_of) together.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "nnue/features.h"
#include "trainer-bridge/checkpoint.h"
#include "trainer-bridge/student.h"

namespace zymurgy::trainer {

class Adam {
 public:
  Adam(const Shape& shape, const nnue::FeatureSet& features);

  // Restores a checkpoint's moments and steps; false if they are for other weights.
  bool restore(const Checkpoint& kept);
  std::span<const AdamMoments> own() const { return own_; }
  std::span<const AdamMoments> shared() const { return shared_; }

  void step(std::vector<float>& weights, const std::vector<float>& gradient, double rate);

 private:
  static constexpr float kMean = 0.9F, kSquare = 0.999F, kTiny = 1e-6F;

  float move(AdamMoments& moments, float gradient) const;
  // Calls f(weight, shared weight) for each weight of the lanes' rows that have a shared one.
  template <typename F>
  void for_each_shared(F&& f) const;

  std::size_t width_, lane_weights_;
  std::vector<int> shared_of_;  // of each lane row; -1: none
  std::vector<AdamMoments> own_, shared_;
  std::vector<float> shared_gradient_, shared_moves_;
  double steps_ = 0;
  float scale_ = 0;
};

}  // namespace zymurgy::trainer
