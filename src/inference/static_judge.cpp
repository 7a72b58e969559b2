#include "inference/static_judge.h"

#include <algorithm>
#include <cstdint>

namespace zymurgy {

StaticJudge::StaticJudge(const Lexicon& lexicon, const LeaveTable& leaves, const Position& before,
                         const Lanes& lanes, const Move& move, Equity least, Equity most)
    : words_(&lexicon.words()),
      evaluator_(leaves),
      generator_(lexicon),
      position_(before),
      lanes_(&lanes),
      move_(move),
      least_(least),
      most_(most) {}

StaticVerdict StaticJudge::judge(const Rack& rack) {
  position_.set_rack(position_.on_turn(), rack);
  if (is_beaten()) return {.possible = true, .leave = rack.without(move_.used())};
  subsets_.assign(rack, *words_, evaluator_.leaves());
  evaluator_.fill(position_, subsets_, terms_);
  const std::optional<Made> move = made();
  if (!move) return {};
  return {.possible = true, .loss = loss_of(move->equity), .leave = move->leave};
}

// Whether this rack, too, has one of the plays that recently beat the move on other racks: most
// racks then need no search of their own.
bool StaticJudge::is_beaten() {
  if (!move_.is_play()) return false;
  const Equity floor = evaluator_.equity(position_, move_) + most_;
  const auto beats = [&](const Move& play) {
    return position_.rack().includes(play.used()) && evaluator_.equity(position_, play) > floor;
  };
  const auto found = std::find_if(better_plays_.begin(), better_plays_.end(), beats);
  if (found == better_plays_.end()) return false;
  std::rotate(better_plays_.begin(), found, found + 1);
  return true;
}

std::optional<StaticJudge::Made> StaticJudge::made() const {
  if (move_.tiles_known())
    return Made{evaluator_.equity(position_, move_), position_.rack().without(move_.used())};
  int best = -1;
  for (const std::uint8_t subset : subsets_.of_size(move_.tiles_played))
    if (best < 0 || terms_.played[subset] > terms_.played[best]) best = subset;
  if (best < 0) return std::nullopt;
  return Made{terms_.played[best], subsets_.tiles(subsets_.complement(best))};
}

std::optional<Equity> StaticJudge::loss_of(Equity made) {
  // Plays of no more equity than this need not be found; for a pass, any play matters.
  const bool passes = move_.kind == MoveKind::kPass;
  Equity highest = passes ? -kAnyMargin : made + least_;
  for (const int i : subsets_.of_sizes(1, position_.most_exchanged()))
    highest = std::max(highest, terms_.played[i]);
  if (highest > made + most_) return std::nullopt;
  best_.assign(1, Candidate{Move::pass(), highest});
  generator_.top(*lanes_, position_.rules(), subsets_, terms_, 1, kAnyMargin, best_);
  const auto& [best, equity] = best_.front();
  Equity loss = std::max(equity - made, least_);
  // Our static player passes only if it has no play, even one of negative equity.
  if (passes && best.is_play()) loss = std::max(loss, least_ + 1);
  if (loss <= most_) return loss;
  if (best.is_play()) {
    better_plays_.push_front(best);
    if (better_plays_.size() > kBetterPlays) better_plays_.pop_back();
  }
  return std::nullopt;
}

}  // namespace zymurgy
