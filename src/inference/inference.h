// What the opponent kept: P(leave | play) ∝ P(play | leave) P(leave).
//
// P(leave) counts the ways to draw it from the tiles unseen, or carries on from what was believed
// the turn before. For our static player P(play | leave) is 1 if no other move of that rack beats
// it in static equity by over a margin (a pass: if the rack has no play), 0 otherwise. Another mind
// picks moves by odds exp(-loss / T) of the equity that they give away, and now and then any move
// at all. Which of the two the opponent is may be left open: its plays tell, and beliefs are kept
// for each mind. Every leave is looked at, or a random sample if they are too many. Source: M.
// Richards and E. Amir, "Opponent Modeling in Scrabble", IJCAI 2007.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "evaluate/rack_belief.h"
#include "evaluate/static_evaluator.h"
#include "game/limits.h"
#include "game/position.h"

namespace zymurgy {

// Doubt about an opponent of whom nothing is known.
inline constexpr double kUnknownOpponent = 0.5;

struct InferOptions {
  double margin = 0;                    // points of equity that the static player may overlook
  std::optional<double> temperature{};  // T of another mind, points; none: a simulating player's
  double doubt = 0;        // prior chance that the opponent is another mind; 0 or 1: certain
  int max_leaves = 30000;  // if there are more, a sample; of four tiles there are 27,405
  std::uint64_t seed = 1;  // of the sample
  int threads = 1;
  Limits limits;
};

// What holds if the opponent is our static player, and if it is another mind.
struct ByMind {
  double of_static = 0, of_another = 0;

  double mixed(double doubt) const { return (1 - doubt) * of_static + doubt * of_another; }
  ByMind& operator+=(const ByMind& b) {
    of_static += b.of_static;
    of_another += b.of_another;
    return *this;
  }
  ByMind operator*(const ByMind& b) const {
    return {of_static * b.of_static, of_another * b.of_another};
  }
  ByMind operator*(double scale) const { return {of_static * scale, of_another * scale}; }
};

struct InferredLeave {
  TileCounts leave;
  // Before and after the move was seen. Before an exchange of unknown tiles it is the chance of a
  // draw alone.
  double prior = 0, chance = 0;
  ByMind chance_by{};  // of which `chance` is the mixture

  void set_chance(const ByMind& by_mind, double doubt) {
    chance_by = by_mind;
    chance = by_mind.mixed(doubt);
  }
};

struct Inferred {
  std::vector<InferredLeave> leaves;  // the likely ones, likeliest first
  TileCounts in_bag;                  // put back since the opponent drew
  std::int64_t considered = 0;
  bool sampled = false;
  bool explained = true;  // by some leave; if by none, the prior stands
  double seconds = 0;

  // For simulation; holds an empty leave with a small weight, since all of this may be wrong.
  RackBelief belief() const;
};

class Minds;

// The beliefs about one opponent through a game.
class Inference {
 public:
  Inference(const Lexicon& lexicon, const LeaveTable& leaves)
      : lexicon_(&lexicon), leaves_(&leaves) {}

  void forget() { *this = Inference(*lexicon_, *leaves_); }
  // A move of the observer with this rack, as far as it is known. Tiles that it exchanged cannot be
  // on the other rack until the other side draws again; one like them that it draws before that is
  // taken for one of them.
  void own_move(const TileCounts& rack, const Move& move) {
    see_own(rack);
    putting_back_ = move.put_back();
    own_ = rack.without(move.used());
  }
  // Takes in a move of the side on turn in `before`, the position as its opponent sees it: the
  // mover's rack is what is known of it. An exchange may leave its tiles unsaid (length 0, only
  // tiles_played); that these cannot be drawn at once is not taken account of then. If no leave
  // explains the move, the prior stands. Null if it was halted, no belief having changed.
  const Inferred* observe(const Position& before, const Lanes& lanes, const Move& move,
                          const InferOptions& options);
  // A turn, of the side on turn in `before`, that says nothing of what its rack may be worth (a
  // lost challenge, say; a play taken back): the beliefs stay, reweighted in `last` by the tiles
  // that the observer has seen since, on its own rack and in `known`, those on the mover's.
  void stay(const Position& before, const TileCounts& known);
  const Inferred& last() const { return last_; }
  // The doubt after the moves so far; none before the first.
  std::optional<double> doubt() const { return doubt_; }

 private:
  struct Start;
  struct Hypothesis;
  struct Hypotheses;
  class Draws;
  // Likelihood ratio of the tiles that the observer has seen since the beliefs were formed, if
  // `kept` was kept then.
  double seen_since(const TileCounts& kept, const TileCounts& pool) const;
  std::vector<Start> starts(const Position& before, const TileCounts& pool, const TileCounts& used,
                            int rack_size) const;
  Hypotheses hypotheses(const Position& before, const TileCounts& used, double doubt,
                        const InferOptions& options) const;
  void judge(std::vector<Hypothesis>& racks, const Position& before, const Lanes& lanes,
             const Move& move, const Minds& minds, const InferOptions& options) const;
  static std::vector<InferredLeave> leaves_of(const std::vector<Hypothesis>& racks, double doubt);
  // What the observer has drawn since its move may be what was put back before it.
  void see_own(const TileCounts& rack);
  TileCounts possible(const TileCounts& unseen) const;  // on the other rack

  const Lexicon* lexicon_;
  const LeaveTable* leaves_;
  Inferred last_;
  std::optional<double> doubt_;
  std::vector<InferredLeave> carried_;
  TileCounts carried_pool_;  // what could be on the rack when these beliefs were formed
  TileCounts put_back_;      // into the bag since the other side drew, less what the observer drew
  TileCounts putting_back_;  // by the observer, after a draw that is not seen yet
  TileCounts own_;           // the observer's rack, as it was last known
};

}  // namespace zymurgy
