#include "cli/progress.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <utility>

#include "game/limits.h"
#include "game/text.h"

namespace zymurgy {
namespace {

std::atomic<bool> was_interrupted = false;
std::atomic<std::int64_t> interrupted_at = 0;  // ms
static_assert(std::atomic<std::int64_t>::is_always_lock_free, "for signal handlers");
int end_of_input = -1;  // an empty file, if an interrupt is to end the input

std::int64_t milliseconds_now() {  // async-signal-safe
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

void note_interrupt(int number) {
  constexpr std::int64_t kAtOnce = 500;  // ms
  const std::int64_t now = milliseconds_now();
  if (!was_interrupted) {
    interrupted_at = now;
    was_interrupted = true;
    if (end_of_input >= 0) dup2(end_of_input, STDIN_FILENO);
  } else if (now > interrupted_at + kAtOnce) {
    // The user has lost patience: after this handler the signal ends the program as if it had never
    // been caught.
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
}

// 90 s, 12 min, 3 h 20 min.
std::string duration(double seconds) {
  const auto s = static_cast<long long>(seconds + 0.5);
  if (s < 120) return std::to_string(s) + " s";
  if (s < 7200) return std::to_string(s / 60) + " min";
  return std::to_string(s / 3600) + " h " + std::to_string(s / 60 % 60) + " min";
}

}  // namespace

std::string a_second(double rate) { return fixed(rate, rate < 10 ? 1 : 0) + " a second"; }

Progress::Progress(std::string unit, std::int64_t total)
    : unit_(std::move(unit)), total_(total), on_terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (on_terminal_) std::fputs("\r\x1b[K", stderr);
}

double Progress::seconds() const { return seconds_since(start_); }

void Progress::update(std::int64_t done, std::int64_t before) {
  if (!on_terminal_) {
    if (seconds() < next_line_) return;
    next_line_ = seconds() + kLine;
  }
  const double rate = static_cast<double>(done - before) / seconds();
  std::fprintf(stderr, on_terminal_ ? "\r%lld" : "%lld", static_cast<long long>(done));
  if (total_ > 0)
    std::fprintf(stderr, " of %lld %s (%.0f %%)", static_cast<long long>(total_), unit_.c_str(),
                 100 * static_cast<double>(done) / static_cast<double>(total_));
  else
    std::fprintf(stderr, " %s", unit_.c_str());
  std::fprintf(stderr, ", %s", a_second(rate).c_str());
  if (done > before && total_ > 0)
    std::fprintf(stderr, ", %s left", duration(static_cast<double>(total_ - done) / rate).c_str());
  std::fputs(on_terminal_ ? "\x1b[K" : "\n", stderr);
}

void catch_interrupts(WaitingRead read) {
  struct sigaction action = {};
  action.sa_handler = note_interrupt;
  action.sa_flags = SA_RESTART;
  if (read == WaitingRead::kEnds) end_of_input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // SIGHUP comes when the terminal closes; nohup ignores it, and it must stay ignored.
  struct sigaction before = {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
}

bool interrupted() { return was_interrupted; }

InterruptStop::InterruptStop(WaitingRead read) {
  catch_interrupts(read);
  watch_ = std::jthread([this](const std::stop_token& done) {
    while (!done.stop_requested() && !interrupted())
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    stop_.request_stop();
  });
}

}  // namespace zymurgy
