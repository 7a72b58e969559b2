#include "endgame/given_moves.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "endgame/by_depth.h"

namespace zymurgy {
namespace {

using Clock = Limits::Clock;

class GivenMoves {
 public:
  // All arguments must outlive it.
  GivenMoves(const Lexicon& lexicon, const Position& position, const EndgameOptions& options)
      : lexicon_(lexicon),
        position_(position),
        limits_(options.limits),
        child_options_(options),
        context_(context_of(lexicon, position, options.limits)) {
    child_options_.max_depth = options.max_depth - 1;
    child_options_.max_nodes = options.max_nodes / options.only.size();
    child_options_.best_moves = 1;
    child_options_.first_win = false;
    std::vector<Move> moves = options.only;
    std::ranges::stable_sort(moves, std::greater(), &Move::score);
    for (const Move& move : moves) given_.push_back({move});
  }

  EndgameAnswer judge(const EndgameProgress& progress) {
    for (std::ptrdiff_t open; (open = std::ranges::count_if(given_, &Given::open)) > 0;)
      for (Given& given : given_) {
        if (!given.open) continue;
        if (given_.front().rest && limits_.reached()) return answer();
        child_options_.limits = limits_.with_share(1.0 / static_cast<double>(open--));
        given.rest = rest_after(given.move);
        given.open = !given.rest->proved && child_options_.limits.reached();
        if (progress) progress(answer());
      }
    return answer();
  }

 private:
  struct Given {
    Move move;
    std::optional<EndgameAnswer> rest{};  // the answer for the position after it
    bool open = true;                     // more time may improve `rest`
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
    // The time may have run out before the words in reach were found.
    if (limits_.reached()) return search_by_depth(lexicon_, after, child_options_, {});
    return search_by_depth(context_, after, child_options_, {}, Clock::now());
  }

  EndgameAnswer answer() const {
    EndgameAnswer answer;
    const Given* best = nullptr;
    int shallowest = std::numeric_limits<int>::max(), deepest = 0;
    answer.proved = true;
    for (const Given& given : given_) {
      answer.proved &= given.rest && given.rest->proved;
      if (!given.rest) continue;
      const int gain = given.move.score - given.rest->spread, depth = given.rest->depth + 1;
      if (answer.moves.empty() || gain > answer.moves.front().spread) best = &given;
      insert_by_spread(answer.moves, {given.move, gain});
      answer.nodes += given.rest->nodes;
      deepest = std::max(deepest, depth);
      if (!given.rest->proved) shallowest = std::min(shallowest, depth);
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
  EndgameOptions child_options_;  // for the position after a move
  const EndgameContext context_;
};

}  // namespace

EndgameAnswer judge_given_moves(const Lexicon& lexicon, const Position& position,
                                const EndgameOptions& options, const EndgameProgress& progress) {
  return GivenMoves(lexicon, position, options).judge(progress);
}

}  // namespace zymurgy
