#include "cli/learning_shards.h"

#include <utility>

#include "cli/options.h"
#include "cli/output.h"
#include "game/text.h"
#include "making/contrast_shards.h"

namespace zymurgy {

Outcome<LearningShards> shards_to_learn_from(const cxxopts::ParseResult& parsed,
                                             std::size_t least_held_out,
                                             const std::vector<std::string>& outputs) {
  auto shards = contrast_shards(parsed["in"].as<std::vector<std::string>>());
  if (!shards) return input_error("load-failed", shards.error());
  for (const std::string& output : outputs)
    if (const auto apart = check_apart(output, *shards); !apart)
      return tl::unexpected(apart.error());
  const auto held_out = within<std::size_t>(parsed, "hold-out", least_held_out, 1'000'000'000);
  if (shards->size() <= held_out)
    return usage_error("--in has " + count_text(shards->size(), "shard") + ", but at least " +
                       std::to_string(held_out + 1) + " are needed: --hold-out keeps " +
                       std::to_string(held_out) + " to judge by");
  return LearningShards{std::move(*shards), held_out};
}

}  // namespace zymurgy
