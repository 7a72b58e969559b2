// The one way out: whole lines, flushed, from whatever thread.
#pragma once

#include <fstream>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

namespace zymurgy {

class Output {
 public:
  explicit Output(std::ostream& out) : out_(&out) {}

  // Lines that nothing may come between. They leave when the batch ends.
  class Batch {
   public:
    explicit Batch(Output& output) : output_(output), lock_(output.mutex_) {}
    ~Batch();
    Batch(const Batch&) = delete;
    void line(std::string_view text);

   private:
    Output& output_;
    std::lock_guard<std::mutex> lock_;
    std::string text_;
  };

  void line(std::string_view text);
  void info(std::string_view text);  // info string TEXT
  void error(std::string_view code, std::string_view text);

  // Copies what comes and goes to a file from now on; an empty name ends that. False if the file
  // cannot be written.
  bool log_to(const std::string& path);
  void log_input(std::string_view line);

 private:
  // A log that cannot be written any more, on a full disk say, is told once and ends.
  void add_to_log(std::string_view text);

  std::ostream* out_;
  std::ofstream log_;
  std::mutex mutex_;
};

}  // namespace zymurgy
