// The loop that judges games, whatever is judged: in parallel, each game on one thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>

#include "game/threads.h"
#include "play/player.h"
#include "review/watched_game.h"

namespace zymurgy {

// Each thread makes a Judge of the tables, the options and the stop, and calls judge(game, stream)
// for one game after another: game i with random stream `first` + i. A judge that is told to stop
// leaves its game as it was.
template <typename Judge, typename Options>
void judge_games(std::span<WatchedGame> games, const PlayerTables& tables, const Options& options,
                 std::uint64_t first, const std::stop_token& stop) {
  std::atomic<std::size_t> next = 0;
  in_threads(options.threads, [&](int) {
    Judge judge(tables, options, stop);
    for (std::size_t i; !stop.stop_requested() && (i = next++) < games.size();)
      judge.judge(games[i], first + i);
  });
}

}  // namespace zymurgy
