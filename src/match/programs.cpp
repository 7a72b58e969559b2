#include "match/programs.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <system_error>

#include "game/files.h"
#include "game/hash.h"
#include "game/text.h"

namespace zymurgy {
namespace {

namespace fs = std::filesystem;

// The words of a shell command line, without their quotes.
std::vector<std::string> words_of(std::string_view line) {
  constexpr std::string_view kBetween = " \t\n;&|()<>`";
  std::vector<std::string> words(1);
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '\\' && quote != '\'' && i + 1 < line.size())
      words.back() += line[++i];
    else if (quote != 0 ? c == quote : c == '\'' || c == '"')
      quote = quote != 0 ? '\0' : c;
    else if (quote == 0 && kBetween.find(c) != kBetween.npos)
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

// Whether an interpreter may run the file, which then need not be executable. Any file that a
// command names cannot count as a program: it may be one that the engine writes.
bool is_script(const fs::path& path) {
  constexpr std::array<std::string_view, 7> kEndings{".jar", ".js", ".lua", ".pl",
                                                     ".py",  ".rb", ".sh"};
  std::error_code ignored;
  return std::find(kEndings.begin(), kEndings.end(), path.extension().string()) != kEndings.end() &&
         fs::is_regular_file(path, ignored);
}

// The file that a word of a command run in `folder` names, if it is a program.
std::optional<fs::path> program_of(const std::string& word, const fs::path& folder) {
  if (auto program = find_program(word, folder)) return program;
  return is_script(folder / word) ? std::optional(folder / word) : std::nullopt;
}

fs::file_time_type time_of(const fs::path& path) {
  std::error_code ignored;
  return fs::last_write_time(path, ignored);
}

// Empty if the file cannot be read.
std::string hash_of(const fs::path& path) {
  const auto bytes = read_file(path);
  return bytes ? hex(text_hash(*bytes)) : "";
}

}  // namespace

std::optional<fs::path> find_program(std::string_view name, const fs::path& folder) {
  const auto can_run = [](const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != name.npos)
    return can_run(folder / name) ? std::optional(folder / name) : std::nullopt;
  const char* const path = std::getenv("PATH");
  for (std::string_view folders = path != nullptr ? path : ""; !folders.empty();) {
    fs::path program = folder / take_until(folders, ':') / name;
    if (!name.empty() && can_run(program)) return program;
  }
  return std::nullopt;
}

bool Program::is_unchanged() const { return time_of(path) == written || hash_of(path) == hash; }

std::vector<Program> programs_of(const std::string& command, const fs::path& folder) {
  std::vector<std::string> words = words_of(command);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::vector<Program> programs;
  for (const std::string& word : words)
    if (const auto path = program_of(word, folder))
      programs.push_back({word, *path, time_of(*path), hash_of(*path)});
  return programs;
}

}  // namespace zymurgy
