// Finds the shards of contrast data (making/contrast.h) in folders.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "making/contrast_file.h"
#include "play/shards.h"

namespace zymurgy {

// The file name of the shard whose first game is `first`.
std::string contrast_shard_name(std::uint64_t first);

// The shards in `folders`, each of which must have some. Those of one folder come in the order of
// their paths; those of several folders are mixed evenly, so that any stretch has a share of each.
// An error if any overlap.
Result<std::vector<std::string>> contrast_shards(const std::vector<std::string>& folders);

// An error, which names both files, if two of them hold the same games of the same run.
Result<void> check_contrast_shards(const std::vector<std::string>& files);

using ContrastShards = std::vector<std::pair<std::string, ContrastHeader>>;  // paths and headers
// Empty if the folder does not exist.
ContrastShards contrast_shards_in(const std::string& folder);

// Which games a file holds, and of which run. Engine and hashes are left out: the games count as
// the same whoever made them.
ShardRange contrast_range(const std::string& path, ContrastHeader header);
std::vector<ShardRange> contrast_ranges(const ContrastShards& shards);

}  // namespace zymurgy
