// Progress of a long command on stderr: on a terminal as it goes, in a log one line per minute.
// Also Ctrl-C, which asks a command to finish.
#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <thread>

namespace zymurgy {

// "1430 a second", "0.3 a second".
std::string a_second(double rate);

class Progress {
 public:
  Progress(std::string unit, std::int64_t total);  // `total`: 0 if unknown
  ~Progress();                                     // clears the terminal's line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `before` of the units done were done by an earlier process: the rate is that of the rest.
  void update(std::int64_t done, std::int64_t before = 0);
  double seconds() const;

 private:
  std::string unit_;
  std::int64_t total_;
  bool on_terminal_;
  static constexpr double kLine = 60;  // seconds between two lines of a log
  double next_line_ = kLine;           // seconds since the start
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The first SIGINT, SIGTERM or SIGHUP after the call is noted; a second one ends the program,
// unless it comes within half a second: a program that ends a process group (timeout) may send two.
// After the first, a pending or later read of standard input continues or sees the end of input, as
// `read` says.
enum class WaitingRead : std::uint8_t { kGoesOn, kEnds };
void catch_interrupts(WaitingRead read = WaitingRead::kGoesOn);
bool interrupted();

// Its token is asked to stop by the first interrupt, by the command itself, or by the destructor.
class InterruptStop {
 public:
  explicit InterruptStop(WaitingRead read = WaitingRead::kGoesOn);
  InterruptStop(const InterruptStop&) = delete;
  InterruptStop& operator=(const InterruptStop&) = delete;
  std::stop_token token() const { return stop_.get_token(); }
  void request_stop() { stop_.request_stop(); }

 private:
  std::stop_source stop_;
  std::jthread watch_;
};

}  // namespace zymurgy
