// The contrast data that a command learns from.
#pragma once

#include <cstddef>
#include <cxxopts.hpp>
#include <string>
#include <vector>

#include "cli/outcome.h"

namespace zymurgy {

struct LearningShards {
  std::vector<std::string> files;
  std::size_t held_out = 0;  // the first so many files are kept to judge by; others follow
};

// The contrast data in the folders of --in. --hold-out must keep at least `least_held_out` shards.
// An error if an output would overwrite a shard.
Outcome<LearningShards> shards_to_learn_from(const cxxopts::ParseResult& parsed,
                                             std::size_t least_held_out,
                                             const std::vector<std::string>& outputs);

}  // namespace zymurgy
