// A program run as a child, spoken to in lines over its stdin and stdout.
//
// The child leads a process group of its own, so that Ctrl-C at the terminal is not for it, and
// is killed when the thread that started it ends: the program itself if the command is just one
// program, else the shell that runs it. What is left of the group goes with the object. Its stderr
// is ours, or a file. The program that uses this must ignore SIGPIPE, and not SIGCHLD.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "game/result.h"

namespace zymurgy {

using Instant = std::chrono::steady_clock::time_point;
using Milliseconds = std::chrono::milliseconds;
using Microseconds = std::chrono::microseconds;

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  ~FileDescriptor() { close(); }
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  int get() const { return fd_; }
  void close();

 private:
  int fd_;
};

class Process {
 public:
  struct Launch {
    std::string command;    // for /bin/sh
    std::string folder;     // to run it in; empty for ours
    std::string error_log;  // a file to which its stderr is added; empty for ours
  };
  static Result<Process> start(const Launch& launch);
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  ~Process() { end(Milliseconds(0)); }

  // kOk: done. kTimeout: not by the deadline. kClosed: the child has closed that stream, or has
  // ended though children of its own hold it. kStopped: a stop was requested meanwhile.
  enum class Status { kOk, kTimeout, kClosed, kStopped };

  // The text, which should end with a newline.
  Status write(std::string_view text, Instant deadline, const std::stop_token& stop);
  // The next line, without its end; a line too long is cut. A line that is already here is given
  // even after the deadline.
  Status read_line(std::string& line, Instant deadline, const std::stop_token& stop);

  // How long we ourselves were stopped while waiting (Ctrl-Z, a machine asleep): nobody's time, by
  // which deadlines move.
  Microseconds suspended() const { return suspended_; }

  // Closes its streams, and kills it if it has not gone after `grace`. Says how it went: "exited
  // with status 1", "was killed by signal 9 (Killed)". Calls after the first return the same.
  const std::string& end(Milliseconds grace);
  // Whether it ended by a signal that asks programs to: SIGTERM, SIGINT or SIGHUP.
  bool was_told_to_end() const { return told_to_end_; }

 private:
  Process(pid_t pid, FileDescriptor in, FileDescriptor out)
      : pid_(pid), in_(std::move(in)), out_(std::move(out)) {}
  Status wait(int fd, short events, Instant& deadline, const std::stop_token& stop);
  bool take_line(std::string& line);

  pid_t pid_;  // -1 once it has ended
  FileDescriptor in_, out_;
  std::string buffer_;     // read, not yet given out
  std::size_t used_ = 0;   // of it
  bool dropping_ = false;  // the rest of a line too long
  Microseconds suspended_{0};
  std::string ended_;
  bool told_to_end_ = false;
};

}  // namespace zymurgy
