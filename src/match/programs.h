// The programs that an engine's command names, executable files and scripts, identified by the
// contents of their files: the same command may later run another build, and games of two builds
// are not games of one engine.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zymurgy {

// The executable file that a shell in `folder` (empty for ours) runs under this name.
std::optional<std::filesystem::path> find_program(std::string_view name,
                                                  const std::filesystem::path& folder);

struct Program {
  std::string word;  // as in the command
  std::filesystem::path path;
  std::filesystem::file_time_type written;
  std::string hash;  // of the file's contents

  bool is_unchanged() const;
};

// Each program once. A script is known by its name (engine.py, engine.jar). Shell expansions
// ($HOME, *) are not performed.
std::vector<Program> programs_of(const std::string& command, const std::filesystem::path& folder);

}  // namespace zymurgy
