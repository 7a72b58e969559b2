// An engine process as a match sees it: greeted, told of games, asked for moves, and judged by how
// it answers. It is started when first needed, and again after it has failed.
//
// Whatever an engine writes that nobody asked for is passed over. A `readyok` is awaited before the
// clock of a move starts, so that nothing left over from an earlier search, a second `bestmove`
// say, is taken for an answer.
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

// Why a game, or the match, could not go on with an engine.
struct EngineFault {
  enum class Kind {
    kCrash,    // it closed its stdout
    kStall,    // no `readyok`, or no `bestmove` though asked to stop
    kIllegal,  // no move that the referee accepts
    kTime,     // an answer after the time for it
    kSetUp,    // it is not what the match asked for, so that no game with it would count
    kStopped,  // the match is being stopped; nobody's fault
  };
  Kind kind = Kind::kCrash;
  std::string detail;  // a clause: "exited with status 1"
};

std::string_view name_of(EngineFault::Kind kind);  // crash, stall, illegal move, ...

template <typename T>
using EngineResult = tl::expected<T, EngineFault>;

// How long an engine may take where no clock runs.
struct Patience {
  Milliseconds answer{30'000};  // to a greeting, and to `isready`
  Milliseconds move{600'000};   // for a move that `go` sets no time for
};

struct EngineAnswer {
  std::string best_move;
  Microseconds elapsed{0};            // from `go` to `bestmove`
  std::optional<double> win_percent;  // what it thought of its move
  std::optional<int> score;           // what it said its move scores
};

class EngineClient {
 public:
  // `tell_ignored` is called once: with the first thing that the engine says it ignored or, before
  // its first game, its first error, made fit for a terminal.
  EngineClient(const EngineSpec& spec, const Patience& patience, std::stop_token stop,
               std::function<void(const std::string&)> tell_ignored)
      : spec_(spec),
        patience_(patience),
        stop_(std::move(stop)),
        tell_ignored_(std::move(tell_ignored)) {}

  // Makes it ready for another game. An error means that it cannot even be started.
  EngineResult<void> new_game();
  // Sets a position and asks for a move: an answer within `limit`, or without one as long as
  // patience lasts. After a fault the process is gone.
  EngineResult<EngineAnswer> think(const std::string& position, const std::string& go,
                                   std::optional<Milliseconds> limit);
  // Asks it to go, and makes sure of it.
  void quit();

  const std::string& id() const { return id_; }  // as it calls itself; empty before the first game
  // Its last answer was a move: whatever it said when it was set up, it plays.
  void has_moved() { outlived_ = setup_error_; }
  // The fault, and the engine's last words of an error behind it. Of one that said an error when it
  // was set up and has made no move since, that is the fault.
  EngineFault with_complaint(EngineFault fault) const;

 private:
  // The time, less what passed while we were stopped ourselves. There is a process.
  Instant now() const { return std::chrono::steady_clock::now() - process_->suspended(); }
  EngineResult<void> start();
  EngineResult<void> send(const std::string& line);
  // Reads up to the line whose first word is `word`, passing each to `visit`, which returns whether
  // it may still come. The rest of that line; nothing if it did not come in time.
  template <typename Visit>
  EngineResult<std::optional<std::string>> await(std::string_view word, Instant deadline,
                                                 Visit&& visit);
  // The same as long as patience lasts, where there is no going on without it.
  template <typename Visit>
  EngineResult<std::string> demand(std::string_view word, Visit&& visit);
  EngineResult<void> ping();
  void hear(std::string_view line);  // what nobody waits for
  tl::unexpected<EngineFault> fail(EngineFault fault);

  const EngineSpec& spec_;
  Patience patience_;
  std::stop_token stop_;
  std::function<void(const std::string&)> tell_ignored_;  // none once it has been told
  std::optional<Process> process_;
  std::string id_;
  std::string complaint_;    // its last error
  std::string setup_error_;  // its last one while it was set up
  std::string outlived_;     // the one with which it has made a move
  bool takes_options_ = false;
};

}  // namespace zymurgy
