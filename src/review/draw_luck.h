// The luck of all draws of a game. Results corrected for it tell players apart in a fraction of the
// games.
//
// A draw's luck is the worth of the resulting rack above the mean of other draws from the same bag,
// on the board of the player's next turn: in equity of the best play, and in the win probability
// that this difference in equity makes. The mean luck is 0 whoever plays, so results less luck have
// the same mean as the results, but only a sixth (spread) or two fifths (wins) of their variance;
// in mirrored pairs, a third and a half. (M. Zinkevich et al., "Optimal Unbiased Estimators for
// Evaluating Agent Performance", 2006, for poker.)
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

// Sets the luck of both seats of each game whose racks are known. Each draw is repeated
// options.draws times. Game i redraws from random stream `first` + i, so the results depend neither
// on the threads nor on how the games are split into calls. A stop leaves games without luck.
// `tables` needs no network.
void judge_draws(std::span<WatchedGame> games, const PlayerTables& tables,
                 const LuckOptions& options, std::uint64_t first = 0, std::stop_token stop = {});

}  // namespace zymurgy
