#include "support/late_game.h"

#include <utility>
#include <vector>

#include "movegen/lanes.h"
#include "support/lexica.h"

namespace zymurgy {

Position random_late_game(const Lexicon& lexicon, MoveFinder& finder, int in_bag, Random& random) {
  const TileSet& tiles = lexicon.tiles();
  for (;;) {
    Position position(tiles, Layout::standard());
    std::vector<Letter> bag;
    tiles.counts().for_each_tile([&](Letter letter) { bag.push_back(letter); });
    const auto draw = [&](int player) {
      while (position.rack(player).size() < kRackSize && !bag.empty()) {
        std::swap(bag[random.below(static_cast<std::uint32_t>(bag.size()))], bag.back());
        position.give(player, bag.back());
        bag.pop_back();
      }
    };
    draw(0);
    draw(1);
    for (int idle = 0; static_cast<int>(bag.size()) > in_bag && idle < 4;) {
      const int mover = position.on_turn();
      const Lanes lanes(lexicon, position);
      const auto& plays = finder.plays(position, lanes);
      idle = plays.empty() ? idle + 1 : 0;
      position.make(plays.empty() ? Move::pass()
                                  : plays[random.below(static_cast<std::uint32_t>(plays.size()))]);
      draw(mover);
    }
    position.set_scoreless_turns(0);
    if (static_cast<int>(bag.size()) == in_bag) return position;
  }
}

Position late_position(int in_bag, int known, Random& random) {
  const test::Words& words = test::oel1();
  MoveFinder finder(*words.lexicon, *words.leaves);
  Position position = random_late_game(*words.lexicon, finder, in_bag, random);
  TileCounts told;
  position.rack(1 - position.on_turn()).for_each_tile([&](Letter letter) {
    if (told.size() < known) told.add(letter);
  });
  position.set_rack(1 - position.on_turn(), told);
  return position;
}

Rack cut(const Rack& rack, int size, Random& random) {
  std::vector<Letter> tiles;
  rack.for_each_tile([&](Letter letter) { tiles.push_back(letter); });
  Rack kept;
  for (int i = 0; i < size && !tiles.empty(); ++i) {
    std::swap(tiles[random.below(static_cast<std::uint32_t>(tiles.size()))], tiles.back());
    kept.add(tiles.back());
    tiles.pop_back();
  }
  return kept;
}

}  // namespace zymurgy
