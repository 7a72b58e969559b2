#include "inference/observer.h"

#include <algorithm>
#include <chrono>

namespace zymurgy {
namespace {

using Clock = std::chrono::steady_clock;

// What the observer held when turn `i` was played: known by the next turn, if it ever is.
const Rack& own_rack(std::span<const SeenTurn> turns, std::size_t i, const Position& now) {
  return (i + 1 < turns.size() ? turns[i + 1].before : now).rack(now.on_turn());
}

}  // namespace

void Observer::forget() {
  taken_.clear();
  hurried_ = false;
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

void Observer::take_in(const SeenTurn& turn, const Rack& own, const InferOptions& options,
                       std::stop_token stop) {
  if (!turn.stands) return;
  if (!is_told_by(turn)) return inference_.own_move(turn.move);
  Position seen = turn.before;
  seen.set_rack(1 - player_, own);
  const Lanes lanes(*lexicon_, seen.layout(), seen.board());
  const Inferred* inferred = inference_.observe(seen, lanes, turn.move, options, stop);
  if (!inferred) inference_.forget();  // nothing is known of the draw that followed
  hurried_ |= !inferred || inferred->hurried;
}

const Inferred* Observer::learn(std::span<const SeenTurn> turns, const Position& now,
                                const InferOptions& options, std::stop_token stop) {
  const bool again = taken_.size() == turns.size();
  if (!goes_on(turns, now, options) || (hurried_ && again)) forget();
  player_ = 1 - now.on_turn();
  doubt_ = options.doubt;
  seed_ = options.seed;
  auto to_come = std::count_if(turns.begin() + std::ssize(taken_), turns.end(),
                               [&](const SeenTurn& turn) { return is_told_by(turn); });
  for (std::size_t i = taken_.size(); i < turns.size(); ++i) {
    const Rack& own = own_rack(turns, i, now);
    InferOptions its = options;
    if (is_told_by(turns[i]) && options.deadline != Clock::time_point::max())
      its.deadline = Clock::now() + (options.deadline - Clock::now()) / to_come--;
    take_in(turns[i], own, its, stop);
    taken_.push_back({turns[i], own});
  }
  return inference_.doubt() ? &inference_.last() : nullptr;
}

}  // namespace zymurgy
