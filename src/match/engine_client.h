// A match's client for one engine process: it does the handshake, announces games, asks for moves
// and classifies failures. It starts the process when first needed, and again after a failure.
//
// Unsolicited output is ignored. The client waits for `readyok` before it starts the clock of a
// move, so that nothing left over from an earlier search, such as a second `bestmove`, is taken for
// the answer.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "match/engine_spec.h"
#include "match/process.h"

namespace zymurgy {

// Why a game or the match could not continue with an engine.
struct EngineFault {
  enum class Kind {
    kCrash,    // it closed its stdout
    kStall,    // no `readyok`, or no `bestmove` even after `stop`
    kIllegal,  // no move that the referee accepts
    kTime,     // a move after its time limit
    kSetUp,    // it does not run as the match specifies, so no game with it may count
    kStopped,  // the match is being stopped; nobody's fault
  };
  Kind kind = Kind::kCrash;
  std::string detail;  // a clause: "exited with status 1"
};

std::string_view name_of(EngineFault::Kind kind);  // crash, stall, illegal move, ...

template <typename T>
using EngineResult = tl::expected<T, EngineFault>;

// How long an engine may take when no game clock runs.
struct Patience {
  Milliseconds answer{30'000};  // for the greeting, `isready` and `stop`
  Milliseconds move{600'000};   // for a move if neither `go` nor a clock sets a limit
};

struct EngineAnswer {
  std::string best_move;
  Microseconds elapsed{0};            // from `go` to `bestmove`
  std::optional<double> win_percent;  // the engine's own estimate for its move, 0 to 100
  std::optional<int> score;           // the move's points, as the engine gave them
};

class EngineClient {
 public:
  // `report_ignored` is called at most once, with text that is safe to print: the first thing that
  // the engine says it ignored or, before its first game, its first error.
  EngineClient(const EngineSpec& spec, const Patience& patience, std::stop_token stop,
               std::function<void(const std::string&)> report_ignored)
      : spec_(spec),
        patience_(patience),
        stop_(std::move(stop)),
        report_ignored_(std::move(report_ignored)) {}

  // Prepares the engine for another game, and starts it if need be. An error means that it could
  // not even be started.
  EngineResult<void> new_game();
  // Sets a position and asks for a move, which must come within `limit` (if none, within
  // Patience::move). After a fault the process is gone.
  EngineResult<EngineAnswer> think(const std::string& position, const std::string& go,
                                   std::optional<Milliseconds> limit);
  // Asks the engine to quit, and kills it if it does not.
  void quit();

  const std::string& id() const { return id_; }  // its own name; empty before the first game
  // To be called when the engine's last answer was a legal move: an engine that plays is forgiven
  // the error it reported during set-up.
  void forgive_setup_error() { forgiven_error_ = setup_error_; }
  // The fault, with the engine's last error message appended. If the engine reported an error
  // during set-up and has made no move since, that error is the fault (kSetUp).
  EngineFault with_last_error(EngineFault fault) const;

 private:
  // The time, less any time for which this program itself was suspended. Needs a process.
  Instant now() const { return std::chrono::steady_clock::now() - process_->suspended(); }
  EngineResult<void> start();
  EngineResult<void> send(const std::string& line);
  // Reads lines up to the one whose first word is `word` and returns the rest of that line, or
  // nothing if it does not come in time. Every other line goes to `visit`, which returns whether
  // the awaited line may still come.
  template <typename Visit>
  EngineResult<std::optional<std::string>> await(std::string_view word, Instant deadline,
                                                 Visit&& visit);
  // The same within Patience::answer; if the line does not come, that is a kStall fault.
  template <typename Visit>
  EngineResult<std::string> demand(std::string_view word, Visit&& visit);
  EngineResult<void> ping();
  void note_unawaited(std::string_view line);  // a line that nobody waits for
  tl::unexpected<EngineFault> fail(EngineFault fault);

  const EngineSpec& spec_;
  Patience patience_;
  std::stop_token stop_;
  std::function<void(const std::string&)> report_ignored_;  // empty once called
  std::optional<Process> process_;
  std::string id_;
  std::string last_error_;      // the engine's last error message
  std::string setup_error_;     // its last error during set-up
  std::string forgiven_error_;  // the set-up error despite which it has made a move
  bool takes_options_ = false;
};

}  // namespace zymurgy
