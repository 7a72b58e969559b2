// Mistakes: the worth of a turn compared with that of the best move, in points and in win
// probability.
//
// With tiles in the bag, plays are judged by simulation of the game as the player could know it.
// Then the best play found and the play made are simulated on the same new deals, so that the best
// is not credited with lucky deals and the difference has less noise. With one tile in the bag, or
// two and a time limit, plays are judged over every order of the unseen tiles, if it is proved
// which play wins most often. With an empty bag both racks are known and the endgame is solved.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include "evaluate/move_finder.h"
#include "evaluate/win_table.h"
#include "nnue/evaluator.h"
#include "sim/simulator.h"

namespace zymurgy {

struct TurnReview {
  enum class By : std::uint8_t { kEquity, kSimulation, kPreendgame, kEndgame };
  struct Play {
    Move move;
    double points = 0;  // gained from here on: equity, mean of playouts, or gain to the end
    double chance = 0;  // win probability, 0 to 1
  };
  By by = By::kEquity;
  bool exact = false;  // an endgame or a pre-endgame that was solved
  Play best{}, made{};
  // One standard error of the loss found by simulation, in games: points and win probability
  // combined (evaluate/worth.h).
  double lost_error = 0;

  // Either may be below 0: the best move is the best in points and win probability combined
  // (evaluate/worth.h). An invalid play may be worth more than the best in both.
  double lost_points() const { return best.points - made.points; }
  double lost_chance() const { return best.chance - made.chance; }
};

struct ReviewOptions {
  std::int64_t iterations = 1000;  // per simulation; 0: by equity alone
  double solver_seconds = 5;       // per position that is solved; 0: no limit
  std::uint64_t seed = 1;
  int threads = 1;
};

// Whether the game goes on and the mover's rack is wholly known: a full rack with tiles in the bag;
// with an empty bag, a rack that leaves at most a full rack unseen.
bool can_be_judged(const Position& seen);

class Reviewer {
 public:
  // `network`, which may be nullptr, corrects equities, also at the end of rollouts. All must
  // outlive the reviewer.
  Reviewer(const Lexicon& lexicon, const LeaveTable& leaves, const WinTable& wins,
           const nnue::Network* network, const ReviewOptions& options);

  // Reviews a move that the side on turn may make and that names its tiles. A play that is not
  // `valid`, by the lexicon's words, is never the best. `seen` must satisfy can_be_judged() and
  // hold what that side knew: of the other rack, only the tiles that were shown. The review is
  // meaningless once stopped.
  TurnReview review(const Position& seen, const Move& given, bool valid = true,
                    std::stop_token stop = {});

 private:
  TurnReview judge(const Position& seen, const Move& made, bool valid, const std::stop_token& stop);
  TurnReview by_equity(const Position& seen, const Lanes& lanes, const Move& made);
  TurnReview by_simulation(const Position& seen, const Lanes& lanes, const Move& made, bool valid,
                           const std::stop_token& stop);
  // Nothing if it was not proved which play wins most often.
  std::optional<TurnReview> by_preendgame(const Position& seen, const Move& made,
                                          const std::stop_token& stop);
  TurnReview by_endgame(const Position& seen, const Move& made, const std::stop_token& stop);

  const Lexicon* lexicon_;
  const LeaveTable* leaves_;
  const WinTable* wins_;
  ReviewOptions options_;
  MoveFinder finder_;
  std::unique_ptr<nnue::Evaluator> network_;
  Simulator simulator_;
};

}  // namespace zymurgy
