#include "match/scoreboard.h"

#include <chrono>

namespace zymurgy {

bool Scoreboard::add(const GameResult& result) {
  bool counted = false;
  results_.add(result.game.number, result, [&](const GameResult& next) {
    if (verdict_ != Sprt::Verdict::kOpen) return;
    if (!next.game.swapped()) {
      first_ = next;
    } else {
      count_pair(first_, next);
      counted = true;
    }
  });
  return counted;
}

void Scoreboard::count_pair(const GameResult& first, const GameResult& second) {
  count(first);
  count(second);
  ++tally_.pairs;
  tally_.divergent += first.moves_hash != second.moves_hash;
  ++pairs_.counts[first.half_points() + second.half_points()];
  if (!sprt_) return;
  llr_ = sprt_->llr(pairs_);
  verdict_ = sprt_->verdict(llr_);
}

void Scoreboard::count(const GameResult& result) {
  ++tally_.games;
  for (std::size_t engine = 0; engine < 2; ++engine) {
    PlayerTally& player = tally_.players[engine];
    const int half_points = engine == 0 ? result.half_points() : 2 - result.half_points();
    player.wins += half_points == 2;
    player.ties += half_points == 1;
    player.losses += half_points == 0;
    tally_.first_mover_wins +=
        half_points == 2 && result.game.seat_of(static_cast<int>(engine)) == 0;
    wrong_scores_[engine] += result.wrong_scores[engine];
    penalties_[engine] += result.penalties[engine];
    turns_[engine] += result.turns[engine];
    thought_[engine] += result.thought[engine];
    if (result.forfeited_by) continue;
    player.score.add(result.scores[engine]);
    player.spread.add(result.scores[engine] - result.scores[1 - engine]);
    player.bingos.add(result.bingos[engine]);
    player.turns.add(result.turns[engine]);
  }
  if (!result.forfeited_by) return;
  forfeits_.push_back(result);
  FaultCounts& faults = faults_[*result.forfeited_by];
  using Kind = EngineFault::Kind;
  faults.crashes += result.fault.kind == Kind::kCrash;
  faults.stalls += result.fault.kind == Kind::kStall;
  faults.illegal += result.fault.kind == Kind::kIllegal;
  faults.time += result.fault.kind == Kind::kTime;
}

double Scoreboard::seconds_a_move(int engine) const {
  const auto e = static_cast<std::size_t>(engine);
  return turns_[e] == 0
             ? 0
             : std::chrono::duration<double>(thought_[e]).count() / static_cast<double>(turns_[e]);
}

}  // namespace zymurgy
