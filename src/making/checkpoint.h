// The file in which a long run keeps its work, so that the same run resumes from it: packed bytes,
// whose layout is the run's own.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game/result.h"

namespace zymurgy {

// The bytes kept in the file; nothing if `path` is "" or names no file.
Result<std::optional<std::string>> read_checkpoint(const std::string& path);
// Keeps the bytes instead of those before; "" keeps nothing.
Result<void> write_checkpoint(const std::string& path, std::string_view bytes);

}  // namespace zymurgy
