#include "endgame/solver_side.h"

#include "game/counting.h"
#include "game/random.h"

namespace zymurgy {

void SolverSide::assign(const Rack& rack, const TileSet& set) {
  int kind = -4;  // the bit where the current letter's count is packed
  stride.fill(0);
  tiles[0] = {};
  key[0] = mix64(1);
  points[0] = 0;
  const int count = for_each_part(rack, [&](int part, int with, Letter letter) {
    if (part == 0) {
      stride[letter] = static_cast<std::uint8_t>(with);
      kind += 4;
    }
    const auto from = static_cast<std::size_t>(part), to = static_cast<std::size_t>(with);
    tiles[to] = tiles[from];
    tiles[to].add(letter);
    points[to] = static_cast<std::int16_t>(points[from] + set.score(letter));
    packed[to] = packed[from] + (1U << kind);
    // A function of the tiles alone, so that racks of other positions with the same context share
    // cached results.
    key[to] = key[from] + mix64(kGolden * (letter + 1U));
  });
  full = count - 1;
}

}  // namespace zymurgy
