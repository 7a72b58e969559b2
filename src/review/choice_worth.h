// The worth of a player's choices, turn by turn, which shows where a player is stronger and by how
// much.
//
// A choice's worth is the final spread after it less the final spread after the best move by static
// equity, with both sides playing on by static equity: a mean over deals in which the tiles drawn
// since the opponent's last move are drawn anew. The sum of a player's worths has the mean of the
// player's results against the static player, less the advantage of moving first, and half the
// variance that those results have with equal draws (review/draw_luck.h). Two players are compared
// by the difference of their sums. (S. Kakade and J. Langford, "Approximately Optimal Approximate
// Reinforcement Learning", 2002; N. Burch et al., "AIVAT: A New Variance Reduction Technique for
// Agent Evaluation in Imperfect Information Games", 2018.)
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>

#include "play/player.h"
#include "review/watched_game.h"
#include "sim/deals.h"

namespace zymurgy {

// A possible deal: the opponent keeps its leave and draws anew, but not the tiles it put back.
Deal deal_again(const MadeChoice& choice, Random& random);

struct ChoiceOptions {
  int deals = 0;  // per choice; one if no tile is hidden
  std::uint64_t seed = 1;
  int threads = 1;
};

// Sets the worth of both seats' choices in each game whose choices are all known. Game i deals from
// random stream `first` + i, so the results depend neither on the threads nor on how the games are
// split into calls. A stop leaves games without worths. `tables` needs no network.
void judge_choices(std::span<WatchedGame> games, const PlayerTables& tables,
                   const ChoiceOptions& options, std::uint64_t first = 0,
                   std::stop_token stop = {});

}  // namespace zymurgy
