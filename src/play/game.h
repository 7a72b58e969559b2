// A game under way: the position, the generator's mirror of its board, and the bag.
//
// A game is a function of its seed and the moves played. Seat 0 moves first.
#pragma once

#include <cstddef>
#include <cstdint>

#include "game/position.h"
#include "game/random.h"
#include "movegen/lanes.h"
#include "play/bag.h"

namespace zymurgy {

// The seed of the draws of game (or pair) `index` in a run of seed `seed`.
constexpr std::uint64_t game_seed(std::uint64_t seed, std::uint64_t index) {
  return mix64(seed) + index;
}

// The randomness of a player's own choices; streams 0 and 1 of the seed are the bag's.
inline Random random_of_player(std::uint64_t seed, std::size_t seat) {
  return Random::stream(seed, 2, seat);
}

class Game {
 public:
  // Lexicon and layout must outlive the game. It is ready for the first move of seed 0.
  Game(const Lexicon& lexicon, const Layout& layout, const Rules& rules = {});

  // Begins anew: an empty board, full racks.
  void start(std::uint64_t seed);

  const Position& position() const { return position_; }
  const Lanes& lanes() const { return lanes_; }
  bool over() const { return position_.over(); }

  // Plays a legal move of the seat on turn and refills its rack. Returns what it drew.
  TileCounts play(const Move& move);

 private:
  void refill(int seat);

  Lanes fresh_;  // an empty board, to start from
  Lanes lanes_;
  Position position_;
  Bag bag_;
};

}  // namespace zymurgy
