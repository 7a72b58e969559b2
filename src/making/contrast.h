// Contrast data: several plays of one position, each rolled out on the same tiles. From it networks
// learn to order plays: nearly all of a rollout's luck is common to the plays of a group, and
// cancels when the group's mean is taken off.
//
// Positions are those of self-play, near-best moves chosen at random. Of each, the best play by
// static equity and some others near it are followed by static plies on one deal, in which the
// opponent's rack is the game's own: what a player who chose well would hold. Late data has only
// positions near the end, whose plays are rolled out to it: leave values say little there.
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

// The most games of a shard, by the plays of a position: with any other options it stays within
// what `decompress` accepts.
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
// were there)` from one thread at a time. On a stop, unfinished shards are left out. Nothing is
// made if the folder has shards cut at other places, or of the same games made in another way.
Result<void> make_contrast(const ContrastOptions& options,
                           const std::function<void(std::uint64_t, std::uint64_t)>& progress = {},
                           std::stop_token stop = {});

}  // namespace zymurgy
