// How far a long command is, on stderr and only on a terminal; and Ctrl-C, which asks it to finish.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace zymurgy {

class Progress {
 public:
  Progress(std::string unit, std::int64_t total);
  ~Progress();  // clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(std::int64_t done);
  double seconds() const;

 private:
  std::string unit_;
  std::int64_t total_;
  bool shown_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The first SIGINT or SIGTERM after the call is noted; a second one ends the program.
void catch_interrupts();
bool interrupted();

}  // namespace zymurgy
