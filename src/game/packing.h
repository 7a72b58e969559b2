// Compression by zstd, one frame per buffer.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "game/result.h"

namespace zymurgy {

inline constexpr int kShippedLevel = 19;  // for tables that are packed once and read often

std::string compress(std::string_view bytes, int level);
// `name` is for errors; more than `limit` bytes of content are an error.
Result<std::string> decompress(std::string_view bytes, std::string_view name,
                               std::size_t limit = std::size_t{1} << 30);
// The first `size` bytes of a file's decompressed content, or all of it if that is shorter. Reads
// no more of the file than needed.
Result<std::string> decompress_start(const std::string& path, std::size_t size);
// Whether the bytes begin like a zstd frame.
bool is_packed(std::string_view bytes);

}  // namespace zymurgy
