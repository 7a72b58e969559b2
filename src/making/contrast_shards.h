// The shards of contrast data (making/contrast.h) that are in folders.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "making/contrast_file.h"
#include "play/shards.h"

namespace zymurgy {

// The name of the shard that begins with a game.
std::string contrast_shard_name(std::uint64_t first);

// The shards in folders, each of which has some: of one folder in the order of their paths, those
// of several mixed evenly, so that any stretch of them has a share of each. None may overlap.
Result<std::vector<std::string>> contrast_shards(const std::vector<std::string>& folders);

// An error that names both if two of the files hold games of one run that are the same.
Result<void> check_contrast_shards(const std::vector<std::string>& files);

using ContrastShards = std::vector<std::pair<std::string, ContrastHeader>>;  // paths and headers
// None, if the folder is not there.
ContrastShards contrast_shards_in(const std::string& folder);

// Which games a file holds, and of which run: the same games, whoever made them.
ShardRange contrast_range(const std::string& path, ContrastHeader header);
std::vector<ShardRange> contrast_ranges(const ContrastShards& shards);

}  // namespace zymurgy
