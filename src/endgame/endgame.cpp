#include "endgame/endgame.h"

#include <algorithm>

#include "endgame/endgame_finder.h"
#include "endgame/refusals.h"
#include "endgame/swindle.h"
#include "game/supply.h"
#include "game/threads.h"

namespace zymurgy {
namespace {

using Clock = Limits::Clock;

constexpr double kSwindleShare = 0.1;  // of the time, at most

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

// Of a search that has no time to find its words: the best move by static equity.
EndgameAnswer answer_at_once(const Lexicon& lexicon, const Position& position) {
  EndgameFinder finder(lexicon);
  const Candidate best = finder->best(position, Lanes(lexicon, position));
  EndgameAnswer answer;
  answer.line = {best.move};
  answer.spread = best.equity / kPoint;
  answer.final_spread = answer.spread + position.spread();
  return answer;
}

// Behind those that are as good.
void insert(std::vector<ValuedMove>& best_first, const ValuedMove& one) {
  best_first.insert(
      std::ranges::find_if(best_first, [&](const auto& its) { return its.spread < one.spread; }),
      one);
}

// The best moves of a position that is solved, each by what the position after it comes to. A move
// that cannot be among them is dropped at its first bound.
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
    int value = after.end_gain(mover);
    if (!after.over()) {
      searcher.set(after.board(), after.rack(1 - mover), after.rack(mover),
                   after.rules().max_zero_turns - after.zero_turns());
      // Of the other side, which need not have more than the last of the best leaves it.
      const int enough = full ? move.score - best.back().spread : EndgameSearcher::kInfinity;
      const auto result =
          searcher.prove(move.score - answer.spread, -EndgameSearcher::kInfinity, enough);
      all_known &= result.proved;
      if (searcher.stopped()) break;
      if (!result.proved) continue;
      value = -result.value;
    }
    const int gain = move.score + value;
    if (full && gain <= best.back().spread) continue;
    insert(best, {move, gain});
    if (best.size() > count) best.pop_back();
  }
  // Something better than these may not have been looked into; than the best nothing is.
  if (!all_known || searcher.stopped())
    std::erase_if(best, [&](const ValuedMove& one) { return one.spread < answer.spread; });
}

// A search of a position whose words are known.
class EndgameSolver {
 public:
  // All must outlive it. Its seconds count from `begin`.
  EndgameSolver(const EndgameGround& ground, const Position& position,
                const EndgameOptions& options, const EndgameProgress& progress,
                Clock::time_point begin)
      : begin_(begin),
        ground_(ground),
        position_(position),
        options_(options),
        progress_(progress),
        table_(options.hash_mb, TranspositionTable::Use::kBrief),
        searcher_(ground, table_) {
    if (!options.first_win) return;
    // Only the sign of the final spread matters.
    low_ = -position.spread() - 1;
    high_ = -position.spread() + 1;
  }

  EndgameAnswer solve() {
    set(searcher_);
    Helpers helpers;
    add_helpers(helpers);
    look_once();
    searcher_.set_limits(options_.limits, nullptr);
    deepen();
    done_ = true;
    helpers.join();
    if (options_.best_moves > 1 && answer_.proved && !options_.first_win)
      find_best_moves(*ground_.lexicon, position_, static_cast<std::size_t>(options_.best_moves),
                      searcher_, answer_);
    fill(answer_.spread);
    answer_.nodes += helper_nodes_;
    return std::move(answer_);
  }

 private:
  void set(EndgameSearcher& searcher) const {
    const int mover = position_.on_turn();
    searcher.set(position_.board(), position_.rack(mover), position_.rack(1 - mover),
                 position_.rules().max_zero_turns - position_.zero_turns());
  }

  // Staggered depths make the threads fill the table with different things.
  void add_helpers(Helpers& helpers) {
    for (int t = 1; t < options_.threads; ++t) {
      const bool added = helpers.add([this, t] {
        EndgameSearcher helper(ground_, table_);
        helper.set_limits(options_.limits, &done_);
        set(helper);
        int guess = 0;
        for (int depth = 1 + t % 2; depth <= deepest_ && !helper.stopped(); depth += 1 + t % 2)
          guess = helper.search_around(guess, depth, low_, high_).value;
        helper_nodes_ += helper.nodes();
      });
      if (!added) return;
    }
  }

  // What there is to say if the search is stopped before its first depth. No limits hold yet.
  void look_once() {
    answer_.line = {searcher_.greedy_move()};
    answer_.spread = searcher_.search(0, low_, high_).value;
  }

  void deepen() {
    for (int depth = 1; depth <= deepest_ && !answer_.proved; ++depth) {
      const auto result = searcher_.search_around(answer_.spread, depth, low_, high_);
      if (searcher_.stopped()) return keep_what_is_better();
      answer_.depth = depth;
      answer_.proved = result.proved;
      auto line = searcher_.line(depth, result.proved && !options_.first_win);
      if (!line.empty()) answer_.line = std::move(line);
      fill(result.value);
      if (progress_) progress_(answer_);
    }
  }

  // Of a depth cut short what is better than all of the depth before stands.
  void keep_what_is_better() {
    const auto found = searcher_.found_so_far();
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
    answer_.nodes = searcher_.nodes();
    answer_.seconds = seconds_since(begin_);
  }

