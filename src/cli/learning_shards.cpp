#include "cli/learning_shards.h"

#include "cli/options.h"
#include "game/text.h"
#include "making/contrast_shards.h"

namespace zymurgy {

Outcome<std::vector<std::string>> shards_to_learn_from(const cxxopts::ParseResult& parsed) {
  auto shards = contrast_shards(parsed["in"].as<std::vector<std::string>>());
  if (!shards) return input_error("load-failed", shards.error());
  const auto held_out = within<std::size_t>(parsed, "hold-out", 0, 1'000'000'000);
  if (shards->size() <= held_out)
    return usage_error("--in has " + so_many(shards->size(), "shard") + ", at least " +
                       std::to_string(held_out + 1) + " are needed: --hold-out keeps " +
                       std::to_string(held_out) + " to judge by");
  return std::move(*shards);
}

}  // namespace zymurgy
