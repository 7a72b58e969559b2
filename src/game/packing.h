// Bytes packed by zstd, one frame each.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "game/result.h"

namespace zymurgy {

inline constexpr int kShippedLevel = 19;  // of tables that are packed once and read often

std::string compress(std::string_view bytes, int level);
// `name` is for errors; more than `limit` bytes are refused.
Result<std::string> decompress(std::string_view bytes, std::string_view name,
                               std::size_t limit = std::size_t{1} << 30);
// The first `size` bytes of what a file's frame holds, or all if there are fewer; of the file only
// what they take is read.
Result<std::string> decompress_start(const std::string& path, std::size_t size);
// Whether they begin as a frame does.
bool is_packed(std::string_view bytes);

}  // namespace zymurgy
