#include "game/counting.h"

#include <algorithm>
#include <array>

namespace zymurgy {

std::int64_t factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

double choose(int n, int k) {
  if (k < 0 || k > n) return 0;
  double ways = 1;
  for (int i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
  return ways;
}

double ways_to_draw(const TileCounts& tiles, const TileCounts& pool) {
  double product = 1;
  for (const Letter letter : Letters(tiles.letters())) {
    product *= choose(pool[letter], tiles[letter]);
  }
  return product;
}

double ways_to_include(const TileCounts& least, const TileCounts& pool, int count) {
  std::array<double, kRackSize + 1> ways{1};  // indexed by tiles drawn from the letters so far
  int others = pool.size();
  for (const Letter letter : Letters(least.letters())) {
    std::array<double, kRackSize + 1> more{};
    for (int drawn = 0; drawn <= count; ++drawn)
      for (int n = least[letter]; drawn + n <= count; ++n)
        more[drawn + n] += ways[drawn] * choose(pool[letter], n);
    ways = more;
    others -= pool[letter];
  }
  double sum = 0;
  for (int drawn = 0; drawn <= count; ++drawn) sum += ways[drawn] * choose(others, count - drawn);
  return sum;
}

double distinct_draws(const TileCounts& pool, int count) {
  std::array<double, kRackSize + 1> ways{1};  // indexed by tiles drawn from the letters so far
  for (const Letter letter : Letters(pool.letters())) {
    for (int drawn = count; drawn > 0; --drawn)
      for (int n = 1; n <= std::min<int>(pool[letter], drawn); ++n) ways[drawn] += ways[drawn - n];
  }
  return ways[count];
}

TileCounts draw_tiles(TileCounts pool, int count, Random& random) {
  TileCounts drawn;
  for (; count > 0 && !pool.empty(); --count) {
    auto place = static_cast<int>(random.below(static_cast<std::uint32_t>(pool.size())));
    Letter letter = 0;
    while ((place -= pool[letter]) >= 0) ++letter;
    pool.remove(letter);
    drawn.add(letter);
  }
  return drawn;
}

}  // namespace zymurgy
