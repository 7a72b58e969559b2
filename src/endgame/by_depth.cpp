#include "endgame/by_depth.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "endgame/endgame_finder.h"
#include "endgame/search.h"
#include "game/threads.h"

namespace zymurgy {
namespace {

using Clock = Limits::Clock;

// The answer if there is no time to find the words in reach: the best move by static equity.
EndgameAnswer answer_at_once(const Lexicon& lexicon, const Position& position) {
  EndgameFinder finder(lexicon);
  const Candidate best = finder->best(position, Lanes(lexicon, position));
  EndgameAnswer answer;
  answer.line = {best.move};
  answer.spread = best.equity / kPoint;
  answer.final_spread = answer.spread + position.spread();
  return answer;
}

void set_position(const Position& position, EndgameSearcher& searcher) {
  const int mover = position.on_turn();
  searcher.tree.set(position.board(), position.rack(mover), position.rack(1 - mover),
                    position.scoreless_turns_left());
}

// What `mover` gains from here on, if that is proved. `guess` is an estimate of it; gains of
// `least` or less are of no interest.
std::optional<int> proved_gain(const Position& after, int mover, int guess, int least,
                               EndgameSearcher& searcher) {
  if (after.over()) return after.end_gain(mover);
  set_position(after, searcher);
  const auto result = searcher.alpha_beta.prove(-guess, -EndgameTree::kInfinity, -least);
  if (searcher.tree.stopped() || !result.proved) return std::nullopt;
  return -result.value;
}

// Finds the best moves of a solved position, each by solving the position after it. A move that
// cannot be among them is dropped at its first bound.
void find_best_moves(const Lexicon& lexicon, const Position& position, std::size_t count,
                     EndgameSearcher& searcher, EndgameAnswer& answer) {
  const int mover = position.on_turn();
  EndgameFinder finder(lexicon);
  auto& best = answer.moves;
  best = {{answer.line.front(), answer.spread}};
  bool all_known = true;
  const Lanes lanes(lexicon, position);
  for (const Candidate& candidate : finder->all(position, lanes)) {
    const Move& move = candidate.move;
    if (move == answer.line.front()) continue;
    const bool full = best.size() == count;
    Position after = position;
    after.make(move);
    const int least = full ? best.back().spread - move.score : -EndgameTree::kInfinity;
    const auto rest = proved_gain(after, mover, answer.spread - move.score, least, searcher);
    all_known &= rest.has_value();
    if (searcher.tree.stopped()) break;
    if (!rest) continue;
    const int gain = move.score + *rest;
    if (full && gain <= best.back().spread) continue;
    insert_by_spread(best, {move, gain});
    if (best.size() > count) best.pop_back();
  }
  // A better move may have been missed: only those as good as the best are certain.
  answer.moves_complete = all_known && !searcher.tree.stopped();
  if (!answer.moves_complete)
    std::erase_if(best, [&](const ValuedMove& one) { return one.spread < answer.spread; });
}

// Searches a position whose words in reach are known.
class DepthSearch {
 public:
  // All arguments must outlive it. The answer's seconds count from `begin`.
  DepthSearch(const EndgameContext& context, const Position& position,
              const EndgameOptions& options, const EndgameProgress& progress,
              Clock::time_point begin)
      : begin_(begin),
        context_(context),
        position_(position),
        options_(options),
        progress_(progress),
        table_(options.hash_mb, TranspositionTable::Use::kBrief),
        searcher_(context, table_) {
    if (!options.first_win) return;
    // Only the sign of the final spread matters.
    low_ = -position.spread() - 1;
    high_ = -position.spread() + 1;
  }

  EndgameAnswer run() {
    set_position(position_, searcher_);
    Helpers helpers;
    add_helpers(helpers);
    find_first_answer();
    searcher_.tree.set_limits(options_.limits, nullptr, options_.max_nodes);
    deepen();
    done_ = true;
    helpers.join();
    if (options_.best_moves > 1 && answer_.proved && !options_.first_win)
      find_best_moves(*context_.lexicon, position_, static_cast<std::size_t>(options_.best_moves),
                      searcher_, answer_);
    fill(answer_.spread);
    answer_.nodes += helper_nodes_;
    return std::move(answer_);
  }

