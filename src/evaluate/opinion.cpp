#include "evaluate/opinion.h"

#include "evaluate/end_of_turns.h"
#include "evaluate/worth.h"

namespace zymurgy {

Judge::Judge(const Position& position, const Lanes& lanes, MoveFinder& finder,
             nnue::Evaluator* network, const WinTable& wins)
    : position_(position), evaluator_(finder.evaluator()), network_(network), wins_(wins) {
  if (network_ == nullptr) return;
  network_->start(position, lanes);
  network_->level_at(finder.best(position, lanes).move);
}

Opinion Judge::operator()(const Move& move) const {
  Opinion opinion{.move = move, .leave = position_.leave_after(move)};
  opinion.kept = evaluator_.kept(position_, opinion.leave);
  opinion.equity = evaluator_.equity(position_, move);
  opinion.opening = opinion.equity - opinion.kept - move.score * kPoint;
  if (position_.runs_out_of_turns(move)) {
    const auto [spread, win] = end_of_turns(position_, move);
    opinion.spread = spread;
    opinion.win = win;
    return opinion;
  }
  const Equity spread = position_.spread() * kPoint + opinion.equity;
  const int unseen = position_.unseen_by_other(move);
  if (unseen == 0) {  // the move goes out: a network has nothing to add
    opinion.spread = spread;
    opinion.win = share_won(spread);
    return opinion;
  }
  if (network_ != nullptr) opinion.network = network_->gain(move);
  opinion.spread = spread + opinion.network.spread;
  // The table is for the side on turn, which after the move is the other side.
  opinion.win = 1 - WinTable::share(wins_.at_lead(-(spread + opinion.network.win), unseen));
  return opinion;
}

}  // namespace zymurgy
