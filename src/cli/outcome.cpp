#include "cli/outcome.h"

#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/progress.h"

namespace zymurgy {

tl::unexpected<Failure> usage_error(std::string message) {
  return tl::unexpected(Failure{kUsage, "usage", std::move(message)});
}

tl::unexpected<Failure> input_error(std::string code, const Error& error) {
  return tl::unexpected(Failure{kBadInput, std::move(code), error.message});
}

tl::unexpected<Failure> interruption(std::string message) {
  return tl::unexpected(Failure{kInterrupted, "interrupted", std::move(message)});
}

ExitStatus status_after_interrupt(const std::string& command, const std::string& kept) {
  if (!interrupted()) return kDone;
  std::fprintf(stderr, "zymurgy %s: interrupted: %s\n", command.c_str(), kept.c_str());
  return kInterrupted;
}

int status_after_write(const std::string& command, int shown, const Result<void>& written) {
  if (written) return shown;
  std::fprintf(stderr, "zymurgy %s: %s\n", command.c_str(), written.error().message.c_str());
  return kBadInput;
}

tl::unexpected<Failure> not_yet_written(Failure failure, const std::string& checkpoint) {
  if (std::error_code ignored; std::filesystem::exists(checkpoint, ignored))
    failure.message += "; the same command resumes from " + checkpoint;
  return tl::unexpected(std::move(failure));
}

tl::unexpected<Failure> unfinished(const Error& error) {
  if (interrupted()) return interruption(error.message + "; nothing is written");
  return input_error("load-failed", error);
}

}  // namespace zymurgy
