// A run of games cut into files, so that any number of processes and machines can share it.
//
// A shard holds the games of `size` consecutive indices, cut at multiples of `size`, and is named
// by them and by a hash of everything else that decides the games (program version, lexicon,
// leaves, players, networks, win tables, seed, rules). It is written to a name of its own and
// renamed when whole; one that is there and whole is skipped, a damaged one is played again. So
// disjoint ranges of indices, played anywhere in any order, interrupted or not, give the files that
// one process would. Ranges that are cut at other places would hold games twice: they are refused.
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

// What a file holds: the games of indices from `begin` up to `end` of a run.
struct ShardRange {
  std::string run, path;
  std::uint64_t begin = 0, end = 0;
};
// An error that names both if two of them have games in common.
Result<void> check_disjoint(std::vector<ShardRange> shards);
// The same of those files whose names are shards'.
Result<void> check_shards(const std::vector<std::string>& files);

// How games `begin` up to `end` of a run are to be cut: at `origin` and each `size` games after it.
struct ShardPlan {
  std::string run;
  std::uint64_t begin = 0, end = 0, origin = 0, size = 1;
  std::function<std::string(std::uint64_t begin, std::uint64_t end)> path;

  // The shard to come that has a game.
  ShardRange shard_of(std::uint64_t game) const;
};
// An error that names both if two shards that are there, or one of them and one to come at another
// path, have games in common.
Result<void> check_plan(const ShardPlan& plan, const std::vector<ShardRange>& there);

using ShardsProgress = std::function<void(std::int64_t done, std::int64_t before)>;

// Plays options.begin to options.end into files of `folder`, which is made if need be. Shards cut
// short by `stop` are not kept. Nothing is played if the folder has shards cut at other places.
// options.log and only_whole_log are not used. Progress is that of autoplay, in games that are
// done; `before` of them were there.
Result<ShardsResult> autoplay_shards(AutoplayOptions options, const std::string& folder,
                                     std::uint64_t size, const ShardsProgress& progress = {},
                                     std::stop_token stop = {});

}  // namespace zymurgy
