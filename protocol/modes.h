// The modes of `go`, one row each: the seam at which a searcher joins the protocol.
//
// A mode's function searches, reports what it finds on the way, and returns its final lines and
// move. It runs on a thread of its own with the engine to itself, and returns soon after a stop
// with the best it has. What surrounds it (the provenance line before, waiting out `infinite`,
// `bestmove` after) is the session's work.
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
  std::vector<SeenTurn> turns;  // the moves that led to the position, as far as they were told
  GoRequest request;
  Options options;
  std::vector<Move> only{}, also{};  // searchmoves, alsosearchmoves
  LoadedLexicon* tables = nullptr;
  Limits limits{};
  std::function<void(const std::string&)> report{};  // an info line, now

  bool engine_chooses() const;  // what to do, to find a move: mode auto
  Budget budget() const;
  // Of a search that was asked for at `start`; none without a limit of time.
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
  bool needs_rack = false;    // the one on turn, or some of it
  Result<SearchAnswer> (*search)(SearchTask& task) = nullptr;
};

std::span<const Mode> modes();
const Mode* find_mode(std::string_view name);  // in any case
// What `auto` means for a task; any other mode is itself.
const Mode& mode_for(const Mode& mode, const SearchTask& task);
// That which has a move at once and takes no memory.
const Mode& least_mode();

}  // namespace zymurgy
