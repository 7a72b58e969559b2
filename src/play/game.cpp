#include "play/game.h"

#include <cstdint>

namespace zymurgy {

Game::Game(const Lexicon& lexicon, const Layout& layout, const Rules& rules)
    : fresh_(lexicon, layout), lanes_(fresh_), position_(lexicon.tiles(), layout, rules) {
  start(0);
}

void Game::start(std::uint64_t seed) {
  position_ = Position(position_.tiles(), position_.layout(), position_.rules());
  lanes_ = fresh_;
  bag_.fill(position_.tiles().counts(), seed);
  for (int seat = 0; seat < 2; ++seat) refill(seat);
}

void Game::refill(int seat) {
  Rack rack = position_.rack(seat);
  rack.add(bag_.draw(seat, kRackSize - rack.size()));
  position_.set_rack(seat, rack);
}

TileCounts Game::play(const Move& move) {
  const int seat = position_.on_turn();
  position_.make(move);
  if (move.is_play()) lanes_.lay(move);
  const Rack kept = position_.rack(seat);
  refill(seat);
  // The rule book's order: draw first, then put the exchanged tiles into the bag.
  bag_.put_back(seat, move.put_back());
  TileCounts drawn = position_.rack(seat);
  drawn.remove(kept);
  return drawn;
}

}  // namespace zymurgy
