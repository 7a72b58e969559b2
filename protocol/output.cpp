#include "protocol/output.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "game/text.h"

namespace zymurgy {

Output::Batch::~Batch() {
  if (text_.empty()) return;
  *output_.out_ << text_ << std::flush;
  output_.add_to_log(text_);
}

void Output::Batch::line(std::string_view text) {
  text_ += text;
  text_ += '\n';
}

void Output::line(std::string_view text) { Batch(*this).line(text); }

// `text` may quote outside names, of files say, with any bytes and of any length.
void Output::info(std::string_view text) {
  constexpr std::size_t kLongest = 4000;
  line("info string " + printable(text, kLongest));
}

void Output::error(std::string_view code, std::string_view text) {
  info("error " + std::string(code) + ' ' + std::string(text));
}

bool Output::log_to(const std::string& path) {
  const std::lock_guard lock(mutex_);
  std::error_code ignored;
  if (std::filesystem::is_fifo(path, ignored)) return false;  // opening it may block forever
  std::ofstream log;
  if (!path.empty()) log.open(path, std::ios::app);
  if (!path.empty() && !log.is_open()) return false;
  log_ = std::move(log);
  return true;
}

void Output::log_input(std::string_view line) {
  const std::lock_guard lock(mutex_);
  add_to_log("> " + std::string(line) + '\n');
}

void Output::add_to_log(std::string_view text) {
  if (!log_.is_open() || log_ << text << std::flush) return;
  log_ = {};
  *out_ << "info string error load-failed the LogFile can no longer be written\n" << std::flush;
}

}  // namespace zymurgy
