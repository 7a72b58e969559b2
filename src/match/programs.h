// The programs that an engine's command names, known by what is in their files: the same command
// may run another build after a while, and games of two builds are not games of one engine.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zymurgy {

// The executable file that a shell in `folder` (empty for ours) runs by this name.
std::optional<std::filesystem::path> find_program(std::string_view name,
                                                  const std::filesystem::path& folder);

struct Program {
  std::string word;  // of the command
  std::filesystem::path path;
  std::filesystem::file_time_type written;
  std::string hash;  // of what is in it

  bool is_as_it_was() const;
};

// Each once. What the shell would replace ($HOME, *) is taken as it stands.
std::vector<Program> programs_of(const std::string& command, const std::filesystem::path& folder);

}  // namespace zymurgy
