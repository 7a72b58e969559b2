#include "review/turn_review.h"

#include <utility>

#include "endgame/endgame.h"
#include "evaluate/opinion.h"
#include "game/scoring.h"
#include "play/phase.h"
#include "sim/candidates.h"

namespace zymurgy {
namespace {

TurnReview::Play play_of(const SimPlay& play) { return {play.move, play.eq, play.wp}; }

// Whoever is better is the best: a search that was cut short may have missed it.
void keep_best(TurnReview& review) {
  const auto worth = [](const TurnReview::Play& play) {
    return std::pair(play.chance, play.points);
  };
  if (worth(review.made) > worth(review.best)) review.best = review.made;
}

}  // namespace

Reviewer::Reviewer(const Lexicon& lexicon, const LeaveTable& leaves, const WinTable& wins,
                   const nnue::Network* network, const ReviewOptions& options)
    : lexicon_(&lexicon),
      wins_(&wins),
      options_(options),
      finder_(lexicon, leaves),
      network_(network != nullptr ? std::make_unique<nnue::Evaluator>(*network, lexicon.tiles())
                                  : nullptr),
      simulator_(lexicon, leaves, wins, options.threads) {}

TurnReview Reviewer::review(const Position& seen, const Move& told, std::stop_token stop) {
  const Move made = as_generated(seen.board(), told);
  if (phase_of(seen, Limit::kTime) == Phase::kEndgame) return by_endgame(seen, made, stop);
  const Lanes lanes(*lexicon_, seen.layout(), seen.board());
  return options_.iterations > 0 ? by_simulation(seen, lanes, made, stop)
                                 : by_equity(seen, lanes, made);
}

TurnReview Reviewer::by_equity(const Position& seen, const Lanes& lanes, const Move& made) {
  const Move best = rank_moves(seen, lanes, finder_, network_.get(), {.count = 1}).front().move;
  const Judge judge(seen, lanes, finder_, network_.get(), *wins_);
  const auto play = [&](const Move& move) {
    const Opinion opinion = judge(move);
    const double points = static_cast<double>(opinion.equity + opinion.network.win) / kPoint;
    return TurnReview::Play{move, points, opinion.win};
  };
  TurnReview review{.by = TurnReview::By::kEquity, .best = play(best), .made = play(made)};
  if (review.made.points > review.best.points) review.best = review.made;
  return review;
}

TurnReview Reviewer::by_simulation(const Position& seen, const Lanes& lanes, const Move& made,
                                   std::stop_token stop) {
  const SimScope scope = sim_scope(seen.bag_size(), {});
  std::vector<Candidate> candidates =
      sim_candidates(seen, lanes, finder_, network_.get(),
                     {.count = scope.candidates, .only = {}, .also = {made}});
  SimOptions options;
  options.to_the_end_bag = scope.to_the_end_bag;
  options.iterations = options_.iterations;
  options.limits.stop = std::move(stop);
  options.seed = options_.seed;
  const SimPlay best = simulator_.run(seen, lanes, candidates, options).plays.front();
  TurnReview review{.by = TurnReview::By::kSimulation, .best = play_of(best)};
  review.made = review.best;
  if (best.move == made) return review;
  std::erase_if(candidates, [&](const Candidate& candidate) {
    return candidate.move != made && candidate.move != best.move;
  });
  // On other deals: on those that made it the best it was lucky.
  options.seed = mix64(options_.seed);
  options.confidence = 0;
  const SimResult both = simulator_.run(seen, lanes, candidates, options);
  for (const SimPlay& play : both.plays)
    (play.move == made ? review.made : review.best) = play_of(play);
  keep_best(review);
  return review;
}

TurnReview Reviewer::by_endgame(const Position& seen, const Move& made, std::stop_token stop) {
  Position position = seen;
  const int mover = seen.on_turn();
  position.set_rack(1 - mover, seen.unseen(mover));
  TurnReview review{.by = TurnReview::By::kEndgame, .exact = true};
  // What play from here on adds to the lead of the side on turn.
  const auto value = [&](const Position& from, Move* best) {
    EndgameOptions options;
    options.threads = options_.threads;
    options.limits = {stop, deadline_in(options_.endgame_seconds)};
    const auto solved = solve_endgame(*lexicon_, from, options);
    ZYMURGY_CHECK(solved);
    review.exact &= solved->proved;
    if (best != nullptr) *best = solved->line.front();
    return solved->spread;
  };
  const auto play = [&](const Move& move, int gain) {
    const int won = WinTable::of_final(position.spread() + gain);
    return TurnReview::Play{move, static_cast<double>(gain), won / double{WinTable::kOne}};
  };
  Move best;
  const int most = value(position, &best);
  review.best = play(best, most);
  Position after = position;
  after.make(made);
  const int rest = after.over() ? after.end_gain(mover) : -value(after, nullptr);
  review.made = best == made ? review.best : play(made, made.score + rest);
  keep_best(review);
  return review;
}

}  // namespace zymurgy
