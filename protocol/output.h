// All output goes through here: whole lines, flushed, from any thread.
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

  // Lines that must stay together. They are written when the batch ends.
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

  // Copies input and output to a file from now on; an empty path ends that. False if the file
  // cannot be written.
  bool log_to(const std::string& path);
  void log_input(std::string_view line);

 private:
  // A log that can no longer be written, on a full disk say, is reported once and closed.
  void add_to_log(std::string_view text);

  std::ostream* out_;
  std::ofstream log_;
  std::mutex mutex_;
};

}  // namespace zymurgy
