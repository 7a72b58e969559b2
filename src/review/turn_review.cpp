#include "review/turn_review.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "endgame/endgame.h"
#include "evaluate/move_evaluator.h"
#include "evaluate/worth.h"
#include "game/scoring.h"
#include "game/supply.h"
#include "play/phase.h"
#include "preendgame/preendgame.h"
#include "sim/candidates.h"

namespace zymurgy {
namespace {

TurnReview::Play play_of(const SimPlay& play) { return {play.move, play.eq, play.wp}; }

// If the move made is as good as the best, it counts as the best. If it is better, a search that
// was cut short had missed it.
void keep_best(TurnReview& review) {
  const auto rank = [&review](const TurnReview::Play& play) {
    return std::pair(review.by == TurnReview::By::kEquity ? 0 : play.chance, play.points);
  };
  if (rank(review.made) >= rank(review.best)) review.best = review.made;
}

struct Solved {
  TurnReview::Play play;
  bool exact;
};

// The values of the best move and of the move made, which is solved separately if it is another
// one. `solve` takes the moves to choose among (none: all), and may find no answer.
template <typename Solve>
std::optional<TurnReview> best_and_made(TurnReview::By by, const Move& made, const Solve& solve) {
  const std::optional<Solved> best = solve({});
  const std::optional<Solved> own = best && best->play.move != made ? solve({made}) : best;
  if (!own) return std::nullopt;
  return TurnReview{by, best->exact && own->exact, best->play, own->play};
}

}  // namespace

bool can_be_judged(const Position& seen) {
  const int held = seen.rack().size();
  const bool whole =
      held == kRackSize || (held > 0 && held < kRackSize && has_perfect_information(seen));
  return whole && !is_over(seen);
}

Reviewer::Reviewer(const Lexicon& lexicon, const LeaveTable& leaves, const WinTable& wins,
                   const nnue::Network* network, const ReviewOptions& options)
    : lexicon_(&lexicon),
      leaves_(&leaves),
      wins_(&wins),
      options_(options),
      finder_(lexicon, leaves),
      network_(network != nullptr ? std::make_unique<nnue::Evaluator>(*network, lexicon.tiles())
                                  : nullptr),
      simulator_(leaves, guide_maker(lexicon, leaves, wins, {.outlook = network}),
                 options.threads) {}

TurnReview Reviewer::review(const Position& seen, const Move& given, bool valid,
                            std::stop_token stop) {
  ZYMURGY_CHECK(can_be_judged(seen));
  TurnReview review = judge(seen, as_generated(seen.board(), given), valid, stop);
  if (valid && review.by != TurnReview::By::kSimulation) keep_best(review);
  return review;
}

TurnReview Reviewer::judge(const Position& seen, const Move& made, bool valid,
                           const std::stop_token& stop) {
  const Budget budget = options_.solver_seconds > 0 ? Budget::kTime : Budget::kUnbounded;
  const Phase phase = phase_of(seen, budget);
  if (phase == Phase::kEndgame) return by_endgame(seen, made, stop);
  if (phase == Phase::kPreendgame && options_.iterations > 0)
    if (const auto review = by_preendgame(seen, made, stop)) return *review;
  const Lanes lanes(*lexicon_, seen);
  return options_.iterations > 0 ? by_simulation(seen, lanes, made, valid, stop)
                                 : by_equity(seen, lanes, made);
}

TurnReview Reviewer::by_equity(const Position& seen, const Lanes& lanes, const Move& made) {
  const Move best = rank_moves(seen, lanes, finder_, network_.get(), {.count = 1}).front().move;
  const MoveEvaluator evaluate(seen, lanes, finder_, network_.get(), *wins_);
  const auto play = [&](const Move& move) {
    const MoveEvaluation evaluation = evaluate(move);
    const double points = in_points(evaluation.equity + evaluation.network.win);
    return TurnReview::Play{move, points, evaluation.win};
  };
  return {.by = TurnReview::By::kEquity, .best = play(best), .made = play(made)};
}

TurnReview Reviewer::by_simulation(const Position& seen, const Lanes& lanes, const Move& made,
                                   bool valid, const std::stop_token& stop) {
  const SimScope scope = sim_scope(seen.bag_size(), {});
  std::vector<Candidate> candidates =
      sim_candidates(seen, lanes, finder_, network_.get(),
                     {.count = scope.candidates, .only = {}, .also = {made}});
  SimOptions options;
  options.to_the_end_bag = scope.to_the_end_bag;
  options.iterations = options_.iterations;
  options.limits.stop = stop;
  options.seed = options_.seed;
  const auto plays = simulator_.run(seen, lanes, candidates, options).plays;
  const auto best =
      std::ranges::find_if(plays, [&](const SimPlay& play) { return valid || play.move != made; });
  TurnReview review{.by = TurnReview::By::kSimulation, .best = play_of(plays.front())};
  review.made = review.best;
  if (best == plays.end() || best->move == made) return review;
  std::erase_if(candidates, [&](const Candidate& candidate) {
    return candidate.move != made && candidate.move != best->move;
  });
  // On new deals: the deals that made it the best were lucky for it.
  options.seed = mix64(options_.seed);
  options.confidence = 0;
  const SimResult both = simulator_.run(seen, lanes, candidates, options);
  const SimPlay &first = both.plays.front(), &second = both.plays.back();
  review.best = play_of(first.move == made ? second : first);
  review.made = play_of(first.move == made ? first : second);
  review.lost_error = second.behind_error;
  // The other move may have been found best by luck.
  if (valid && (first.move == made || first.utility == second.utility)) {
    review.best = review.made;
    review.lost_error = 0;
  }
  return review;
}

std::optional<TurnReview> Reviewer::by_preendgame(const Position& seen, const Move& made,
                                                  const std::stop_token& stop) {
  return best_and_made(
      TurnReview::By::kPreendgame, made, [&](std::vector<Move> only) -> std::optional<Solved> {
        PegOptions options;
        options.only = std::move(only);
        options.brief_spreads = true;
        options.threads = options_.threads;
        options.limits = {stop, deadline_in(options_.solver_seconds)};
        const auto solved = solve_preendgame(*lexicon_, *leaves_, seen, options);
        if (!solved || !solved->wins_proved) return std::nullopt;
        const PegPlay& play = solved->plays.front();
        return Solved{{play.move, play.mean_spread() - seen.spread(), play.tally.share_won()},
                      play.spread_proved};
      });
}

TurnReview Reviewer::by_endgame(const Position& seen, const Move& made,
                                const std::stop_token& stop) {
  return *best_and_made(TurnReview::By::kEndgame, made,
                        [&](std::vector<Move> only) -> std::optional<Solved> {
                          EndgameOptions options;
                          options.only = std::move(only);
                          options.threads = options_.threads;
                          options.limits = {stop, deadline_in(options_.solver_seconds)};
                          const auto answer = solve_endgame(*lexicon_, seen, options);
                          ZYMURGY_CHECK(answer);
                          return Solved{{answer->line.front(), static_cast<double>(answer->spread),
                                         share_won(answer->final_spread)},
                                        answer->proved};
                        });
}

}  // namespace zymurgy
