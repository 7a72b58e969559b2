#include "match/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>

#include "game/text.h"
#include "match/programs.h"
#include "protocol/input.h"

namespace zymurgy {
namespace {

constexpr Milliseconds kStopCheck{100};
constexpr Milliseconds kOversleep{1000};  // no scheduler is that late: we were suspended

struct Pipe {
  FileDescriptor read, write;
};

// Close-on-exec: an engine that inherited the ends of another engine's pipes would keep the other
// from seeing end-of-file when we are gone.
Result<Pipe> make_pipe() {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return system_failure("cannot make a pipe");
  return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

// A shell that starts one program and waits for it would hide how the program ends, and leave it
// running when the shell is killed. So a command of just one program is run with `exec`; a more
// complex command is left as it is.
std::string with_exec(const Process::Launch& launch) {
  const std::string& command = launch.command;
  std::string_view rest = command;
  const bool simple = command.find_first_of(";&|()`{}\n") == std::string::npos;
  return simple && find_program(take_token(rest), launch.folder) ? "exec " + command : command;
}

// Runs in the child between fork and exec, so only async-signal-safe calls are allowed. The pipes
// are none of the three standard streams: main() makes sure that those are open.
[[noreturn]] void become(const Process::Launch& launch, const char* command, int in, int out,
                         int error, pid_t parent) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(126);  // the parent died before prctl()
#else
  (void)parent;
#endif
  for (const int ours : {SIGPIPE, SIGXFSZ}) std::signal(ours, SIG_DFL);  // exec keeps SIG_IGN
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  if (error >= 0) dup2(error, STDERR_FILENO);
  if (!launch.folder.empty() && chdir(launch.folder.c_str()) != 0) _exit(126);
  execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
  _exit(127);
}

// Whether the child has ended, and how. It is left a zombie until its group has been killed, so
// that its pid cannot be reused before then.
bool has_ended(pid_t pid, siginfo_t& info) {
  info = {};
  return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT | WNOHANG) == 0 &&
         info.si_pid != 0;
}

std::string ending_of(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return "exited with status " + std::to_string(info.si_status);
  return "was killed by signal " + std::to_string(info.si_status) + " (" +
         strsignal(info.si_status) + ")";
}

}  // namespace

void FileDescriptor::close() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

Result<Process> Process::start(const Launch& launch) {
  std::error_code ignored;
  if (!launch.folder.empty() && !std::filesystem::is_directory(launch.folder, ignored))
    return failure("no such folder: " + launch.folder);
  FileDescriptor error;
  if (!launch.error_log.empty()) {
    error = FileDescriptor(
        open(launch.error_log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (error.get() < 0) return system_failure("cannot write to " + launch.error_log);
  }
  auto in = make_pipe(), out = make_pipe();
  if (!in) return tl::unexpected(in.error());
  if (!out) return tl::unexpected(out.error());
  // An engine that does not read its input must not block us.
  fcntl(in->write.get(), F_SETFL, O_NONBLOCK);
  const std::string command = with_exec(launch);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) return system_failure("cannot start a process");
  if (pid == 0)
    become(launch, command.c_str(), in->read.get(), out->write.get(), error.get(), parent);
  setpgid(pid, pid);  // here, too: parent or child may run first
  return Process(pid, std::move(in->write), std::move(out->read));
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      in_(std::move(other.in_)),
      out_(std::move(other.out_)),
      buffer_(std::move(other.buffer_)),
      used_(other.used_),
      dropping_(other.dropping_),
      suspended_(other.suspended_),
      ended_(std::move(other.ended_)),
      terminated_(other.terminated_) {}

Process::Status Process::wait(int fd, short events, Instant& deadline,
                              const std::stop_token& stop) {
  for (;;) {
    if (stop.stop_requested()) return Status::kStopped;
    // Checked before the stream is polled: if the child has ended, the stream then holds all its
    // output.
    siginfo_t info{};
    const bool ended = has_ended(pid_, info);
    const Instant asleep = std::chrono::steady_clock::now();
    const auto left = std::chrono::ceil<Milliseconds>(deadline - asleep);
    const auto slice = std::clamp(left, Milliseconds(0), kStopCheck);
    pollfd polled{fd, events, 0};
    const int ready = poll(&polled, 1, static_cast<int>(slice.count()));
    const auto late =
        std::chrono::floor<Microseconds>(std::chrono::steady_clock::now() - asleep - slice);
    if (late > kOversleep) {
      suspended_ += late;
      deadline += late;
    }
    if (ready > 0) return Status::kOk;
    if (ready < 0 ? errno != EINTR : ended) return Status::kClosed;
    if (left <= slice && late <= kOversleep) return Status::kTimeout;
  }
}

Process::Status Process::write(std::string_view text, Instant deadline,
                               const std::stop_token& stop) {
  while (!text.empty()) {
    const ssize_t written = ::write(in_.get(), text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      const Status status = wait(in_.get(), POLLOUT, deadline, stop);
      if (status != Status::kOk) return status;
    } else if (errno != EINTR) {
      return Status::kClosed;
    }
  }
  return Status::kOk;
}

// False if the buffer holds no complete line.
bool Process::take_line(std::string& line) {
  for (;;) {
    const std::size_t end = buffer_.find('\n', used_);
    if (end == std::string::npos) {
      if (!dropping_ && buffer_.size() - used_ < kLongestLine) return false;
      // Return the start of an overlong line now, and drop the rest as it comes.
      const bool first = !std::exchange(dropping_, true);
      if (first) line = buffer_.substr(used_, kLongestLine);
      buffer_.clear();
      used_ = 0;
      return first;
    }
    line.assign(buffer_, used_, end - used_);
    used_ = end + 1;
    if (std::exchange(dropping_, false)) continue;
    if (line.ends_with('\r')) line.pop_back();
    return true;
  }
}

Process::Status Process::read_line(std::string& line, Instant deadline,
                                   const std::stop_token& stop) {
  while (!take_line(line)) {
    const Status status = wait(out_.get(), POLLIN, deadline, stop);
    if (status != Status::kOk) return status;
    buffer_.erase(0, used_);
    used_ = 0;
    std::array<char, 1 << 14> chunk;
    const ssize_t got = read(out_.get(), chunk.data(), chunk.size());
    if (got > 0) {
      buffer_.append(chunk.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      // A last line without a newline counts.
      line = std::exchange(buffer_, {});
      return line.empty() || dropping_ ? Status::kClosed : Status::kOk;
    }
  }
  return Status::kOk;
}

const std::string& Process::end(Milliseconds grace) {
  if (pid_ < 0) return ended_;
  in_.close();
  out_.close();
  const Instant deadline = std::chrono::steady_clock::now() + grace;
  siginfo_t info{};
  while (!has_ended(pid_, info) && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(Milliseconds(1));
  const bool went = info.si_pid != 0;
  // Shells, and programs that catch the signal, exit with 128 plus its number.
  const int signal = info.si_code == CLD_KILLED ? info.si_status : info.si_status - 128;
  terminated_ = signal == SIGTERM || signal == SIGINT || signal == SIGHUP;
  kill(-pid_, SIGKILL);
  ended_ = went ? ending_of(info) : "did not exit and was killed";
  waitpid(std::exchange(pid_, -1), nullptr, 0);
  return ended_;
}

}  // namespace zymurgy
