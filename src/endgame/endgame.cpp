#include "endgame/endgame.h"

#include "endgame/against_static.h"
#include "endgame/by_depth.h"
#include "endgame/given_moves.h"
#include "endgame/refusals.h"
#include "game/supply.h"

namespace zymurgy {
namespace {

// Of the time, at most, for what static replies give.
constexpr double kSwindleShare = 0.1, kAgainstStaticShare = 0.5;

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
  first.limits = options.limits.with_share(1 - (are_static ? kAgainstStaticShare : kSwindleShare));
  EndgameAnswer answer = search_by_depth(lexicon, position, first, progress);
  const auto begin = Limits::Clock::now();
  if (are_static) {
    const auto best = best_against_static(lexicon, position, options.limits);
    const bool is_more = best && (!answer.proved || best->spread > answer.spread);
    if (is_more) answer.against_static = best;
  } else if (answer.proved && answer.final_spread < 0) {
    answer.against_static = find_swindle(lexicon, position, options.limits);
  }
  answer.seconds += seconds_since(begin);
  return answer;
}

}  // namespace zymurgy
