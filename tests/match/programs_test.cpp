#include "match/programs.h"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

#include "game/files.h"
#include "support/folder.h"

namespace zymurgy {
namespace {

namespace fs = std::filesystem;

struct Builds : test::Folder {
  void build(const std::string& name, const std::string& text) const {
    REQUIRE(write_file(path / name, text));
    fs::permissions(path / name, fs::perms::owner_all);
  }
  // Their words, with a space behind each.
  std::string named_in(const std::string& command) const {
    std::string words;
    for (const Program& program : programs_of(command, path)) words += program.word + ' ';
    return words;
  }
};

TEST_CASE("the programs that a command names, wherever it is run and however they are quoted") {
  const Builds folder;
  folder.build("a", "1");
  folder.build("b c", "2");
  REQUIRE(write_file(folder.path / "log", ""));
  CHECK(folder.named_in("./a --log ./log 2>>./log") == "./a ");
  CHECK(folder.named_in("a") == "");  // not on PATH
  CHECK(folder.named_in("sh ./a") == "./a sh ");
  for (const char* quoted : {"'./b c' x", "\"./b c\"", "./b\\ c", "cd .&&exec './b c'"})
    CHECK(folder.named_in(quoted).starts_with("./b c "));
  CHECK(folder.named_in(folder.file("a") + " | ./a") == "./a " + folder.file("a") + ' ');
  CHECK(folder.named_in(". ./ 'x").empty());
}

TEST_CASE("a script for an interpreter is a program, too") {
  const Builds folder;
  REQUIRE(write_file(folder.path / "engine.py", "1"));
  CHECK(folder.named_in("sh engine.py --log ./none.py") == "engine.py sh ");
  const auto programs = programs_of("sh engine.py", folder.path);
  REQUIRE(write_file(folder.path / "engine.py", "2"));
  fs::last_write_time(folder.path / "engine.py", programs[0].written + std::chrono::seconds(5));
  CHECK(!programs[0].is_unchanged());
}

TEST_CASE("a program is the same if what is in it is") {
  const Builds folder;
  folder.build("a", "1");
  const auto programs = programs_of("./a", folder.path);
  REQUIRE(programs.size() == 1);
  CHECK(programs[0].is_unchanged());
  fs::last_write_time(folder.path / "a", programs[0].written + std::chrono::seconds(5));
  CHECK(programs[0].is_unchanged());
  folder.build("a", "2");
  CHECK(!programs[0].is_unchanged());
  CHECK(programs_of("./a", folder.path)[0].hash != programs[0].hash);
  fs::remove(folder.path / "a");
  CHECK(!programs[0].is_unchanged());
}

}  // namespace
}  // namespace zymurgy
