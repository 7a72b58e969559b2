// A child process that exchanges lines with us over its stdin and stdout.
//
// The child leads a process group of its own, so that Ctrl-C at the terminal does not reach it. On
// Linux it is killed when the thread that started it ends: the program itself if the command is
// just one program, else the shell that runs it. The destructor kills what is left of the group.
// The child's stderr is ours, or a file. A program that uses this class must ignore SIGPIPE, and
// must not ignore SIGCHLD.
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
    std::string folder;     // working directory; empty for ours
    std::string error_log;  // file to which its stderr is appended; empty for ours
  };
  static Result<Process> start(const Launch& launch);
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  ~Process() { end(Milliseconds(0)); }

  // kOk: done. kTimeout: not by the deadline. kClosed: the child has closed that stream, or has
  // ended even if its own children still hold the stream open. kStopped: a stop was requested
  // meanwhile.
  enum class Status { kOk, kTimeout, kClosed, kStopped };

  // Writes `text`, which should end with a newline.
  Status write(std::string_view text, Instant deadline, const std::stop_token& stop);
  // Reads the next line, without its newline; an overlong line is cut. A line that is already
  // buffered is returned even after the deadline.
  Status read_line(std::string& line, Instant deadline, const std::stop_token& stop);

  // How long this program was suspended while waiting (Ctrl-Z, a sleeping machine). That time
  // counts against nobody: deadlines move by it.
  Microseconds suspended() const { return suspended_; }

  // Closes the child's streams, and kills it if it has not ended after `grace`. Returns how it
  // ended: "exited with status 1", "was killed by signal 9 (Killed)". Calls after the first return
  // the same.
  const std::string& end(Milliseconds grace);
  // Whether it ended by a signal that requests termination: SIGTERM, SIGINT or SIGHUP.
  bool was_terminated() const { return terminated_; }

 private:
  Process(pid_t pid, FileDescriptor in, FileDescriptor out)
      : pid_(pid), in_(std::move(in)), out_(std::move(out)) {}
  Status wait(int fd, short events, Instant& deadline, const std::stop_token& stop);
  bool take_line(std::string& line);

  pid_t pid_;  // -1 once it has ended
  FileDescriptor in_, out_;
  std::string buffer_;     // read, not all returned yet
  std::size_t used_ = 0;   // how much of buffer_ has been returned
  bool dropping_ = false;  // the rest of an overlong line
  Microseconds suspended_{0};
  std::string ended_;
  bool terminated_ = false;
};

}  // namespace zymurgy
