// Enumerates and numbers the sub-multisets of some tiles, and handles draws from a pool: a random
// draw, every possible draw, or the number of draws.
#pragma once

#include <cstdint>
#include <utility>

#include "game/random.h"
#include "game/tile_counts.h"

namespace zymurgy {

// For n up to 20.
std::int64_t factorial(int n);

// C(n, k), or 0 unless 0 <= k <= n. Exact while k * C(n, k) is below 2^53, which holds for any tile
// set and k up to kRackSize.
double choose(int n, int k);

// The number of ways to draw exactly `tiles` from a pool, counting equal tiles as distinct.
double ways_to_draw(const TileCounts& tiles, const TileCounts& pool);

// The number of ways to draw `count` tiles, up to kRackSize, that include `least`, counting equal
// tiles as distinct.
double ways_to_include(const TileCounts& least, const TileCounts& pool, int count);

// The number of different multisets of `count` tiles, up to kRackSize, in a pool.
double distinct_draws(const TileCounts& pool, int count);

// Draws `count` tiles of `pool` at random, or all of them if it has fewer.
TileCounts draw_tiles(TileCounts pool, int count, Random& random);

// Numbers the sub-multisets (parts) of `tiles` in mixed radix: part 0 is empty, the last part is
// all of `tiles`, and each further tile of a letter adds the letter's stride. Calls f(part, with,
// letter) for every part `with` except 0, letter by letter; `part` is `with` without one tile of
// its last letter and has already come up. The first call of a letter has part 0, so that `with` is
// its stride. Returns the number of parts.
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

// Calls f(tiles) for every multiset of `count` tiles of `pool`, those with the most of the lowest
// letters first. Stops and returns false as soon as f returns false.
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
