#include "game/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <random>
#include <system_error>

namespace zymurgy {

namespace fs = std::filesystem;

namespace {

// A hidden, random name in the same folder. A process id would not do: processes that share the
// folder from several machines may have the same one. File systems allow names of 255 bytes.
fs::path temporary_path(const fs::path& path) {
  std::random_device chance;
  return path.parent_path() / ("." + path.filename().string().substr(0, 200) + "." +
                               std::to_string(chance()) + std::to_string(chance()) + ".tmp");
}

// A path to an open file, even to one that has no name.
std::string name_of(const File& file) {
  return "/proc/self/fd/" + std::to_string(fileno(file.get()));
}

// A file without a name, so that a killed process leaves nothing behind; null if the system or the
// file system does not support such files.
File nameless_file([[maybe_unused]] const fs::path& folder) {
#ifdef O_TMPFILE
  const fs::path where = folder.empty() ? "." : folder;
  const int number = open(where.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (number < 0) return nullptr;
  File file(fdopen(number, "wb"));
  std::error_code ignored;
  if (fs::exists(name_of(file), ignored)) return file;  // else it could never be named
#endif
  return nullptr;
}

// The final target of a symbolic link, whether or not it exists.
fs::path followed(fs::path path) {
  constexpr int kLinks = 40;  // as many as Linux follows
  std::error_code ignored;
  for (int i = 0; i < kLinks && fs::is_symlink(path, ignored); ++i)
    path = path.parent_path() / fs::read_symlink(path, ignored);
  return path;
}

}  // namespace

Result<NewFile> NewFile::create(const fs::path& path) {
  // Commands that write to standard output do not use NewFile.
  if (path == "-")
    return failure(
        "cannot write '-': standard output cannot be used here; write ./- for a file of that name");
  NewFile made;
  std::error_code ignored;
  const bool is_new = !fs::exists(path, ignored), regular = fs::is_regular_file(path, ignored);
  made.path_ = path;
  made.target_ = is_new || regular ? followed(path) : path;
  made.written_ = is_new || regular ? temporary_path(made.target_) : made.target_;
  if (made.written_ != made.target_) made.file_ = nameless_file(made.target_.parent_path());
  made.nameless_ = made.file_ != nullptr;
  if (!made.file_) made.file_.reset(std::fopen(made.written_.c_str(), "wb"));
  if (!made.file_) return made.failed();
  struct stat before;  // keep the permissions of the replaced file
  if (regular && stat(made.target_.c_str(), &before) == 0)
    fchmod(fileno(made.file_.get()), before.st_mode & 0777);
  return made;
}

NewFile::~NewFile() {
  if (file_ && written_ != target_) std::remove(written_.c_str());
}

Result<void> NewFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) return failed();
  return {};
}

Result<void> NewFile::finish() {
  std::FILE* const file = file_.get();
  if (std::fflush(file) != 0) return failed();
  // Sync first: after a crash the disk might otherwise have the name but not the bytes. A nameless
  // file is linked under a temporary name and then renamed, because a link never replaces a file.
  if (written_ != target_ && (fsync(fileno(file)) != 0 ||
                              (nameless_ && linkat(AT_FDCWD, name_of(file_).c_str(), AT_FDCWD,
                                                   written_.c_str(), AT_SYMLINK_FOLLOW) != 0) ||
                              std::rename(written_.c_str(), target_.c_str()) != 0))
    return failed();
  file_.reset();
  return {};
}

tl::unexpected<Error> NewFile::failed() const {
  return system_failure("cannot write " + path_.string());
}

Result<File> open_file(const fs::path& path) {
  // Checked before opening, because opening a pipe would wait for its writer.
  std::error_code ignored;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored))
    return failure("cannot read " + path.string() + ": not a regular file");
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) return system_failure("cannot read " + path.string());
  return file;
}

