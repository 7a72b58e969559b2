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
  for (std::size_t i = taken_.size(); i < turns.size(); ++i) {
    if (turns[i].before.on_turn() != player || !turns[i].stands) continue;
    Position before = turns[i].before;
    // What the observer held then is known by the next turn, if it ever is.
    const Position& later = i + 1 < turns.size() ? turns[i + 1].before : now;
    before.set_rack(1 - player, later.rack(1 - player));
    inference_.observe(before, Lanes(*lexicon_, before.layout(), before.board()), turns[i].move,
                       options, stop);
    if (inference_.halted()) break;
    taken_.assign(turns.begin(), turns.begin() + static_cast<std::ptrdiff_t>(i + 1));
  }
  return taken_.empty() ? nullptr : &inference_.last();
}

}  // namespace zymurgy
