#include "inference/observer.h"

namespace zymurgy {
namespace {

// What the observer held when turn `i` was played: known by the next turn, if it ever is.
const Rack& own_rack(std::span<const SeenTurn> turns, std::size_t i, const Position& now) {
  return (i + 1 < turns.size() ? turns[i + 1].before : now).rack(now.on_turn());
}

}  // namespace

void Observer::forget() {
  taken_.clear();
  inference_.forget();
}

// Whether what was taken in would be taken in again. Of the observer's own racks more may have been
// known at the time than is told of them later.
bool Observer::goes_on(std::span<const SeenTurn> turns, const Position& now,
                       const InferOptions& options) const {
  if (player_ != 1 - now.on_turn() || doubt_ != options.doubt || seed_ != options.seed ||
      taken_.size() > turns.size())
    return false;
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    const Rack& own = own_rack(turns, i, now);
    const bool is_past = i + 1 < turns.size();
    if (taken_[i].turn != turns[i] ||
        (is_past ? !taken_[i].own.includes(own) : taken_[i].own != own))
      return false;
  }
  return true;
}

const Inferred* Observer::learn(std::span<const SeenTurn> turns, const Position& now,
                                const InferOptions& options, std::stop_token stop) {
  if (!goes_on(turns, now, options)) forget();
  player_ = 1 - now.on_turn();
  doubt_ = options.doubt;
  seed_ = options.seed;
  for (std::size_t i = taken_.size(); i < turns.size(); ++i) {
    const auto& [before, move, stands] = turns[i];
    const Rack& own = own_rack(turns, i, now);
    if (stands && before.on_turn() == player_) {
      Position seen = before;
      seen.set_rack(now.on_turn(), own);
      inference_.observe(seen, Lanes(*lexicon_, seen.layout(), seen.board()), move, options, stop);
      if (inference_.halted()) return nullptr;
    } else if (stands) {
      inference_.own_move(move);
    }
    taken_.push_back({turns[i], own});
  }
  return inference_.doubt() ? &inference_.last() : nullptr;
}

}  // namespace zymurgy
