#include "evaluate/move_evaluator.h"

#include "evaluate/end_of_turns.h"
#include "evaluate/worth.h"

namespace zymurgy {

MoveEvaluator::MoveEvaluator(const Position& position, const Lanes& lanes, MoveFinder& finder,
                             nnue::Evaluator* network, const WinTable& wins)
    : position_(position), evaluator_(finder.evaluator()), network_(network), wins_(wins) {
  if (network_ == nullptr) return;
  network_->start(position, lanes);
  network_->level_at(finder.best(position, lanes).move);
}

MoveEvaluation MoveEvaluator::operator()(const Move& move) const {
  MoveEvaluation evaluation{.move = move, .leave = position_.leave_after(move)};
  evaluation.kept = evaluator_.kept(position_, evaluation.leave);
  evaluation.equity = evaluator_.equity(position_, move);
  evaluation.opening = evaluation.equity - evaluation.kept - move.score * kPoint;
  if (position_.runs_out_of_turns(move)) {
    const auto [spread, win] = end_of_turns(position_, move);
    evaluation.spread = spread;
    evaluation.win = win;
    return evaluation;
  }
  const Equity spread = position_.spread() * kPoint + evaluation.equity;
  const int unseen = position_.unseen_by_other(move);
  if (unseen == 0) {  // the move goes out: a network has nothing to add
    evaluation.spread = spread;
    evaluation.win = share_won(spread);
    return evaluation;
  }
  if (network_ != nullptr) evaluation.network = network_->gain(move);
  evaluation.spread = spread + evaluation.network.spread;
  // The table is for the side on turn, which after the move is the other side.
  evaluation.win = 1 - WinTable::share(wins_.at_lead(-(spread + evaluation.network.win), unseen));
  return evaluation;
}

}  // namespace zymurgy
