// How the tiles may lie that one side does not see: the opponent's rack and the order of those in
// the bag.
//
// In a simulation late in the game the opponent's rack is drawn without repetition: each that it
// may have is met before any is met again, then with another order of the bag. So chance averages
// out sooner, and where there are few deals all are met, and what they say is exact.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "evaluate/rack_belief.h"
#include "game/position.h"
#include "game/random.h"

namespace zymurgy {

// The mover draws from the front of the row, the opponent from its back, so that each meets the
// same tiles after every candidate.
struct Deal {
  static constexpr int kMost = 256;  // tiles in the bag

  Rack opponent;
  std::array<Letter, kMost> row{};  // `size` of them: the bag
  int size = 0;
  std::uint64_t salt = 0;  // of what chance remains: where exchanged tiles are put back

  // These tiles shuffled, and a salt.
  void set_row(const TileCounts& bag, Random& random);
};

// The side on turn of `root` knows its rack; of the opponent's, what the position says or `belief`
// holds likely (nullptr: nothing). What is known is taken for tiles kept. (Where a play taken back
// showed one of several equal tiles, that deals another of them a little too often.)
Deal deal_at_random(const Position& root, const RackBelief* belief, Random& random);

class Deals {
 public:
  // Both must outlive it.
  Deals(const Position& root, const RackBelief* belief, std::uint64_t seed);

  // A function of what this was made from and of `iteration`.
  Deal deal(std::uint64_t iteration) const;

  // So many iterations meet all that chance can do, each as often as it is likely; infinity where
  // that is too much.
  double count() const { return count_; }

 private:
  Deal in_turn(std::uint64_t iteration, Random& random) const;

  const Position* root_;
  const RackBelief* belief_;
  std::uint64_t seed_;
  int drawn_ = 0;                     // tiles of the opponent's rack that are not known
  std::vector<Letter> pool_;          // that they are drawn from
  std::vector<std::uint32_t> racks_;  // which of them, numbered, by turns; none: at random
  double count_;
};

}  // namespace zymurgy