Result<std::string> read_file(const fs::path& path) {
  const auto file = open_file(path);
  if (!file) return tl::unexpected(file.error());
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return failure("cannot read " + path.string() + ": " + error.message());
  std::string bytes;
  try {
    bytes.resize(size);
  } catch (const std::exception&) {  // bad_alloc or length_error
    return failure("cannot read " + path.string() + ": there is not enough memory for its " +
                   std::to_string(size) + " bytes");
  }
  if (std::fread(bytes.data(), 1, bytes.size(), file->get()) != bytes.size())
    return failure("cannot read " + path.string() + " to its end");
  return bytes;
}

Result<std::string> read_text(const std::string& path) {
  constexpr std::size_t kMost = std::size_t{1} << 30, kChunk = std::size_t{1} << 16;
  std::error_code ignored;
  const bool is_input = path == "-";
  if (!is_input && !(path.starts_with("/dev/") && fs::is_fifo(path, ignored)))
    return read_file(path);
  const std::string name = is_input ? "standard input" : path;
  const File file(is_input ? fdopen(dup(STDIN_FILENO), "rb") : std::fopen(path.c_str(), "rb"));
  if (!file) return system_failure("cannot read " + name);
  std::string bytes;
  for (std::size_t read = 1; read > 0;) {
    const std::size_t before = bytes.size();
    if (before > kMost) return failure("cannot read " + name + ": more than a GB");
    bytes.resize(before + kChunk);
    read = std::fread(bytes.data() + before, 1, kChunk, file.get());
    bytes.resize(before + read);
  }
  if (std::ferror(file.get()) != 0) return system_failure("cannot read " + name);
  return bytes;
}

Result<void> write_file(const fs::path& path, std::string_view bytes) {
  auto file = NewFile::create(path);
  if (!file) return tl::unexpected(file.error());
  if (auto done = file->write(bytes); !done) return done;
  return file->finish();
}

Result<void> make_folder(const fs::path& path) {
  if (path == "-")
    return failure(
        "cannot make the folder '-': standard output cannot hold files; write ./- for a folder of "
        "that name");
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return failure("cannot make the folder '" + path.string() + "': " + error.message());
  return {};
}

Result<void> check_writable(const fs::path& path) {
  std::error_code ignored;
  if (path.filename().empty()) return failure("cannot write '" + path.string() + "': no file name");
  if (fs::is_directory(path, ignored))
    return failure("cannot write " + path.string() + ": it is a folder");
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) return {};
  return NewFile::create(path).map([](const NewFile&) {});
}

Result<std::vector<std::string>> files_in(const std::string& folder,
                                          std::initializer_list<std::string_view> endings,
                                          const std::string& what) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    files.push_back(entry->path().string());
  if (error) return failure("cannot read " + folder + ": " + error.message());
  std::sort(files.begin(), files.end());
  std::vector<std::string> found;
  std::string names, found_ending;
  for (const std::string_view ending : endings) {
    const std::size_t before = found.size();
    std::ranges::copy_if(files, std::back_inserter(found),
                         [&](const std::string& file) { return file.ends_with(ending); });
    names += (names.empty() ? "*" : ", *") + std::string(ending);
    if (found.size() == before) continue;
    if (before > 0)
      return failure(folder + " holds " + what + " of two kinds: name " + folder + "/*" +
                     found_ending + " or " + folder + "/*" + std::string(ending));
    found_ending = ending;
  }
  if (found.empty()) return failure(folder + ": no " + what + " (" + names + ") in this folder");
  return found;
}

Result<std::vector<std::string>> files_at(const std::vector<std::string>& names,
                                          std::initializer_list<std::string_view> endings,
                                          const std::string& what) {
  std::vector<std::string> files;
  for (const std::string& name : names) {
    std::error_code ignored;
    const auto found =
        fs::is_directory(name, ignored) ? files_in(name, endings, what) : std::vector{name};
    if (!found) return found;
    files.insert(files.end(), found->begin(), found->end());
  }
  return files;
}

}  // namespace zymurgy
