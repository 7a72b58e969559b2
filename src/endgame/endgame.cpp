#include "endgame/endgame.h"

#include <algorithm>

#include "endgame/refusals.h"
#include "evaluate/move_finder.h"
#include "game/supply.h"
#include "game/threads.h"

namespace zymurgy {
namespace {

using Clock = Limits::Clock;

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

// Of a search that is stopped before it has its words: the best move by static equity, which with
// nothing in the bag asks no leaves.
EndgameAnswer answer_at_once(const Lexicon& lexicon, const Position& position) {
  const LeaveTable no_leaves(lexicon.tiles());
  MoveFinder finder(lexicon, no_leaves);
  const Candidate best = finder.best(position, Lanes(lexicon, position.layout(), position.board()));
  EndgameAnswer answer;
  answer.line = {best.move};
  answer.spread = best.equity / kPoint;
  answer.final_spread = answer.spread + position.spread();
  return answer;
}

// The best moves of a position that is solved, each by what the position after it comes to. Of who
// cannot be among them no more is found out.
void find_best_moves(const Lexicon& lexicon, const Position& position, std::size_t count,
                     EndgameSearcher& searcher, EndgameAnswer& answer) {
  const int mover = position.on_turn();
  const LeaveTable no_leaves(lexicon.tiles());
  MoveFinder finder(lexicon, no_leaves);
  auto& best = answer.moves;
  best = {{answer.line.front(), answer.spread}};
  const Lanes lanes(lexicon, position.layout(), position.board());
  for (const Candidate& candidate : finder.all(position, lanes)) {
    const Move& move = candidate.move;
    if (move == answer.line.front()) continue;
    const bool full = best.size() == count;
    Position after = position;
    after.make(move);
    int value = after.end_adjustment(mover) - after.end_adjustment(1 - mover);
    if (!after.over()) {
      searcher.set(after.board(), after.rack(1 - mover), after.rack(mover),
                   after.rules().max_zero_turns - after.zero_turns());
      // Of the other side, which need not have more than the last of the best leaves it.
      const int enough = full ? move.score - best.back().second : EndgameSearcher::kInfinity;
      const auto result =
          searcher.prove(move.score - answer.spread, -EndgameSearcher::kInfinity, enough);
      if (searcher.stopped()) return;
      if (!result.proved) continue;
      value = -result.value;
    }
    const int gain = move.score + value;
    if (full && gain <= best.back().second) continue;
    best.insert(std::ranges::find_if(best, [&](const auto& one) { return one.second < gain; }),
                {move, gain});
    if (best.size() > count) best.pop_back();
  }
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
  const Clock::time_point begin = Clock::now();
  const int mover = position.on_turn();
  TileCounts tiles = position.rack(0);
  tiles.add(position.rack(1));
  const EndgameGround ground(lexicon, position.layout(), position.rules(), position.board(), tiles,
                             options.limits.stop);
  if (options.limits.stop.stop_requested()) return answer_at_once(lexicon, position);
  TranspositionTable table(options.hash_mb);
  std::atomic<bool> done = false;
  const int turns_left = position.rules().max_zero_turns - position.zero_turns();

  // With `first_win` only the sign of the final spread matters.
  const int even = -position.spread();
  const int low = options.first_win ? even - 1 : -EndgameSearcher::kInfinity;
  const int high = options.first_win ? even + 1 : EndgameSearcher::kInfinity;
  const int deepest = std::min(options.max_depth, EndgameSearcher::kMaxDepth);

  EndgameSearcher searcher(ground, table);
  std::atomic<std::uint64_t> helper_nodes = 0;
  Helpers helpers;
  for (int t = 1; t < options.threads; ++t) {
    const bool added = helpers.add([&, t] {
      EndgameSearcher helper(ground, table);
      helper.set_limits(options.limits, &done);
      helper.set(position.board(), position.rack(mover), position.rack(1 - mover), turns_left);
      // Staggered depths make the threads fill the table with different things.
      int guess = 0;
      for (int depth = 1 + t % 2; depth <= deepest && !helper.stopped(); depth += 1 + t % 2)
        guess = helper.search_around(guess, depth, low, high).value;
      helper_nodes += helper.nodes();
    });
    if (!added) break;
  }

  searcher.set(position.board(), position.rack(mover), position.rack(1 - mover), turns_left);
  // What there is to say if the search is stopped before its first depth.
  EndgameAnswer answer;
  answer.line = {searcher.greedy_move()};
  answer.spread = searcher.search(0, low, high).value;
  searcher.set_limits(options.limits, &done);
  const auto fill = [&](int value) {
    answer.spread = value;
    answer.final_spread = value + position.spread();
    if (options.first_win)
      answer.bound = value >= high  ? EndgameAnswer::Bound::kAtLeast
                     : value <= low ? EndgameAnswer::Bound::kAtMost
                                    : EndgameAnswer::Bound::kExact;
    answer.nodes = searcher.nodes();
    answer.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  };
  for (int depth = 1; depth <= deepest; ++depth) {
    const auto result = searcher.search_around(answer.spread, depth, low, high);
    if (searcher.stopped()) {
      // What is better than all of the depth before stands.
      if (const auto found = searcher.found_so_far(); found && found->value > answer.spread) {
        answer.line = {found->move};
        answer.spread = found->value;
      }
      break;
    }
    answer.depth = depth;
    answer.proved = result.proved;
    if (auto line = searcher.line(depth, result.proved && !options.first_win); !line.empty())
      answer.line = std::move(line);
    fill(result.value);
    if (progress) progress(answer);
    if (result.proved) break;
  }
  done = true;
  helpers.join();
  if (options.best_moves > 1 && answer.proved && !options.first_win) {
    searcher.set_limits(options.limits, nullptr);
    find_best_moves(lexicon, position, static_cast<std::size_t>(options.best_moves), searcher,
                    answer);
  }
  fill(answer.spread);
  answer.nodes += helper_nodes;
  return answer;
}

}  // namespace zymurgy
