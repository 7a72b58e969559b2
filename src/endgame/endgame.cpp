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

constexpr double kSwindleShare = 0.1;  // of the time, at most
// Of the time for what is best against perfect replies, and of the rest for what is against static.
constexpr double kPerfectShare = 0.5, kStaticShare = 0.5;

Result<void> check(const Position& position) {
  if (position.board().empty()) return failure("an endgame needs tiles on the board");
  if (const auto enough = check_supply(position); !enough) return enough;
  if (const int bag = position.bag_size(); bag > 0)
    return failure("the bag still holds " + std::to_string(bag) + (bag == 1 ? " tile" : " tiles") +
                   ": this is no endgame");
  for (int player = 0; player < 2; ++player) {
    if (position.rack(player).empty())
      return failure("an endgame needs both racks, and one is empty or unknown");
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

// What is worth most in the mean: the best move by the answer, or one of those that bring most of
// static replies. Nothing if it is the first.
std::optional<ValuedMove> best_in_doubt(const Lexicon& lexicon, const Position& position,
                                        const EndgameOptions& options,
                                        const EndgameAnswer& answer) {
  constexpr std::size_t kTried = 3;
  std::vector<ValuedMove> moves =
      ranked_against_static(lexicon, position, options.limits.with_share(kStaticShare));
  const auto first = std::ranges::find(moves, answer.line.front(), &ValuedMove::move);
  int brings = first != moves.end() ? first->spread : answer.spread;
  // What is proved is brought by any replies.
  if (answer.proved) brings = std::max(brings, answer.spread);
  if (first != moves.end()) moves.erase(first);
  moves.resize(std::min(moves.size(), kTried));

  std::vector<ValuedMove> of_perfect_replies = moves;
  if (options.doubt > 0 && !moves.empty()) {
    EndgameOptions given = options;
    for (const ValuedMove& its : moves) given.only.push_back(its.move);
    of_perfect_replies = judge_given_moves(lexicon, position, given, {}).moves;
  }
  const auto worth = [&](int of_static, int of_perfect) {
    return (1 - options.doubt) * worth_of_end(position.spread() + of_static) +
           options.doubt * worth_of_end(position.spread() + of_perfect);
  };
  std::optional<ValuedMove> best;
  double most = worth(brings, answer.spread);
  for (const auto& [move, of_perfect] : of_perfect_replies) {
    const ValuedMove& its = *std::ranges::find(moves, move, &ValuedMove::move);
    const double mean = worth(its.spread, of_perfect);
    if (mean <= most) continue;
    most = mean;
    best = its;
  }
  return best;
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
  const bool are_static = options.replies == Replies::kStatic;
  EndgameOptions first = options;
  first.limits = options.limits.with_share(are_static ? kPerfectShare : 1 - kSwindleShare);
  EndgameAnswer answer = search_by_depth(lexicon, position, first, progress);
  const auto begin = Limits::Clock::now();
  if (are_static)
    answer.against_static = best_in_doubt(lexicon, position, options, answer);
  else if (answer.proved && answer.final_spread < 0)
    answer.against_static = find_swindle(lexicon, position, options.limits);
  answer.seconds += seconds_since(begin);
  return answer;
}

}  // namespace zymurgy
