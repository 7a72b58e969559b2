#include "inference/observer.h"

#include <algorithm>

namespace zymurgy {

const Inferred* Observer::learn(std::span<const SeenTurn> turns, const Position& now,
                                const InferOptions& options, std::stop_token stop) {
  const int player = 1 - now.on_turn();
  const bool goes_on = player_ == player && doubt_ == options.doubt &&
                       taken_.size() <= turns.size() &&
                       std::equal(taken_.begin(), taken_.end(), turns.begin());
  if (!goes_on) {
    taken_.clear();
    inference_.forget();
  }
  player_ = player;
  doubt_ = options.doubt;
  for (std::size_t i = taken_.size(); i < turns.size(); taken_.push_back(turns[i++])) {
    const auto& [before, move, stands] = turns[i];
    if (!stands) continue;
    if (before.on_turn() != player) {
      if (move.kind == MoveKind::kExchange) inference_.put_back(move.used());
      continue;
    }
    Position seen = before;
    // What the observer held then is known by the next turn, if it ever is.
    const Position& later = i + 1 < turns.size() ? turns[i + 1].before : now;
    seen.set_rack(1 - player, later.rack(1 - player));
    inference_.observe(seen, Lanes(*lexicon_, seen.layout(), seen.board()), move, options, stop);
    if (inference_.halted()) break;
  }
  return inference_.doubt() ? &inference_.last() : nullptr;
}

}  // namespace zymurgy
