// How an engine is run and what it is asked, as `--engine KEY=VALUE...` says it.
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
  std::optional<TimeControl> clock;  // or none: what `go` says is all
  bool restart = false;              // for every game
  std::vector<Program> programs{};   // of its command, as they are to be; run_match() looks

  // Words KEY=VALUE: cmd, name, dir, stderr, proto, option.NAME, go, tc, restart. Later ones win.
  Result<void> take(std::string_view word);
  // Complete, or what is missing.
  Result<void> check() const;

  // The time of `go movetime MS`: of several the last, as our engine takes it; nothing if there is
  // none. Negative if MS is no whole number, which check() refuses.
  std::optional<Milliseconds> move_time() const;
};

}  // namespace zymurgy
