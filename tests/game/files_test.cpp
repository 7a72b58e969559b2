#include "game/files.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <iterator>

#include "support/folder.h"

namespace zymurgy {
namespace {

namespace fs = std::filesystem;

using test::Folder;

std::ptrdiff_t count_in(const Folder& folder) {
  return std::distance(fs::directory_iterator(folder.path), fs::directory_iterator());
}

TEST_CASE("a file is replaced whole or not at all") {
  const Folder folder;
  const fs::path file = folder.path / "file";
  REQUIRE(write_file(file, "old"));
  REQUIRE(write_file(file, std::string("new\0bytes", 9)));
  CHECK(read_file(file).value() == std::string("new\0bytes", 9));
  CHECK(count_in(folder) == 1);
  {
    auto given_up = NewFile::create(file).value();
    REQUIRE(given_up.write("half"));
  }
  CHECK(read_file(file)->size() == 9);
  CHECK(count_in(folder) == 1);
}

TEST_CASE("a file that cannot be read or written is named") {
  const Folder folder;
  const std::string none = folder.path / "none" / "file";
  CHECK(write_file(none, "x").error().message ==
        "cannot write " + none + ": No such file or directory");
  CHECK(read_file(none).error().message == "cannot read " + none + ": No such file or directory");
  CHECK(!read_file(folder.path));
  CHECK(!write_file(folder.path, "x"));
  // Some commands read `-` as standard input: as an output it is not quietly a file.
  CHECK(!write_file("-", "x"));
  CHECK(!check_writable("-"));
  CHECK(!fs::exists("./-"));
  // Nor does a pipe that nobody writes to keep it waiting.
  const std::string pipe = folder.file("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(read_file(pipe).error().message == "cannot read " + pipe + ": not a regular file");
}

TEST_CASE("a file keeps its permissions when it is replaced, and may have a long name") {
  const Folder folder;
  const fs::path path = folder.path / std::string(255, 'n');
  REQUIRE(write_file(path, "first"));
  const auto mine = fs::perms::owner_read | fs::perms::owner_write;
  fs::permissions(path, mine);
  REQUIRE(write_file(path, "second"));
  CHECK(read_file(path) == "second");
  CHECK(fs::status(path).permissions() == mine);
}

TEST_CASE("what a link leads to is replaced, not the link") {
  const Folder folder;
  const fs::path file = folder.path / "file", link = folder.path / "link";
  REQUIRE(write_file(file, "old"));
  fs::create_symlink("file", link);
  REQUIRE(write_file(link, "new"));
  CHECK(fs::is_symlink(link));
  CHECK(read_file(file).value() == "new");

  // Also where there is nothing yet, by way of another link.
  fs::create_directory(folder.path / "sub");
  fs::create_symlink("../made", folder.path / "sub" / "first");
  fs::create_symlink(folder.path / "sub" / "first", folder.path / "second");
  REQUIRE(write_file(folder.path / "second", "made"));
  CHECK(fs::is_symlink(folder.path / "second"));
  CHECK(fs::is_symlink(folder.path / "sub" / "first"));
  CHECK(read_file(folder.path / "made").value() == "made");
}

TEST_CASE("a pipe is written to and stays one") {
  const Folder folder;
  const fs::path named = folder.path / "pipe";
  REQUIRE(mkfifo(named.c_str(), 0600) == 0);
  const File end(std::fopen(named.c_str(), "r+b"));  // opened so, it waits for nobody
  REQUIRE(end);
  // Its name, and one that leads nowhere but to the pipe, as /dev/stdout may.
  for (const fs::path& path : {named, fs::path("/dev/fd") / std::to_string(fileno(end.get()))}) {
    CAPTURE(path);
    REQUIRE(write_file(path, "through"));
    std::string got(7, ' ');
    CHECK(std::fread(got.data(), 1, got.size(), end.get()) == got.size());
    CHECK(got == "through");
    CHECK(fs::is_fifo(named));
  }
  CHECK(count_in(folder) == 1);
}

TEST_CASE("the files of a folder are listed by name, and that there are none is told") {
  const Folder folder;
  for (const char* name : {"b.zst", "a.zst", "c", "zst"})
    REQUIRE(write_file(folder.path / name, ""));
  CHECK(files_in(folder.path, {".zst"}, "logs").value() ==
        std::vector{folder.file("a.zst"), folder.file("b.zst")});
  CHECK(files_in(folder.path, {".log", "c"}, "logs").value() == std::vector{folder.file("c")});
  CHECK(files_in(folder.path, {".log", ".gcg"}, "games").error().message ==
        folder.path.string() + ": no games (*.log, *.gcg) in this folder");
  // Neither kind is left out without a word, nor are the same games counted twice.
  const std::string path = folder.path.string();
  CHECK(files_in(path, {".log", "c", ".zst"}, "games").error().message ==
        path + " holds games of two kinds: name " + path + "/*c or " + path + "/*.zst");
  const std::string none = folder.file("none");
  CHECK(files_in(none, {""}, "logs").error().message ==
        "cannot read " + none + ": No such file or directory");
}

}  // namespace
}  // namespace zymurgy
