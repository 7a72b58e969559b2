// The state from which a stopped training continues, in one file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "game/result.h"

namespace zymurgy::trainer {

// The data that there was to learn from, each part counted once.
struct Learned {
  std::size_t plays = 0, positions = 0;
};

// How far a training has come.
struct TrainingState {
  std::int64_t stretches = 0;        // completed passes over a part
  std::int64_t steps = 0, into = 0;  // in all, and within the current stretch
  Learned learned;
  double loss = 0;  // since the last report
};

struct AdamMoments {  // of a weight's gradient, as in Adam
  float mean = 0, square = 0;
};

struct Checkpoint {
  TrainingState state;
  std::vector<float> weights;
  std::vector<AdamMoments> own, shared;  // of each weight; of those that several places share
};

// `run` identifies all that determines the weights: a checkpoint of another run is an error.
// Nothing if there is no such file.
Result<std::optional<Checkpoint>> read_checkpoint(const std::string& path, std::uint64_t run,
                                                  std::size_t weights);
Result<void> write_checkpoint(const std::string& path, std::uint64_t run,
                              const TrainingState& state, std::span<const float> weights,
                              std::span<const AdamMoments> own,
                              std::span<const AdamMoments> shared);

}  // namespace zymurgy::trainer
