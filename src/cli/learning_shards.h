// The contrast data that a command learns from.
#pragma once

#include <cxxopts.hpp>
#include <string>
#include <vector>

#include "cli/outcome.h"

namespace zymurgy {

// The shards of contrast data in the folders of --in, more than --hold-out keeps to judge by.
Outcome<std::vector<std::string>> shards_to_learn_from(const cxxopts::ParseResult& parsed);

}  // namespace zymurgy
