// Statistics of many games, in integers so that the order of addition does not matter.
#pragma once

#include <array>
#include <cstdint>

#include "stats/moments.h"

namespace zymurgy {

struct PlayerTally {
  std::int64_t wins = 0, losses = 0, ties = 0;
  Moments score, spread, bingos, turns;

  void add(const PlayerTally& other) {
    wins += other.wins;
    losses += other.losses;
    ties += other.ties;
    score.add(other.score);
    spread.add(other.spread);
    bingos.add(other.bingos);
    turns.add(other.turns);
  }
};

struct Tally {
  std::int64_t games = 0, pairs = 0;
  std::int64_t divergent = 0;  // pairs whose two games differ
  std::int64_t first_mover_wins = 0;
  std::array<PlayerTally, 2> players;

  void add(const Tally& other) {
    games += other.games;
    pairs += other.pairs;
    divergent += other.divergent;
    first_mover_wins += other.first_mover_wins;
    for (std::size_t p = 0; p < 2; ++p) players[p].add(other.players[p]);
  }
};

}  // namespace zymurgy
