// What a player's choices are worth, turn by turn, which tells where it is stronger and by how
// much.
//
// A choice's worth is the final spread after it less that after the move of static equity, both
// sides going on by static equity: a mean over deals of the tiles that were drawn since the other
// side's last move. Added up, the worths of a player's choices have the mean of its results against
// the static player, less what moving first is worth, and half the variance that those results have
// with equal draws (review/draw_luck.h). Two players are compared by the difference of their sums.
// (S. Kakade and J. Langford, "Approximately Optimal Approximate Reinforcement Learning", 2002; N.
// Burch et al., "AIVAT: A New Variance Reduction Technique for Agent Evaluation in Imperfect
// Information Games", 2018.)
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>

#include "play/player.h"
#include "review/watched_game.h"
#include "sim/deals.h"

namespace zymurgy {

// How the tiles may lie: the other side keeps its leave and has drawn again, not what it put back.
Deal deal_again(const MadeChoice& choice, Random& random);

struct ChoiceOptions {
  int deals = 0;  // for each choice; one where no tile is hidden
  std::uint64_t seed = 1;
  int threads = 1;
};

// Sets what the choices of both seats are worth, of each game of which all is told. Game i deals
// from random stream `first` + i: the same whatever the threads and the calls that games are split
// into. A stop leaves games without. Of the tables no network is needed.
void judge_choices(std::span<WatchedGame> games, const PlayerTables& tables,
                   const ChoiceOptions& options, std::uint64_t first = 0,
                   std::stop_token stop = {});

}  // namespace zymurgy
