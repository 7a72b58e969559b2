// The luck of all draws of a game, which tells players apart in a fraction of the games.
//
// A draw's luck is what the rack it made is worth above the mean of other draws from the same bag,
// on the board that its player meets next: the equity of its best play, and the chance to win with
// so much more or less. The mean luck is 0 whoever plays, so results less luck have the mean of the
// results, and only a sixth (spread) or two fifths (wins) of their variance; of mirrored pairs, a
// third and a half. (M. Zinkevich et al., "Optimal Unbiased Estimators for Evaluating Agent
// Performance", 2006, for poker.)
//
// A draw that empties the bag leaves nothing to chance: it has no luck.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>

#include "play/player.h"
#include "review/luck.h"
#include "review/watched_game.h"

namespace zymurgy {

// Sets the luck of both seats of each game whose racks were told, from its draws; each of these is
// made options.draws times again. Game i redraws from random stream `first` + i: the same whatever
// the threads and the calls that games are split into. A stop leaves games without luck. Of the
// tables no network is needed.
void judge_draws(std::span<WatchedGame> games, const PlayerTables& tables,
                 const LuckOptions& options, std::uint64_t first = 0, std::stop_token stop = {});

}  // namespace zymurgy
