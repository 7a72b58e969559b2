// A run of games cut into files, so that any number of processes and machines can share it.
//
// A shard holds the games of `size` consecutive indices, cut at multiples of `size`, and is named
// by them and by a hash of everything else that decides the games (program version, lexicon,
// leaves, players, networks, seed, rules). It is written to a name of the process's own and renamed
// when whole; one that is there and whole is skipped, a damaged one is played again. So disjoint
// ranges of indices, played anywhere in any order, interrupted or not, give the files that one
// process would.
#pragma once

#include "play/autoplay.h"

namespace zymurgy {

struct ShardsResult {
  Tally tally;  // of the games played now
  std::uint64_t written = 0, skipped = 0;
};

// Plays options.begin to options.end into files of `folder`, which is made if need be. Shards cut
// short by `stop` are not kept. options.log is not used.
Result<ShardsResult> autoplay_shards(AutoplayOptions options, const std::string& folder,
                                     std::uint64_t size,
                                     const std::function<void(std::int64_t)>& progress = {},
                                     std::stop_token stop = {});

}  // namespace zymurgy
