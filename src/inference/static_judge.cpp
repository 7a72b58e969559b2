#include "inference/static_judge.h"

#include <algorithm>
#include <cstdint>

namespace zymurgy {

StaticVerdict StaticJudge::judge(const Position& before, const Lanes& lanes, const Move& move,
                                 const Rack& rack, Equity least, Equity most) {
  Position position = before;
  position.set_rack(position.on_turn(), rack);
  const bool known = move.names_its_tiles();
  StaticVerdict verdict{.possible = known};
  if (known) verdict.leave = rack.without(move.used());
  if (move.is_play() && is_beaten(position, evaluator_.equity(position, move) + most))
    return verdict;
  subsets_.assign(rack, *words_, evaluator_.leaves());
  evaluator_.fill(position, subsets_, terms_);
  Equity its;
  if (known) {
    its = evaluator_.equity(position, move);
  } else {
    int best = -1;
    for (const std::uint8_t subset : subsets_.of_size(move.tiles_played))
      if (best < 0 || terms_.played[subset] > terms_.played[best]) best = subset;
    if (best < 0) return verdict;
    its = terms_.played[best];
    verdict.possible = true;
    verdict.leave = subsets_.tiles(subsets_.complement(best));
  }
  // Plays of no more than this need not be found; to a pass any matters.
  const bool passes = move.kind == MoveKind::kPass;
  Equity highest = passes ? -kAnyMargin : its + least;
  for (const int i : subsets_.of_sizes(1, position.most_exchanged()))
    highest = std::max(highest, terms_.played[i]);
  if (highest > its + most) return verdict;
  best_.assign(1, Candidate{Move::pass(), highest});
  generator_.top(lanes, position.rules(), subsets_, terms_, 1, kAnyMargin, best_);
  const auto& [best, equity] = best_.front();
  Equity loss = std::max(equity - its, least);
  // Our static player passes only without a play, be it worth less than nothing.
  if (passes && best.is_play()) loss = std::max(loss, least + 1);
  if (loss <= most) {
    verdict.loss = loss;
  } else if (best.is_play()) {
    better_plays_.push_front(best);
    if (better_plays_.size() > kBetterPlays) better_plays_.pop_back();
  }
  return verdict;
}

// Whether one of the plays that lately were better on other racks is on this one, too: most racks
// need no search of their own.
bool StaticJudge::is_beaten(const Position& position, Equity floor) {
  const auto beats = [&](const Move& play) {
    return position.rack().includes(play.used()) && evaluator_.equity(position, play) > floor;
  };
  const auto found = std::find_if(better_plays_.begin(), better_plays_.end(), beats);
  if (found == better_plays_.end()) return false;
  std::rotate(better_plays_.begin(), found, found + 1);
  return true;
}

}  // namespace zymurgy
