// The outcome of a command: its exit status, or what failed.
#pragma once

#include <string>

#include "game/result.h"

namespace zymurgy {

enum ExitStatus : int { kDone = 0, kUsage = 2, kBadInput = 3, kEngineFault = 4, kInterrupted = 75 };

struct Failure {
  ExitStatus status;
  std::string code;  // for programs: usage, bad-position, load-failed, ...
  std::string message;
};
template <typename T>
using Outcome = tl::expected<T, Failure>;

tl::unexpected<Failure> usage_error(std::string message);
tl::unexpected<Failure> input_error(std::string code, const Error& error);
tl::unexpected<Failure> interruption(std::string message);  // of work without a result to show
// kDone, or kInterrupted if the command was interrupted: then `kept`, which says what remains of
// its work, is printed on stderr.
ExitStatus status_after_interrupt(const std::string& command, const std::string& kept);
// The status of a command that also writes a file: `shown` if the file was written, else kBadInput,
// with the reason on stderr.
int status_after_write(const std::string& command, int shown, const Result<void>& written);
// For work that is done but could not be written; mentions the checkpoint, if there is one.
tl::unexpected<Failure> not_yet_written(Failure failure, const std::string& checkpoint);
// For work that has written nothing: an interruption if there was one, else a failure to load.
tl::unexpected<Failure> unfinished(const Error& error);

}  // namespace zymurgy
