#include "inference/observer.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace zymurgy {
namespace {

using Clock = Limits::Clock;

// A turn may have been slow by chance, so the expected time fades by this factor.
constexpr double kFade = 0.8;

}  // namespace

void Observer::forget() {
  known_turns_.clear();
  first_ = next_ = 0;
  inference_.forget();
}

// Whether these turns continue those known, with the same doubt and seed. More may have been known
// of the observer's own racks at the time than is given later.
bool Observer::continues(std::span<const SeenTurn> turns, const Position& now,
                         const InferOptions& options) const {
  if (player_ != 1 - now.on_turn() || doubt_ != options.doubt || seed_ != options.seed ||
      known_turns_.size() > turns.size())
    return false;
  for (std::size_t i = 0; i < known_turns_.size(); ++i) {
    const Rack& own = own_rack(turns, i, now);
    const bool is_past = i + 1 < turns.size();
    if (known_turns_[i].turn != turns[i] ||
        (is_past ? !known_turns_[i].own.includes(own) : known_turns_[i].own != own))
      return false;
  }
  return true;
}

std::size_t Observer::first_in_time(double share, const InferOptions& options) const {
  if (!options.limits.timed()) return 0;
  const double left = std::chrono::duration<double>(options.limits.time_left()).count();
  double fit = share * left / seconds_a_turn_;
  for (std::size_t i = known_turns_.size(); i-- > 0;) {
    const SeenTurn& turn = known_turns_[i].turn;
    if (turn.is_informative() && turn.before.on_turn() == player_ && --fit < 0) return i + 1;
  }
  return 0;
}

bool Observer::take_in(const KnownTurn& known, Inference& inference, const InferOptions& options) {
  const auto& [turn, own] = known;
  if (turn.before.on_turn() != player_) {
    if (turn.stands) inference.observe_own_move(turn.before.rack(), turn.move);
    return true;
  }
  const Clock::time_point begun = Clock::now();
  Position seen = turn.before;
  seen.set_rack(1 - player_, own);
  if (!turn.is_informative()) {
    inference.observe_uninformative(seen, turn.shown());
    return true;
  }
  const bool in_time =
      inference.observe(seen, Lanes(*lexicon_, seen), turn.move, options) != nullptr;
  const double took = seconds_since(begun);
  seconds_a_turn_ = std::max(took, kFade * seconds_a_turn_);
  return in_time;
}

void Observer::relearn_all(const InferOptions& options) {
  Inference anew(*lexicon_, *leaves_);
  for (const KnownTurn& known : known_turns_)
    if (!take_in(known, anew, options)) return;
  inference_ = std::move(anew);
  first_ = 0;
}

const Inferred* Observer::learn(std::span<const SeenTurn> turns, const Position& now,
                                const InferOptions& options) {
  if (!continues(turns, now, options)) forget();
  player_ = 1 - now.on_turn();
  doubt_ = options.doubt;
  seed_ = options.seed;
  for (std::size_t i = known_turns_.size(); i < turns.size(); ++i)
    known_turns_.push_back({turns[i], own_rack(turns, i, now)});
  if (next_ < known_turns_.size()) {
    const std::size_t fits = first_in_time(1, options);
    if (fits == known_turns_.size()) {
      seconds_a_turn_ *= kFade;
      return nullptr;
    }
    if (fits > next_) {
      inference_.forget();
      first_ = next_ = fits;
    }
    for (; next_ < known_turns_.size(); ++next_)
      if (!take_in(known_turns_[next_], inference_, options)) return nullptr;
  }
  if (first_ > 0 && first_in_time(0.5, options) == 0) relearn_all(options);
  return inference_.doubt() ? &inference_.last() : nullptr;
}

}  // namespace zymurgy
