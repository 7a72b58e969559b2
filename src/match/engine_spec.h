// How an engine is run and what it is asked, as given by `--engine KEY=VALUE...`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "match/process.h"
#include "match/programs.h"

namespace zymurgy {

struct TimeControl {
  Milliseconds base{0}, increment{0};
  // Seconds, `60` or `60+0.5`.
  static std::optional<TimeControl> parse(std::string_view text);
  bool operator==(const TimeControl&) const = default;
};

struct EngineSpec {
  enum class Protocol { kUcgi, kSiu };

  std::string name;
  Process::Launch launch;
  Protocol protocol = Protocol::kUcgi;
  std::vector<std::pair<std::string, std::string>> options;
  std::string go;                    // parameters of every `go`
  std::optional<TimeControl> clock;  // if none, `go` alone limits the time
  bool restart = false;              // a new process for every game
  std::vector<Program> programs{};   // in the command, as first found; set by run_match()

  // Takes one word KEY=VALUE with the key cmd, name, dir, stderr, proto, option.NAME, go, tc or
  // restart. Later words win.
  Result<void> take(std::string_view word);
  // An error says what is missing or out of range.
  Result<void> check() const;

  // The time of `go movetime MS`, or nothing without one. Of several the last counts, as in our own
  // engine. Negative if MS is not a whole number, which check() refuses.
  std::optional<Milliseconds> move_time() const;
};

}  // namespace zymurgy