  const Clock::time_point begin_;
  const EndgameGround& ground_;
  const Position& position_;
  const EndgameOptions& options_;
  const EndgameProgress& progress_;
  TranspositionTable table_;
  EndgameSearcher searcher_;
  int low_ = -EndgameSearcher::kInfinity, high_ = EndgameSearcher::kInfinity;  // what matters
  const int deepest_ = std::min(options_.max_depth, EndgameSearcher::kMaxDepth);
  std::atomic<bool> done_ = false;
  std::atomic<std::uint64_t> helper_nodes_ = 0;
  EndgameAnswer answer_;
};

EndgameGround ground_of(const Lexicon& lexicon, const Position& position, const Limits& limits) {
  TileCounts tiles = position.rack(0);
  tiles.add(position.rack(1));
  return EndgameGround(lexicon, position.layout(), position.rules(), position.board(), tiles,
                       limits);
}

EndgameAnswer solve(const Lexicon& lexicon, const Position& position, const EndgameOptions& options,
                    const EndgameProgress& progress) {
  const Clock::time_point begin = Clock::now();
  const EndgameGround ground = ground_of(lexicon, position, options.limits);
  if (options.limits.reached()) return answer_at_once(lexicon, position);
  return EndgameSolver(ground, position, options, progress, begin).solve();
}

// Moves that are given, each judged by the endgame behind it in its share of the time, and again
// in what time others have left. At least one is judged, the likeliest.
class GivenMoves {
 public:
  // All must outlive it.
  GivenMoves(const Lexicon& lexicon, const Position& position, const EndgameOptions& options)
      : lexicon_(lexicon),
        position_(position),
        limits_(options.limits),
        behind_(options),
        ground_(ground_of(lexicon, position, options.limits)) {
    behind_.max_depth = options.max_depth - 1;
    behind_.best_moves = 1;
    behind_.first_win = false;
    for (const Move& move : options.only) given_.push_back({move});
    std::ranges::stable_sort(given_, std::greater(),
                             [](const Given& its) { return its.move.score; });
  }

  EndgameAnswer judge(const EndgameProgress& progress) {
    for (std::ptrdiff_t open; (open = std::ranges::count_if(given_, &Given::open)) > 0;)
      for (Given& its : given_) {
        if (!its.open) continue;
        if (given_.front().rest && limits_.reached()) return answer();
        behind_.limits = limits_.with_share(1.0 / static_cast<double>(open--));
        its.rest = rest_after(its.move);
        its.open = !its.rest->proved && behind_.limits.reached();
        if (progress) progress(answer());
      }
    return answer();
  }

 private:
  struct Given {
    Move move;
    std::optional<EndgameAnswer> rest{};  // of the game after it
    bool open = true;                     // more time may tell more
  };

  EndgameAnswer rest_after(const Move& move) const {
    Position after = position_;
    after.make(move);
    if (after.over()) {
      EndgameAnswer nothing;
      nothing.spread = after.end_gain(after.on_turn());
      nothing.proved = true;
      return nothing;
    }
    // There may have been no time to find the words in reach.
    if (limits_.reached()) return solve(lexicon_, after, behind_, {});
    return EndgameSolver(ground_, after, behind_, {}, Clock::now()).solve();
  }

  EndgameAnswer answer() const {
    EndgameAnswer answer;
    const Given* best = nullptr;
    int shallowest = EndgameSearcher::kMaxDepth + 1, deepest = 0;
    answer.proved = true;
    for (const Given& its : given_) {
      answer.proved &= its.rest && its.rest->proved;
      if (!its.rest) continue;
      const int gain = its.move.score - its.rest->spread, depth = its.rest->depth + 1;
      if (answer.moves.empty() || gain > answer.moves.front().spread) best = &its;
      insert(answer.moves, {its.move, gain});
      answer.nodes += its.rest->nodes;
      deepest = std::max(deepest, depth);
      if (!its.rest->proved) shallowest = std::min(shallowest, depth);
    }
    answer.depth = answer.proved ? deepest : std::min(shallowest, deepest);
    answer.line = {best->move};
    answer.line.insert(answer.line.end(), best->rest->line.begin(), best->rest->line.end());
    answer.spread = answer.moves.front().spread;
    answer.final_spread = answer.spread + position_.spread();
    answer.seconds = seconds_since(begin_);
    return answer;
  }

  const Clock::time_point begin_ = Clock::now();
  const Lexicon& lexicon_;
  const Position& position_;
  const Limits& limits_;
  std::vector<Given> given_;
  EndgameOptions behind_;  // for what is left after a move
  const EndgameGround ground_;
};

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
  if (!options.only.empty()) return GivenMoves(lexicon, position, options).judge(progress);
  if (!options.swindles) return solve(lexicon, position, options, progress);
  EndgameOptions first = options;
  first.limits = options.limits.with_share(1 - kSwindleShare);
  EndgameAnswer answer = solve(lexicon, position, first, progress);
  if (answer.proved && answer.final_spread < 0) {
    const Clock::time_point begin = Clock::now();
    answer.swindle = find_swindle(lexicon, position, options.limits);
    answer.seconds += seconds_since(begin);
  }
  return answer;
}

}  // namespace zymurgy
