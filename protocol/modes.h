// The table of `go` modes, by which searchers are connected to the protocol.
//
// A mode's function searches, reports what it finds on the way, and returns its final lines and
// move. It runs on a thread of its own with the engine to itself, and returns soon after a stop
// with the best it has. The session does the rest: it prints the provenance line before, waits out
// `infinite`, and prints `bestmove` after.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/limits.h"
#include "inference/observer.h"
#include "play/phase.h"
#include "play/table_cache.h"
#include "protocol/cgp.h"
#include "protocol/go.h"
#include "protocol/options.h"

namespace zymurgy {

struct SearchTask {
  CgpPosition cgp;
  std::vector<SeenTurn> turns;  // the moves that led to the position, as far as known
  GoRequest request;
  Options options;
  std::vector<Move> only{}, also{};  // searchmoves, alsosearchmoves
  LoadedLexicon* tables = nullptr;
  Limits limits{};
  std::function<void(const std::string&)> report{};  // prints an info line at once

  bool engine_chooses() const;  // mode auto: the engine chooses how to find a move
  Budget budget() const;
  // The deadline of a search requested at `start`; none without a time limit.
  Limits::Clock::time_point deadline(Limits::Clock::time_point start) const;
  int threads() const;
  std::size_t lines() const;  // moves to report
};

struct SearchAnswer {
  std::vector<std::string> lines;  // the final info lines
  std::string best_move = "none";
};

struct Mode {
  std::string_view name;
  std::string_view help{};
  std::uint32_t honours = 0;  // GoParameter bits
  bool brief = false;         // ends by itself within milliseconds, unless infinite
  bool needs_rack = false;    // the rack on turn, or part of it
  Result<SearchAnswer> (*search)(SearchTask& task) = nullptr;
};

std::span<const Mode> modes();
const Mode* find_mode(std::string_view name);  // ignoring case
// What `auto` means for a task. Any other mode is itself, unless no time is left: then modes that
// honour a time limit become `gen`.
const Mode& mode_for(const Mode& mode, const SearchTask& task);
// The mode that has a move at once and takes no memory.
const Mode& fallback_mode();

}  // namespace zymurgy
