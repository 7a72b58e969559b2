#include "cli/progress.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace zymurgy {
namespace {

volatile std::sig_atomic_t interrupt_count = 0;
int end_of_input = -1;  // a file that is empty, if an interrupt ends the input

// 90 s, 12 min, 3 h 20 min.
std::string duration(double seconds) {
  const auto s = static_cast<long long>(seconds + 0.5);
  if (s < 120) return std::to_string(s) + " s";
  if (s < 7200) return std::to_string(s / 60) + " min";
  return std::to_string(s / 3600) + " h " + std::to_string(s / 60 % 60) + " min";
}

}  // namespace

Progress::Progress(std::string unit, std::int64_t total)
    : unit_(std::move(unit)), total_(total), shown_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Progress::update(std::int64_t done, std::int64_t before) {
  if (!shown_) return;
  const double rate = static_cast<double>(done - before) / seconds();
  std::fprintf(stderr, "\r%lld", static_cast<long long>(done));
  if (total_ > 0)
    std::fprintf(stderr, " of %lld %s (%.0f %%)", static_cast<long long>(total_), unit_.c_str(),
                 100 * static_cast<double>(done) / static_cast<double>(total_));
  else
    std::fprintf(stderr, " %s", unit_.c_str());
  std::fprintf(stderr, ", %.0f a second", rate);
  if (done > before && total_ > 0)
    std::fprintf(stderr, ", %s left", duration(static_cast<double>(total_ - done) / rate).c_str());
  std::fputs("\x1b[K", stderr);
}

void catch_interrupts(WaitingRead read) {
  struct sigaction action = {};
  action.sa_handler = [](int) {
    interrupt_count = 1;
    if (end_of_input >= 0) dup2(end_of_input, STDIN_FILENO);
  };
  // A second one is the system's: it ends the program.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  if (read == WaitingRead::kEnds) end_of_input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // The terminal closes; under nohup that is ignored, and stays so.
  struct sigaction before = {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
}

bool interrupted() { return interrupt_count != 0; }

InterruptStop::InterruptStop(WaitingRead read) {
  catch_interrupts(read);
  watch_ = std::jthread([this](const std::stop_token& done) {
    while (!done.stop_requested() && !interrupted())
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    stop_.request_stop();
  });
}

}  // namespace zymurgy
