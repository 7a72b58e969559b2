// Many games between two players, on several threads.
//
// Game i's draws depend on (seed, i) alone, and so does a player's own randomness: statistics and
// log are the same whatever the number of threads. In pairs, two games share an index and the
// players swap seats; otherwise player 1 moves first in the games of even index.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "play/game.h"
#include "play/game_log.h"
#include "play/player.h"
#include "play/tally.h"

namespace zymurgy {

struct Contestant {
  PlayerSpec spec;
  PlayerTables tables;
  std::string leaves_name;
};

struct AutoplayOptions {
  std::array<Contestant, 2> players;  // of one lexicon
  std::uint64_t seed = 1;
  std::uint64_t begin = 0, end = 0;  // the indices to play
  bool pairs = false;
  int threads = 1;
  std::string log;                    // a path, or empty
  std::optional<LogHeader> header{};  // of the log, if already made: making it takes 50 ms
  bool discard_partial_log = false;   // no log is written if a stop leaves games out

  const Lexicon& lexicon() const { return *players[0].tables.lexicon; }
};

// Calls `progress(games played)` a few times a second, on the caller's thread. Once `stop` is
// requested, the games in play are finished, and the log holds what was played.
Result<Tally> autoplay(const AutoplayOptions& options,
                       const std::function<void(std::int64_t)>& progress = {},
                       std::stop_token stop = {});

// The log header of a run.
LogHeader log_header(const AutoplayOptions& options);

// Plays one game of `players`, by seat, and records it. The caller sets the record's index and
// `swapped`.
void play_game(Game& game, const std::array<Player*, 2>& players, std::uint64_t seed,
               GameRecord& record);

}  // namespace zymurgy
