#include "match/process.h"

#include <doctest/doctest.h>

#include <csignal>
#include <fstream>
#include <thread>

namespace zymurgy {
namespace {

using Status = Process::Status;

Instant in(int milliseconds) {
  return std::chrono::steady_clock::now() + Milliseconds(milliseconds);
}

Process run(const std::string& command) {
  std::signal(SIGPIPE, SIG_IGN);
  return Process::start({command, "", ""}).value();
}

TEST_CASE("a child answers line by line") {
  Process cat = run("cat");
  std::string line;
  CHECK(cat.write("one\ntwo\r\n", in(60000), {}) == Status::kOk);
  CHECK(cat.read_line(line, in(60000), {}) == Status::kOk);
  CHECK(line == "one");
  CHECK(cat.read_line(line, in(60000), {}) == Status::kOk);
  CHECK(line == "two");
  CHECK(cat.read_line(line, in(20), {}) == Status::kTimeout);
  CHECK(cat.end(Milliseconds(60000)) == "exited with status 0");
}

TEST_CASE("lines without end are cut, what comes behind them is read") {
  Process child = run("head -c 300000 /dev/zero | tr '\\0' x; echo; echo next; printf last");
  std::string line;
  CHECK(child.read_line(line, in(60000), {}) == Status::kOk);
  CHECK(line.size() == 1 << 16);
  CHECK(child.read_line(line, in(60000), {}) == Status::kOk);
  CHECK(line == "next");
  CHECK(child.read_line(line, in(60000), {}) == Status::kOk);
  CHECK(line == "last");
  CHECK(child.read_line(line, in(60000), {}) == Status::kClosed);
}

TEST_CASE("how a child went") {
  CHECK(run("exit 3").end(Milliseconds(60000)) == "exited with status 3");
  CHECK(run("kill -9 $$").end(Milliseconds(60000)) == "was killed by signal 9 (Killed)");
  CHECK(run("sleep 60").end(Milliseconds(20)) == "did not exit and was killed");
  CHECK(run("/no/such/program 2>/dev/null").end(Milliseconds(60000)) == "exited with status 127");
  CHECK(!Process::start({"true", "/no/such/folder", ""}));
}

TEST_CASE("a child that does not read or has gone holds nobody up") {
  Process deaf = run("exec sleep 60");
  const std::string much(1 << 20, 'x');
  CHECK(deaf.write(much, in(50), {}) == Status::kTimeout);
  Process gone = run("exec <&- >&-; sleep 60");
  std::string line;
  CHECK(gone.read_line(line, in(60000), {}) == Status::kClosed);
  CHECK(gone.write("x\n", in(60000), {}) == Status::kClosed);
  std::stop_source stop;
  stop.request_stop();
  CHECK(deaf.read_line(line, in(60000), stop.get_token()) == Status::kStopped);
}

TEST_CASE("a child has gone though children of its own hold its streams") {
  Process gone = run("exec 3<&0; sleep 60 & echo last; exit 3");
  std::string line;
  CHECK(gone.read_line(line, in(20000), {}) == Status::kOk);
  CHECK(line == "last");
  CHECK(gone.read_line(line, in(20000), {}) == Status::kClosed);
  CHECK(gone.write(std::string(1 << 20, 'x'), in(20000), {}) == Status::kClosed);
  CHECK(gone.end(Milliseconds(60000)) == "exited with status 3");
}

TEST_CASE("the children of a child go with it") {
  Process shell = run("sleep 60 & echo $!; wait");
  std::string line;
  REQUIRE(shell.read_line(line, in(60000), {}) == Status::kOk);
  shell.end(Milliseconds(0));
  const std::string stat = "/proc/" + line + "/stat";
  const auto runs = [&] {
    std::string pid, name, state;
    std::ifstream(stat) >> pid >> name >> state;
    return !state.empty() && state != "Z";  // dead though nobody has taken note yet
  };
  for (int i = 0; i < 500 && runs(); ++i) std::this_thread::sleep_for(Milliseconds(10));
  CHECK(!runs());
}

}  // namespace
}  // namespace zymurgy
