// Files embedded in the program: tile sets, the default lexicon, tables and networks. The build
// generates the list (cmake/Embed.cmake).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace zymurgy {

struct EmbeddedFile {
  std::string_view name;
  const char* begin;
  const char* end;
};

const std::vector<EmbeddedFile>& embedded_files();

inline std::optional<std::string_view> embedded_file(std::string_view name) {
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == name)
      return std::string_view(file.begin, static_cast<std::size_t>(file.end - file.begin));
  return std::nullopt;
}

}  // namespace zymurgy
