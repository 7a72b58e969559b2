#include "review/pairing.h"

#include <utility>

namespace zymurgy {

void Pairing::add(WatchedGame game, const GameOrigin& origin) {
  if (!origin.draws) return stats_->add(game);
  const std::string first = game.seats[0].player, second = game.seats[1].player;
  if (const auto other = waiting_.find({*origin.draws, second, first});
      origin.of_pair && other != waiting_.end()) {
    stats_->add(other->second);
    stats_->add(game, true);
    waiting_.erase(other);
    return;
  }
  const auto [drawn, fresh] = drawn_.try_emplace(*origin.draws, origin.file);
  if (!fresh && !same_draws_) same_draws_ = {drawn->second, origin.file};
  if (!origin.of_pair) return stats_->add(game);
  waiting_.emplace(Key(*origin.draws, first, second), std::move(game));
}

void Pairing::finish() {
  for (const auto& [key, game] : waiting_) stats_->add(game);
  waiting_.clear();
}

}  // namespace zymurgy
