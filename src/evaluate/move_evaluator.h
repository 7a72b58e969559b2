// The evaluation of a move, term by term: by the static evaluator, by a network, and the win
// probability that follows from both.
#pragma once

#include "evaluate/move_finder.h"
#include "evaluate/win_table.h"
#include "nnue/evaluator.h"

namespace zymurgy {

struct MoveEvaluation {
  Move move;
  TileCounts leave;
  Equity kept = 0, opening = 0, equity = 0;  // static: equity = score + kept + opening
  nnue::Prediction network{};                // beyond `equity`; 0 for the static best play
  Equity spread = 0;                         // expected, for the side on turn
  double win = 0;                            // its win probability, 0 to 1
};

class MoveEvaluator {
 public:
  // `network` may be nullptr. All arguments must outlive the evaluator.
  MoveEvaluator(const Position& position, const Lanes& lanes, MoveFinder& finder,
                nnue::Evaluator* network, const WinTable& wins);
  // Evaluates a legal move.
  MoveEvaluation operator()(const Move& move) const;

 private:
  const Position& position_;
  const StaticEvaluator& evaluator_;
  nnue::Evaluator* network_;
  const WinTable& wins_;
};

}  // namespace zymurgy
