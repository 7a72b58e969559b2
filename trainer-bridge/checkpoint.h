// What a training that was stopped goes on from, in one file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "game/result.h"

namespace zymurgy::trainer {

// What there was to learn from, each part counted once.
struct Learned {
  std::size_t plays = 0, positions = 0;
};

// Where a training stands.
struct TrainingState {
  std::int64_t stretches = 0;        // passes over a part that are done
  std::int64_t steps = 0, into = 0;  // of all, and of the stretch under way
  Learned learned;
  double loss = 0;  // since it was reported last
};

struct AdamMoments {  // of a weight's gradient, as Adam has them
  float mean = 0, square = 0;
};

struct Checkpoint {
  TrainingState state;
  std::vector<float> weights;
  std::vector<AdamMoments> own, shared;  // of each weight; of those that several places share
};

// `run` names all that the weights come of: a checkpoint of another one is an error. None if there
// is no such file.
Result<std::optional<Checkpoint>> read_checkpoint(const std::string& path, std::uint64_t run,
                                                  std::size_t weights);
Result<void> write_checkpoint(const std::string& path, std::uint64_t run,
                              const TrainingState& state, std::span<const float> weights,
                              std::span<const AdamMoments> own,
                              std::span<const AdamMoments> shared);

}  // namespace zymurgy::trainer
