// One game of a match between two engine processes.
//
// Each engine is sent its own racks and only what an opponent sees of the other's moves, never the
// other's tiles. A clock runs from `go` to `bestmove`. Overtime costs points at the end of the
// game; too much of it loses the game. An engine that fails forfeits the game.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "lexicon/lexicon.h"
#include "match/engine_client.h"
#include "protocol/gcg.h"

namespace zymurgy {

struct TimeRules {
  int points_a_minute = 10;            // for each started minute of overtime
  Milliseconds most_overtime{60'000};  // beyond it the game is lost
  Milliseconds margin{500};            // allowed beyond MS for a move of `go movetime MS`
  bool operator==(const TimeRules&) const = default;
};

// The penalty, in points, for a clock that shows `left` at the end; 0 unless that is negative.
int overtime_penalty(Microseconds left, const TimeRules& rules);

// Games 2n and 2n + 1 of a match are pair n: the same draws, the engines' seats swapped.
struct MatchGame {
  std::uint64_t number = 0;  // from 0

  std::uint64_t pair() const { return number / 2; }
  bool swapped() const { return number % 2 != 0; }  // engine 1 moves first
  int seat_of(int engine) const { return swapped() ? 1 - engine : engine; }
  int engine_at(int seat) const { return seat_of(seat); }  // the mapping is its own inverse
  bool operator==(const MatchGame&) const = default;
};

// Arrays are by engine.
struct GameResult {
  MatchGame game;
  std::array<int, 2> scores{};     // at the end, time penalties taken off
  std::array<int, 2> penalties{};  // for time
  std::array<int, 2> turns{}, bingos{};
  std::array<int, 2> wrong_scores{};  // moves whose score the engine gave wrongly
  std::array<Microseconds, 2> thought{};
  std::uint64_t moves_hash = 0;     // equal for equal games
  std::optional<int> forfeited_by;  // an engine
  EngineFault fault;                // of that engine

  // Half points of engine 0: 0, 1 or 2.
  int half_points() const;
};

struct PlayedGame {
  GameResult result;
  GcgGame gcg;
};

// Why a game has no result: an engine could not be run as the match specifies, or (kStopped) the
// match is being stopped.
struct GameStopped {
  int engine = 0;
  EngineFault fault;
};

struct MatchTable {
  const Lexicon& lexicon;
  const Layout& layout;
  TimeRules time_rules;
  std::array<const EngineSpec*, 2> specs;
  std::array<EngineClient*, 2> clients;
};

// `seed` determines the pair's draws.
tl::expected<PlayedGame, GameStopped> play_match_game(const MatchGame& match_game,
                                                      std::uint64_t seed, const MatchTable& table);

}  // namespace zymurgy
