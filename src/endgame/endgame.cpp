#include "endgame/endgame.h"

#include <algorithm>

#include "endgame/against_static.h"
#include "endgame/by_depth.h"
#include "endgame/given_moves.h"
#include "endgame/refusals.h"
#include "evaluate/worth.h"
#include "game/supply.h"

namespace zymurgy {
namespace {

// The largest shares of the time: for a swindle; for moves against static replies; and, of the
// rest, for perfect replies, if the moves found are then judged against these, too.
constexpr double kSwindleShare = 0.1, kStaticShare = 0.25, kPerfectShare = 0.67;

Result<void> check(const Position& position) {
  if (position.board().empty()) return failure("an endgame needs tiles on the board");
  if (const auto enough = check_supply(position); !enough) return enough;
  if (const int bag = position.bag_size(); bag > 0)
    return failure("the bag still holds " + std::to_string(bag) + (bag == 1 ? " tile" : " tiles") +
                   ": this is not an endgame");
  for (int player = 0; player < 2; ++player) {
    if (position.rack(player).empty())
      return failure("an endgame needs both racks, but one is empty or unknown");
    if (position.rack(player).size() > kRackSize) return failure(kRackTooBig);
  }
  if (position.out_of_turns()) return failure(kGameOver);
  return {};
}

// With the bag empty the other rack is what the mover does not see.
Position with_both_racks(Position position) {
  if (position.bag_size() > 0 || !check_supply(position)) return position;
  const int mover = position.on_turn();
  const TileCounts unseen = position.unseen(mover);
  if (unseen.size() <= kRackSize) position.set_rack(1 - mover, unseen);
  return position;
}

// The move of the highest mean worth against static and perfect replies, weighted by `doubt`: one
// of `moves`, the best against static replies, or nothing if the answer's first move is best.
std::optional<ValuedMove> best_in_doubt(const Lexicon& lexicon, const Position& position,
                                        const EndgameOptions& options, const EndgameAnswer& answer,
                                        const std::vector<ValuedMove>& moves) {
  const auto worth = [&](int of_static, int of_perfect) {
    return (1 - options.doubt) * worth_of_end(position.spread() + of_static) +
           options.doubt * worth_of_end(position.spread() + of_perfect);
  };
  double most = worth(*answer.first_against_static, answer.spread);
  std::optional<ValuedMove> best;
  const auto consider = [&](const ValuedMove& candidate, int of_perfect) {
    const double mean = worth(candidate.spread, of_perfect);
    if (mean <= most) return;
    most = mean;
    best = candidate;
  };
  if (options.doubt <= 0) {
    consider(moves.front(), 0);
    return best;
  }
  EndgameOptions given = options;
  for (const ValuedMove& candidate : moves) given.only.push_back(candidate.move);
  for (const auto& [move, of_perfect] : judge_given_moves(lexicon, position, given, {}).moves)
    consider(*std::ranges::find(moves, move, &ValuedMove::move), of_perfect);
  return best;
}

// Finds the best move against perfect replies and, if there is one, a move of higher mean worth.
EndgameAnswer search_against_static(const Lexicon& lexicon, const Position& position,
                                    const EndgameOptions& options,
                                    const EndgameProgress& progress) {
  constexpr std::size_t kTried = 3;
  std::vector<ValuedMove> moves =
      ranked_against_static(lexicon, position, options.limits.with_share(kStaticShare));
  EndgameOptions perfect = options;
  if (options.doubt > 0) perfect.limits = options.limits.with_share(kPerfectShare);
  EndgameAnswer answer = search_by_depth(lexicon, position, perfect, progress);
  if (moves.empty()) return answer;

  const auto first = std::ranges::find(moves, answer.line.front(), &ValuedMove::move);
  int first_spread = answer.spread;
  if (first != moves.end()) {
    // A proved value is reached whatever the replies are.
    first_spread = answer.proved ? std::max(first->spread, answer.spread) : first->spread;
    moves.erase(first);
  }
  answer.first_against_static = first_spread;
  moves.resize(std::min(moves.size(), kTried));
  if (!moves.empty())
    answer.against_static = best_in_doubt(lexicon, position, options, answer, moves);
  return answer;
}

EndgameAnswer search_for_a_swindle(const Lexicon& lexicon, const Position& position,
                                   const EndgameOptions& options, const EndgameProgress& progress) {
  EndgameOptions perfect = options;
  perfect.limits = options.limits.with_share(1 - kSwindleShare);
  EndgameAnswer answer = search_by_depth(lexicon, position, perfect, progress);
  if (answer.proved && answer.final_spread < 0)
    answer.against_static = find_swindle(lexicon, position, options.limits);
  return answer;
}

}  // namespace

std::string EndgameAnswer::label() const {
  if (!proved) return "depth " + std::to_string(depth);
  if (bound == Bound::kExact) return "exact";
  return bound == Bound::kAtLeast ? "win proved" : "loss proved";
}

Result<EndgameAnswer> solve_endgame(const Lexicon& lexicon, const Position& given,
                                    const EndgameOptions& options,
                                    const EndgameProgress& progress) {
  const Position position = with_both_racks(given);
  if (const auto fine = check(position); !fine) return tl::unexpected(fine.error());
  if (!options.only.empty()) return judge_given_moves(lexicon, position, options, progress);
  if (options.replies == Replies::kPerfect)
    return search_by_depth(lexicon, position, options, progress);
  const auto begin = Limits::Clock::now();
  EndgameAnswer answer = options.replies == Replies::kStatic
                             ? search_against_static(lexicon, position, options, progress)
                             : search_for_a_swindle(lexicon, position, options, progress);
  answer.seconds = seconds_since(begin);
  return answer;
}

}  // namespace zymurgy
