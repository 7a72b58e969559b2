#include "preendgame/deal.h"

#include "game/counting.h"

namespace zymurgy {
namespace {

void extend(const TileCounts& pool, int count, int letter, Draw draw, std::vector<Draw>& draws) {
  if (count == 0) {
    draws.push_back(draw);
    return;
  }
  if (letter == kLetterCodes) return;
  const auto its = static_cast<Letter>(letter);
  for (int n = 0; n <= pool[its] && n <= count; ++n) {
    Draw next = draw;
    next.tiles.add(its, n);
    next.orders *= static_cast<std::int64_t>(choose(pool[its], n));
    extend(pool, count - n, letter + 1, next, draws);
  }
}

}  // namespace

std::int64_t factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

std::vector<Draw> draws_of(const TileCounts& pool, int count) {
  std::vector<Draw> draws;
  extend(pool, count, 0, {{}, factorial(count)}, draws);
  return draws;
}

}  // namespace zymurgy
