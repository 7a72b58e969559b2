#include "endgame/swindle.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "endgame/endgame_finder.h"

namespace zymurgy {
namespace {

constexpr int kTried = 100;    // moves of a position, the best by equity
constexpr int kFollowed = 20;  // of these, the best if played out, with a choice of our next move
constexpr int kChoicesAhead = 1;  // of ours behind the first

struct Scene {
  Position position;
  Lanes lanes;

  void make(const Move& move) {
    position.make(move);
    if (move.is_play()) lanes.lay(move);
  }
};

class Swindler {
 public:
  Swindler(const Lexicon& lexicon, int mover, const Limits& limits)
      : finder_(lexicon), mover_(mover), limits_(limits) {}

  struct Attempt {
    Move move;
    int spread;  // at the end of the game
  };

  // The first attempt found that wins, or the best; nothing if there was no time for any.
  std::optional<Attempt> best(const Scene& scene, int choices_ahead) {
    std::vector<Attempt> attempts = played_out(scene);
    if (attempts.empty()) return std::nullopt;
    Attempt best = attempts.front();
    if (choices_ahead == 0) return best;
    if (attempts.size() > kFollowed) attempts.resize(kFollowed);
    for (const Attempt& attempt : attempts) {
      if (best.spread > 0) break;
      Scene after = scene;
      after.make(attempt.move);
      if (after.position.over()) continue;
      after.make(static_move(after));
      if (after.position.over()) continue;
      const auto next = this->best(after, choices_ahead - 1);
      if (next && next->spread > best.spread) best = {attempt.move, next->spread};
    }
    return best;
  }

 private:
  Move static_move(const Scene& scene) { return finder_->best(scene.position, scene.lanes).move; }

  // What moves come to if both go on by static equity, best first.
  std::vector<Attempt> played_out(const Scene& scene) {
    std::vector<Attempt> attempts;
    for (const Candidate& candidate : finder_->top(scene.position, scene.lanes, kTried))
      attempts.push_back({candidate.move, 0});
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
  Limits limits_;
};

}  // namespace

std::optional<Move> find_swindle(const Lexicon& lexicon, const Position& position,
                                 const Limits& limits) {
  const Scene scene{position, Lanes(lexicon, position)};
  Swindler swindler(lexicon, position.on_turn(), limits);
  const auto best = swindler.best(scene, kChoicesAhead);
  return best && best->spread > 0 ? std::optional(best->move) : std::nullopt;
}

}  // namespace zymurgy
