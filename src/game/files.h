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

// A file that gets its name when it is whole and on the disk, and the permissions of what had it;
// until then, and if it never is, that stays as it was. What a link leads to is replaced or made,
// the link kept; what is no regular file (a device, a pipe) is written to as it is.
class NewFile {
 public:
  static Result<NewFile> create(const std::filesystem::path& path);
  NewFile(NewFile&&) = default;
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();  // leaves nothing of a file that is not finished

  Result<void> write(std::string_view bytes);
  Result<void> finish();

 private:
  NewFile() = default;
  tl::unexpected<Error> failed() const;

  std::filesystem::path path_;     // as it was given
  std::filesystem::path target_;   // what it leads to
  std::filesystem::path written_;  // a temporary name, or the target
  bool nameless_ = false;          // until it is finished, rather than of that name
  File file_;
};

// For reading; what is no regular file is an error.
Result<File> open_file(const std::filesystem::path& path);
Result<std::string> read_file(const std::filesystem::path& path);
// The same of a text, up to a GB of which may come from a pipe: `-`, standard input, or one that a
// shell names under /dev (`<(command)`). Any other pipe might wait for its writer for ever.
Result<std::string> read_text(const std::string& path);
Result<void> write_file(const std::filesystem::path& path, std::string_view bytes);
// With all that lead to it; one that is there will do.
Result<void> make_folder(const std::filesystem::path& path);
// Whether a file can be written there, for work that takes long before it is. What is no regular
// file is not tried: a pipe's reader would take that for the end.
Result<void> check_writable(const std::filesystem::path& path);

// The files of a folder, sorted by name, that have the first of these endings which occurs in it.
// That there are none is an error; `what` says what was sought.
Result<std::vector<std::string>> files_in(const std::string& folder,
                                          std::initializer_list<std::string_view> endings,
                                          const std::string& what);
// Files as they are named, and of folders those inside.
Result<std::vector<std::string>> files_at(const std::vector<std::string>& names,
                                          std::initializer_list<std::string_view> endings,
                                          const std::string& what);

}  // namespace zymurgy
