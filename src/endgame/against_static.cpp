#include "endgame/against_static.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "endgame/endgame_finder.h"

namespace zymurgy {
namespace {

// How many moves are considered at one of the mover's choices.
struct Width {
  std::size_t played_out;  // the best by equity; both sides then play statically
  std::size_t followed;    // the best of those; the mover's next choice is then searched
};

// By the mover's successive choices. Doubling them wins no more (bench/solvers.md).
constexpr Width kSpreadWidths[] = {{400, 60}, {100, 20}, {30, 0}};
constexpr Width kWinWidths[] = {{100, 20}, {100, 0}};

struct Scene {
  Position position;
  Lanes lanes;

  void make(const Move& move) {
    position.make(move);
    if (move.is_play()) lanes.lay(move);
  }
};

class StaticOpponent {
 public:
  // Once a move leads to a final spread of `enough`, no more moves are followed.
  StaticOpponent(const Lexicon& lexicon, int mover, int enough, const Limits& limits)
      : finder_(lexicon), mover_(mover), enough_(enough), limits_(limits) {}

  struct Attempt {
    Move move;
    int spread;  // at the end of the game
  };

  // Moves with the final spreads they lead to, best first; empty if there was no time for any.
  std::vector<Attempt> ranked(const Scene& scene, std::span<const Width> widths) {
    const auto [most_played_out, most_followed] = widths.front();
    std::vector<Attempt> attempts = played_out(scene, most_played_out);
    int best = attempts.empty() ? enough_ : attempts.front().spread;
    for (std::size_t i = 0; i < std::min(attempts.size(), most_followed) && best < enough_; ++i) {
      Scene after = scene;
      after.make(attempts[i].move);
      if (after.position.over()) continue;
      after.make(static_move(after));
      if (after.position.over()) continue;
      const auto next = ranked(after, widths.subspan(1));
      if (next.empty()) break;
      attempts[i].spread = std::max(attempts[i].spread, next.front().spread);
      best = std::max(best, attempts[i].spread);
    }
    std::ranges::stable_sort(attempts, std::greater(), &Attempt::spread);
    return attempts;
  }

 private:
  Move static_move(const Scene& scene) { return finder_->best(scene.position, scene.lanes).move; }

  // Moves with their final spreads if both sides go on by static equity, best first.
  std::vector<Attempt> played_out(const Scene& scene, std::size_t most) {
    std::vector<Attempt> attempts;
    for (const Candidate& candidate :
         finder_->top(scene.position, scene.lanes, static_cast<int>(most)))
      attempts.push_back({candidate.move, 0});
    if (attempts.back().move.kind != MoveKind::kPass) attempts.push_back({Move::pass(), 0});
    std::size_t played = 0;
    for (Attempt& attempt : attempts) {
      if (limits_.reached()) break;
      Scene after = scene;
      after.make(attempt.move);
      while (!after.position.over()) after.make(static_move(after));
      attempt.spread = after.position.final_spread(mover_);
      ++played;
    }
    attempts.resize(played);
    std::ranges::stable_sort(attempts, std::greater(), &Attempt::spread);
    return attempts;
  }

  EndgameFinder finder_;
  int mover_;
  int enough_;
  Limits limits_;
};

std::vector<ValuedMove> ranked(const Lexicon& lexicon, const Position& position,
                               std::span<const Width> widths, int enough, const Limits& limits) {
  StaticOpponent opponent(lexicon, position.on_turn(), enough, limits);
  std::vector<ValuedMove> moves;
  for (const auto& [move, spread] : opponent.ranked({position, Lanes(lexicon, position)}, widths))
    moves.push_back({move, spread - position.spread()});
  return moves;
}

}  // namespace

std::vector<ValuedMove> ranked_against_static(const Lexicon& lexicon, const Position& position,
                                              const Limits& limits) {
  return ranked(lexicon, position, kSpreadWidths, std::numeric_limits<int>::max(), limits);
}

std::optional<ValuedMove> find_swindle(const Lexicon& lexicon, const Position& position,
                                       const Limits& limits) {
  const auto moves = ranked(lexicon, position, kWinWidths, 1, limits);
  const bool wins = !moves.empty() && position.spread() + moves.front().spread > 0;
  return wins ? std::optional(moves.front()) : std::nullopt;
}

}  // namespace zymurgy
