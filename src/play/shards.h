// A run of games cut into files, so that any number of processes and machines can share it.
//
// A shard holds the games of `size` consecutive indices, cut at multiples of `size`, and is named
// by them and by a hash of everything else that decides the games (program version, lexicon,
// leaves, players, networks, win tables, seed, rules). It is written under another name and renamed
// when complete. A complete shard that is already there is skipped; a damaged one is played again.
// So disjoint ranges of indices, played anywhere in any order, interrupted or not, give the same
// files as one process would. Shards cut at other places would hold games twice, so they are
// refused.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "play/autoplay.h"

namespace zymurgy {

struct ShardsResult {
  Tally tally;  // of the games played now
  std::uint64_t written = 0, skipped = 0;
};

// What a file holds: the games of indices [begin, end) of a run.
struct ShardRange {
  std::string run, path;
  std::uint64_t begin = 0, end = 0;
};
// Fails, naming both, if two of the shards have games in common.
Result<void> check_disjoint(std::vector<ShardRange> shards);
// The same for those of the files that have a shard's name.
Result<void> check_shards(const std::vector<std::string>& files);

// How games [begin, end) of a run are cut: at `origin` and every `size` games after it.
struct ShardPlan {
  std::string run;
  std::uint64_t begin = 0, end = 0, origin = 0, size = 1;
  std::function<std::string(std::uint64_t begin, std::uint64_t end)> path;

  // The planned shard that holds a game.
  ShardRange shard_of(std::uint64_t game) const;
};
// Fails, naming both, if two shards that are there, or one of them and a planned one at another
// path, have games in common.
Result<void> check_plan(const ShardPlan& plan, const std::vector<ShardRange>& there);

using ShardsProgress = std::function<void(std::int64_t done, std::int64_t before)>;

// Plays games options.begin to options.end into files in `folder`, which is made if need be. Shards
// cut short by `stop` are not kept. Nothing is played if the folder has shards cut at other places.
// options.log, header and discard_partial_log are ignored. Progress is reported as by autoplay, in
// games done, of which `before` were already there.
Result<ShardsResult> autoplay_shards(AutoplayOptions options, const std::string& folder,
                                     std::uint64_t size, const ShardsProgress& progress = {},
                                     std::stop_token stop = {});

}  // namespace zymurgy
