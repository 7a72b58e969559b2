// Whole-file input, and output that no reader ever sees half written.
#pragma once

#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "game/result.h"

namespace zymurgy {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

// A file that takes its name, and the permissions of the file it replaces, once it is complete and
// on disk; until then, or if it is never finished, the old file stays as it was. A symbolic link is
// kept and its target replaced or created; anything but a regular file (a device, a pipe) is
// written to directly.
class NewFile {
 public:
  static Result<NewFile> create(const std::filesystem::path& path);
  NewFile(NewFile&&) = default;
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();  // an unfinished file leaves nothing behind

  Result<void> write(std::string_view bytes);
  Result<void> finish();

 private:
  NewFile() = default;
  tl::unexpected<Error> failed() const;

  std::filesystem::path path_;     // as given
  std::filesystem::path target_;   // with links followed
  std::filesystem::path written_;  // a temporary name, or the target
  bool nameless_ = false;          // file_ has no name until it is finished
  File file_;
};

// Opens a file for reading; anything but a regular file is an error.
Result<File> open_file(const std::filesystem::path& path);
Result<std::string> read_file(const std::filesystem::path& path);
// Like read_file, but also reads up to a GB from a pipe: standard input (`-`), or a pipe that a
// shell names under /dev (`<(command)`). Any other pipe might wait for its writer forever.
Result<std::string> read_text(const std::string& path);
Result<void> write_file(const std::filesystem::path& path, std::string_view bytes);
// Creates the folder and its missing parents; an existing folder is no error.
Result<void> make_folder(const std::filesystem::path& path);
// Checks that a file can be written to `path`, before long work whose result goes there. Anything
// but a regular file is not opened: the reader of a pipe would take that for the end of its input.
Result<void> check_writable(const std::filesystem::path& path);

// The files of a folder, sorted by name, that have one of `endings`. Finding none is an error, in
// which `what` names what was sought, and so is finding files of two endings.
Result<std::vector<std::string>> files_in(const std::string& folder,
                                          std::initializer_list<std::string_view> endings,
                                          const std::string& what);
// The named files, with each folder replaced by its files_in.
Result<std::vector<std::string>> files_at(const std::vector<std::string>& names,
                                          std::initializer_list<std::string_view> endings,
                                          const std::string& what);

}  // namespace zymurgy
