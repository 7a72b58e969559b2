#include "making/contrast_shards.h"

#include <algorithm>
#include <cstdint>

#include "game/files.h"
#include "game/text.h"

namespace zymurgy {
namespace {

constexpr const char* kContrastEnding = ".contrast.zst";

Result<std::vector<std::string>> contrast_files(const std::string& folder) {
  return files_in(folder, {kContrastEnding}, "contrast data");
}

// The files that are shards of contrast data, with their headers.
ContrastShards shards_among(const std::vector<std::string>& files) {
  ContrastShards shards;
  for (const std::string& file : files)
    if (const auto header = read_contrast_header(file)) shards.emplace_back(file, *header);
  return shards;
}

}  // namespace

std::string contrast_shard_name(std::uint64_t first) {
  return "games-" + in_order(first) + kContrastEnding;
}

Result<std::vector<std::string>> contrast_shards(const std::vector<std::string>& folders) {
  std::vector<std::pair<double, std::string>> placed;  // by place in the folder, 0 to 1
  for (const std::string& folder : folders) {
    auto inside = contrast_files(folder);
    if (!inside) return inside;
    const auto count = static_cast<double>(inside->size());
    for (std::size_t i = 0; i < inside->size(); ++i)
      placed.emplace_back((static_cast<double>(i) + 0.5) / count, std::move((*inside)[i]));
  }
  std::ranges::sort(placed);
  std::vector<std::string> shards;
  for (auto& [place, path] : placed) shards.push_back(std::move(path));
  if (auto apart = check_contrast_shards(shards); !apart) return tl::unexpected(apart.error());
  return shards;
}

Result<void> check_contrast_shards(const std::vector<std::string>& files) {
  return check_disjoint(contrast_ranges(shards_among(files)));
}

ContrastShards contrast_shards_in(const std::string& folder) {
  return shards_among(contrast_files(folder).value_or(std::vector<std::string>{}));
}

ShardRange contrast_range(const std::string& path, ContrastHeader header) {
  const std::uint64_t first = std::exchange(header.first, 0);
  const std::uint64_t games = std::exchange(header.games, 0);
  header.words.clear();
  header.tables.clear();
  header.engine.clear();
  return {header_text(header), path, first, first + games};
}

std::vector<ShardRange> contrast_ranges(const ContrastShards& shards) {
  std::vector<ShardRange> ranges;
  for (const auto& [path, header] : shards) ranges.push_back(contrast_range(path, header));
  return ranges;
}

}  // namespace zymurgy
