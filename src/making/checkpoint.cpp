#include "making/checkpoint.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "game/files.h"
#include "game/packing.h"

namespace zymurgy {

Result<std::optional<std::string>> read_checkpoint(const std::string& path) {
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return std::nullopt;
  const auto packed = read_file(path);
  if (!packed) return tl::unexpected(packed.error());
  auto bytes = decompress(*packed, path);
  if (!bytes) return tl::unexpected(bytes.error());
  return std::move(*bytes);
}

Result<void> write_checkpoint(const std::string& path, std::string_view bytes) {
  return path.empty() ? Result<void>{} : write_file(path, compress(bytes, 1));
}

}  // namespace zymurgy
