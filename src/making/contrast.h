// Contrast data: several plays of one position, each rolled out on the same deal of the hidden
// tiles. Networks learn from it how to order plays: nearly all of a rollout's luck is common to the
// plays of a group, and cancels when the group's mean is subtracted.
//
// The positions come from self-play in which each move is drawn from the near-best ones. The best
// play by static equity and some others near it are each followed by static plies on one deal. In
// that deal the opponent has its actual rack of the game, which is what a player who chose well
// would hold. Late data has only positions near the end of the game and rolls plays out to the end:
// leave values say little there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "lexicon/leave_table.h"
#include "lexicon/lexicon.h"
#include "making/contrast_file.h"

namespace zymurgy {

// The most games in a shard, given the plays per position: whatever the other options, the shard
// then stays within what `decompress` accepts.
constexpr std::uint64_t largest_shard(int plays) {
  constexpr std::uint64_t kGames = 1 << 14, kGamesTimesPlays = 1 << 21;
  return std::min(kGames, kGamesTimesPlays / static_cast<std::uint64_t>(plays));
}

struct ContrastOptions {
  const Lexicon* lexicon = nullptr;
  const LeaveTable* leaves = nullptr;
  ContrastHeader header;      // for all the games
  std::uint64_t shard = 256;  // games, up to `largest_shard`
  int threads = 1;
  std::string folder;
};

// Makes the shards that the folder does not hold yet. Calls `progress(games done, how many of them
// existed before)` from one thread at a time. On a stop, unfinished shards are not written. It is
// an error, and nothing is made, if the folder has shards with other boundaries, or shards of the
// same games made with other options.
Result<void> make_contrast(const ContrastOptions& options,
                           const std::function<void(std::uint64_t, std::uint64_t)>& progress = {},
                           std::stop_token stop = {});

}  // namespace zymurgy
