#include "trainer-bridge/adam.h"

#include <algorithm>
#include <cmath>

namespace zymurgy::trainer {

Adam::Adam(const Shape& shape, const nnue::FeatureSet& features)
    : width_(size_t(shape.sizes.width)),
      lane_weights_(shape.mix_at(0)),
      own_(shape.parameters()),
      shared_(size_t(features.shared_rows()) * width_),
      shared_gradient_(shared_.size()),
      shared_moves_(shared_.size()) {
  for (int row = 0; row < shape.lane_rows; ++row) shared_of_.push_back(features.shared_of(row));
}

bool Adam::restore(const Checkpoint& kept) {
  if (kept.own.size() != own_.size() || kept.shared.size() != shared_.size()) return false;
  own_ = kept.own, shared_ = kept.shared;
  steps_ = static_cast<double>(kept.state.steps);
  return true;
}

float Adam::move(AdamMoments& moments, float gradient) const {
  moments.mean += (1 - kMean) * (gradient - moments.mean);
  moments.square += (1 - kSquare) * (gradient * gradient - moments.square);
  return scale_ * moments.mean / (std::sqrt(moments.square) + kTiny);
}

template <typename F>
void Adam::for_each_shared(F&& f) const {
  for (std::size_t at = 0; at < lane_weights_; at += width_)
    if (const int shared = shared_of_[at / width_]; shared >= 0)
      for (std::size_t j = 0; j < width_; ++j) f(at + j, size_t(shared) * width_ + j);
}

void Adam::step(std::vector<float>& weights, const std::vector<float>& gradient, double rate) {
  ++steps_;
  scale_ = static_cast<float>(rate * std::sqrt(1 - std::pow(kSquare, steps_)) /
                              (1 - std::pow(kMean, steps_)));
  std::fill(shared_gradient_.begin(), shared_gradient_.end(), 0.0F);
  for_each_shared(
      [&](std::size_t own, std::size_t shared) { shared_gradient_[shared] += gradient[own]; });
  for (std::size_t i = 0; i < shared_.size(); ++i)
    shared_moves_[i] = move(shared_[i], shared_gradient_[i]);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] -= move(own_[i], gradient[i]);
  for_each_shared(
      [&](std::size_t own, std::size_t shared) { weights[own] -= shared_moves_[shared]; });
}

}  // namespace zymurgy::trainer
