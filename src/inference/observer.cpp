#include "inference/observer.h"

#include <algorithm>
#include <chrono>

namespace zymurgy {
namespace {

using Clock = Limits::Clock;

// What the observer held when turn `i` was played: known by the next turn, if it ever is.
const Rack& own_rack(std::span<const SeenTurn> turns, std::size_t i, const Position& now) {
  return (i + 1 < turns.size() ? turns[i + 1].before : now).rack(now.on_turn());
}

}  // namespace

void Observer::forget() {
  taken_.clear();
  left_out_ = false;
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

std::size_t Observer::first_in_time(std::span<const SeenTurn> turns, std::size_t begin,
                                    double share, const InferOptions& options) const {
  if (!options.limits.timed()) return begin;
  const double left = std::chrono::duration<double>(options.limits.time_left()).count();
  double fit = share * left / seconds_a_turn_;
  for (std::size_t i = turns.size(); i-- > begin;)
    if (turns[i].stands && turns[i].before.on_turn() == player_ && --fit < 0) return i + 1;
  return begin;
}

bool Observer::take_in(const SeenTurn& turn, const Rack& own, const InferOptions& options) {
  if (!turn.stands) return true;
  if (turn.before.on_turn() != player_) return inference_.own_move(turn.move), true;
  const Clock::time_point begun = Clock::now();
  Position seen = turn.before;
  seen.set_rack(1 - player_, own);
  inference_.observe(seen, Lanes(*lexicon_, seen.layout(), seen.board()), turn.move, options);
  const double took = std::chrono::duration<double>(Clock::now() - begun).count();
  if (!inference_.halted() || took > seconds_a_turn_) seconds_a_turn_ = took;
  return !inference_.halted();
}

const Inferred* Observer::learn(std::span<const SeenTurn> turns, const Position& now,
                                const InferOptions& options) {
  if (!goes_on(turns, now, options)) forget();
  player_ = 1 - now.on_turn();
  doubt_ = options.doubt;
  seed_ = options.seed;
  if (left_out_ && first_in_time(turns, 0, 0.5, options) == 0) forget();
  const std::size_t first = first_in_time(turns, taken_.size(), 1, options);
  // What took long may have been the machine: it is tried again before long.
  if (taken_.size() < turns.size() && first == turns.size()) seconds_a_turn_ *= 0.8;
  if (first > taken_.size()) {
    inference_.forget();
    left_out_ = true;
  }
  for (std::size_t i = taken_.size(); i < turns.size(); ++i) {
    const Rack& own = own_rack(turns, i, now);
    if (i >= first && !take_in(turns[i], own, options)) return nullptr;
    taken_.push_back({turns[i], own});
  }
  return inference_.doubt() ? &inference_.last() : nullptr;
}

}  // namespace zymurgy
