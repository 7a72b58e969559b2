#include "play/phase.h"

#include <algorithm>
#include <chrono>

#include "game/supply.h"

namespace zymurgy {

Phase phase_of(const Position& position, Budget budget) {
  const int bag = position.bag_size(), rack = position.rack().size();
  if (budget == Budget::kNow || rack == 0) return Phase::kStatic;
  if (!position.board().empty()) {
    if (has_perfect_information(position)) return Phase::kEndgame;
    // Two tiles in the bag take long, and the pre-endgame search has no limit of work.
    const int most_in_bag = budget == Budget::kTime ? 2 : budget == Budget::kUnbounded ? 1 : 0;
    if (bag > 0 && bag <= most_in_bag && rack == kRackSize) return Phase::kPreendgame;
  }
  return phase_without_solvers(budget);
}

Phase phase_without_solvers(Budget budget) {
  return budget == Budget::kTime || budget == Budget::kWork ? Phase::kSimulation : Phase::kStatic;
}

void bound_by_work(EndgameOptions& options) {
  options.max_depth = 4;
  options.max_nodes = 200'000;  // one or two seconds; without blanks four plies hardly take so many
  options.threads = 1;
}

InferOptions inference_for_a_move(const Limits& limits) {
  constexpr double kShare = 0.3;  // of the time
  // Takes less than half the time of all leaves (bench/inference.md).
  constexpr int kMostLeaves = 12000;
  InferOptions options;
  options.doubt = kUnknownOpponent;
  options.max_leaves = kMostLeaves;
  options.limits = limits.with_share(kShare);
  return options;
}

SimScope sim_scope(int bag, const Limits& limits) {
  // A little less than 200 ms and 1 s: some of the time has passed by now.
  constexpr std::chrono::milliseconds kSome(190), kPlenty(950);
  const bool may_be_the_last_draw = bag <= kRackSize;
  const int candidates = may_be_the_last_draw ? kLateCandidates : kCandidates;
  const auto time = limits.time_left();
  if (time < kSome) return {candidates, kRackSize};
  if (time < kPlenty) return {candidates, 14};
  return {candidates, kToTheEndBag};
}

bool network_replies(int bag, std::optional<double> doubt) {
  return bag <= kRackSize && doubt.value_or(0) > 0.5;
}

double endgame_doubt(std::optional<double> doubt) {
  constexpr double kMistaken = 0.1;
  return std::min(doubt.value_or(1) + kMistaken, 1.0);
}

}  // namespace zymurgy
