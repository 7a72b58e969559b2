// A match between two engine processes: pairs of games on mirrored draws, several at a time, until
// all are played or a sequential test has decided.
//
// The draws of pair n are those of `autoplay --pairs` with the same seed. With a folder
// (match/journal.h) every game is kept as it ends, and a match that was stopped or killed goes on
// from there.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "match/journal.h"
#include "match/match_game.h"
#include "match/scoreboard.h"

namespace zymurgy {

struct MatchOptions {
  std::array<EngineSpec, 2> engines;
  const Lexicon* lexicon = nullptr;
  std::uint64_t seed = 1;
  std::uint64_t games = 0;  // even
  int concurrency = 1;      // games at a time
  TimeRules time_rules;
  Patience patience;
  std::optional<Sprt> sprt;
  std::string folder;  // or empty: nothing is kept
};

// Told by one thread at a time.
struct MatchObserver {
  // Before the first game, if some were in the folder.
  std::function<void(std::uint64_t games)> resumed = [](auto) {};
  std::function<void(const MatchGame&)> started = [](auto&) {};
  // `counted`: a pair more counts on the scoreboard.
  std::function<void(const GameResult&, const Scoreboard&, bool counted)> finished =
      [](auto&, auto&, bool) {};
  // Once at most for each engine, as it is heard: what it said to ignore of options or `go`, or its
  // error when it was told the options.
  std::function<void(int engine, const std::string&)> ignored = [](int, auto&) {};
};

struct MatchOutcome {
  Scoreboard scoreboard;
  std::array<std::string, 2> ids{};  // as the engines call themselves; empty if none was started
  std::array<std::string, 2> ignored{};  // what each said to, as the observer is told; or empty
  std::uint64_t resumed = 0;             // games that an earlier run had played
  std::optional<GameStopped> failure{};  // an engine that could not be started ended the match
  bool complete = false;
};

// Whether all games are played, or the test has decided.
bool is_complete(const MatchOptions& options, const Scoreboard& scoreboard);

// Games in play when a stop is requested, or when the test decides, are given up. An error is of
// the folder. From then on the program ignores SIGPIPE, and does not ignore SIGCHLD.
tl::expected<MatchOutcome, JournalError> run_match(const MatchOptions& options,
                                                   const MatchObserver& observer = {},
                                                   std::stop_token stop = {});

}  // namespace zymurgy
