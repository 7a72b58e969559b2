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
struct Place {
  std::int64_t stretches = 0;        // passes over a part that are done
  std::int64_t steps = 0, into = 0;  // of all, and of the stretch under way
  Learned learned;
  double loss = 0;  // since it was reported last
};

struct Moments {  // of a weight's gradient, as Adam has them
  float mean = 0, square = 0;
};

struct Checkpoint {
  Place place;
  std::vector<float> weights;
  std::vector<Moments> own, shared;  // of each weight; of those that several places share
};

// `run` names all that the weights come of: a checkpoint of another one is an error. None if there
// is no such file.
Result<std::optional<Checkpoint>> read_checkpoint(const std::string& path, std::uint64_t run,
                                                  std::size_t weights);
Result<void> write_checkpoint(const std::string& path, std::uint64_t run, const Place& place,
                              std::span<const float> weights, std::span<const Moments> own,
                              std::span<const Moments> shared);

}  // namespace zymurgy::trainer