 private:
  // As many helpers as options_.threads asks for and memory allows.
  void add_helpers(Helpers& helpers) {
    for (int t = 1; t < options_.threads; ++t) {
      std::unique_ptr<EndgameSearcher> helper;
      try {
        helper = std::make_unique<EndgameSearcher>(context_, table_);
      } catch (const std::bad_alloc&) {
        return;
      }
      if (!helpers.add([this, t, helper = std::move(helper)] { help(*helper, 1 + t % 2); })) return;
    }
  }

  // Staggered depths make the threads fill the table with different positions.
  void help(EndgameSearcher& helper, int step) {
    helper.tree.set_limits(options_.limits, &done_);
    set_position(position_, helper);
    int guess = 0;
    for (int depth = step; depth <= deepest_ && !helper.tree.stopped(); depth += step)
      guess = helper.alpha_beta.search_around(guess, depth, low_, high_).value;
    helper_nodes_ += helper.tree.nodes();
  }

  // The answer if the search is stopped before its first depth is complete. No limits apply yet.
  void find_first_answer() {
    answer_.line = {searcher_.alpha_beta.greedy_move()};
    answer_.spread = searcher_.alpha_beta.search(0, low_, high_).value;
  }

  void deepen() {
    for (int depth = 1; depth <= deepest_ && !answer_.proved; ++depth) {
      const auto result = searcher_.alpha_beta.search_around(answer_.spread, depth, low_, high_);
      if (searcher_.tree.stopped()) return keep_better_move();
      answer_.depth = depth;
      answer_.proved = result.proved;
      auto line = searcher_.alpha_beta.line(depth, result.proved && !options_.first_win);
      if (!line.empty()) answer_.line = std::move(line);
      fill(result.value);
      if (progress_) progress_(answer_);
    }
  }

  // A depth cut short counts if it found a better move than the depth before.
  void keep_better_move() {
    const auto found = searcher_.alpha_beta.found_so_far();
    if (!found || found->value <= answer_.spread) return;
    answer_.line = {found->move};
    answer_.spread = found->value;
  }

  void fill(int value) {
    using Bound = EndgameAnswer::Bound;
    answer_.spread = value;
    answer_.final_spread = value + position_.spread();
    if (options_.first_win && answer_.proved)
      answer_.bound = value >= high_  ? Bound::kAtLeast
                      : value <= low_ ? Bound::kAtMost
                                      : Bound::kExact;
    answer_.nodes = searcher_.tree.nodes();
    answer_.seconds = seconds_since(begin_);
  }

  const Clock::time_point begin_;
  const EndgameContext& context_;
  const Position& position_;
  const EndgameOptions& options_;
  const EndgameProgress& progress_;
  TranspositionTable table_;
  EndgameSearcher searcher_;
  int low_ = -EndgameTree::kInfinity, high_ = EndgameTree::kInfinity;  // the values that matter
  const int deepest_ = std::min(options_.max_depth, EndgameTree::kMaxDepth);
  std::atomic<bool> done_ = false;
  std::atomic<std::uint64_t> helper_nodes_ = 0;
  EndgameAnswer answer_;
};

}  // namespace

void insert_by_spread(std::vector<ValuedMove>& best_first, const ValuedMove& one) {
  best_first.insert(std::ranges::find_if(
                        best_first, [&](const auto& other) { return other.spread < one.spread; }),
                    one);
}

EndgameContext context_of(const Lexicon& lexicon, const Position& position, const Limits& limits) {
  TileCounts tiles = position.rack(0);
  tiles.add(position.rack(1));
  return EndgameContext(lexicon, position.layout(), position.rules(), position.board(), tiles,
                        limits);
}

EndgameAnswer search_by_depth(const Lexicon& lexicon, const Position& position,
                              const EndgameOptions& options, const EndgameProgress& progress) {
  const Clock::time_point begin = Clock::now();
  const EndgameContext context = context_of(lexicon, position, options.limits);
  if (options.limits.reached()) return answer_at_once(lexicon, position);
  return search_by_depth(context, position, options, progress, begin);
}

EndgameAnswer search_by_depth(const EndgameContext& context, const Position& position,
                              const EndgameOptions& options, const EndgameProgress& progress,
                              Clock::time_point begin) {
  return DepthSearch(context, position, options, progress, begin).run();
}

}  // namespace zymurgy
