// Deals of the tiles that one side does not see: the opponent's rack and the order of the bag.
//
// In a simulation late in the game the opponent's rack is drawn without repetition: each possible
// rack is met before any is met again, and then with another order of the bag. So luck averages out
// sooner. Where there are few deals, all are met, and the result is exact.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "evaluate/rack_belief.h"
#include "game/position.h"
#include "game/random.h"

namespace zymurgy {

// The mover draws from the front of the row, the opponent from its back, so that each draws the
// same tiles after every candidate.
struct Deal {
  static constexpr int kMost = 256;  // tiles in the bag

  Rack opponent;
  std::array<Letter, kMost> row{};  // the bag: the first `size`
  int size = 0;
  std::uint64_t salt = 0;  // seeds the remaining chance: where exchanged tiles go back

  // Sets `row` to these tiles, shuffled, and `salt`.
  void set_row(const TileCounts& bag, Random& random);
};

// The side on turn of `root` knows its own rack and, of the opponent's, what the position says or
// `belief` holds likely (nullptr: nothing). Known tiles are assumed to be tiles kept. (If a play
// taken back showed one of several equal tiles, another of them is dealt a little too often.)
Deal deal_at_random(const Position& root, const RackBelief* belief, Random& random);

class Deals {
 public:
  // `root` and `belief` must outlive it.
  Deals(const Position& root, const RackBelief* belief, std::uint64_t seed);

  // A function of the constructor's arguments and `iteration`.
  Deal deal(std::uint64_t iteration) const;

  // The number of iterations that meet every outcome of chance as often as it is likely; infinity
  // if that is too many.
  double count() const { return count_; }

 private:
  Deal in_turn(std::uint64_t iteration, Random& random) const;

  const Position* root_;
  const RackBelief* belief_;
  std::uint64_t seed_;
  int drawn_ = 0;                     // unknown tiles of the opponent's rack
  std::vector<Letter> pool_;          // what they are drawn from
  std::vector<std::uint32_t> racks_;  // the racks, by number, met in turn; empty: at random
  double count_;
};

}  // namespace zymurgy
