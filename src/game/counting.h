// Sub-multisets of tiles: all of them, numbered; and draws from a pool: one at random, each
// possible one, or how many there are.
#pragma once

#include <cstdint>
#include <utility>

#include "game/random.h"
#include "game/tile_counts.h"

namespace zymurgy {

// Of n up to 20.
std::int64_t factorial(int n);

// C(n, k), exact where k times as much is below 2^53: for k up to kRackSize of any tile set. 0
// where k is not within 0 to n.
double choose(int n, int k);

// The ways to draw these tiles from a pool, equal ones told apart.
double ways_to_draw(const TileCounts& tiles, const TileCounts& pool);

// The ways to draw `count` tiles, up to kRackSize, with `least` among them, equal ones told apart.
double ways_to_include(const TileCounts& least, const TileCounts& pool, int count);

// How many multisets of `count` tiles, up to kRackSize, a pool has.
double distinct_draws(const TileCounts& pool, int count);

// Draws tiles of `pool` one by one; all of them where it has fewer than `count`.
TileCounts draw_tiles(TileCounts pool, int count, Random& random);

// The parts of some tiles, numbered in mixed radix: 0 is none of them, the last all, and each
// letter adds its stride. Calls f(part, with, letter) for every part `with` but 0, letter by
// letter: `part` is the same without one tile of its last letter, and came before it. The first
// call of a letter is with part 0, so that `with` is its stride. Returns how many parts there are.
template <typename F>
int for_each_part(const TileCounts& tiles, F&& f) {
  int count = 1;
  for (const Letter letter : Letters(tiles.letters())) {
    const int stride = count;
    for (int part = 0; part < stride * tiles[letter]; ++part) f(part, part + stride, letter);
    count += stride * tiles[letter];
  }
  return count;
}

// Calls f(tiles) for every multiset of `count` tiles of `pool`, in order: those with the most of
// the lowest letters first. Stops when f says false, and then says false itself.
template <typename F>
bool for_each_draw(const TileCounts& pool, int count, F&& f) {
  TileCounts drawn;
  const auto extend = [&](auto&& self, LetterSet letters, int missing) -> bool {
    if (missing == 0) return f(std::as_const(drawn));
    while (letters != 0) {
      const LetterSet from = letters;
      const Letter letter = pop_letter(letters);
      if (drawn[letter] >= pool[letter]) continue;
      drawn.add(letter);
      const bool more = self(self, from, missing - 1);
      drawn.remove(letter);
      if (!more) return false;
    }
    return true;
  };
  return extend(extend, pool.letters(), count);
}

}  // namespace zymurgy
