// A match between two engine processes: pairs of games on mirrored draws, several at a time, until
// all are played or a sequential test has decided.
//
// The draws of pair n are those of `autoplay --pairs` with the same seed. With a folder
// (match/journal.h) every game is saved as it ends, and a match that was stopped or killed resumes
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
  std::string folder;  // if empty, nothing is saved
};

// Called by one thread at a time.
struct MatchObserver {
  // Before the first game, if the folder already held games of the match.
  std::function<void(std::uint64_t games)> resumed = [](auto) {};
  std::function<void(const MatchGame&)> started = [](auto&) {};
  // `counted`: the scoreboard now counts more pairs.
  std::function<void(const GameResult&, const Scoreboard&, bool counted)> finished =
      [](auto&, auto&, bool) {};
  // At most once for each engine, when the message arrives: the option or the part of `go` that the
  // engine said it ignored, or its error during set-up.
  std::function<void(int engine, const std::string&)> ignored = [](int, auto&) {};
};

struct MatchOutcome {
  Scoreboard scoreboard;
  std::array<std::string, 2> ids{};      // the engines' names for themselves; empty if not started
  std::array<std::string, 2> ignored{};  // as passed to MatchObserver::ignored, or empty
  std::uint64_t resumed = 0;             // games that an earlier run had played
  std::optional<GameStopped> failure{};  // an engine that could not be started ended the match
  bool complete = false;
};

// Whether all games are played, or the test has decided.
bool is_complete(const MatchOptions& options, const Scoreboard& scoreboard);

// Games in progress when a stop is requested or the test decides are abandoned. An error is about
// the folder. Side effect: from then on the program ignores SIGPIPE and does not ignore SIGCHLD.
tl::expected<MatchOutcome, JournalError> run_match(const MatchOptions& options,
                                                   const MatchObserver& observer = {},
                                                   std::stop_token stop = {});

}  // namespace zymurgy
