// Infers what the opponent kept: P(leave | play) ∝ P(play | leave) P(leave).
//
// P(leave) counts the ways to draw the leave from the unseen tiles, or carries on from the previous
// turn's beliefs. For our static player, P(play | leave) is 1 if no other move of that rack beats
// the play in static equity by more than a margin (for a pass: if the rack has no play), 0
// otherwise. Another player picks moves with odds exp(-loss / T), where the loss is the equity
// given away, and now and then any move at all. Which of the two the opponent is may be left open:
// its plays show it, and beliefs are kept for each player model. Every leave is examined, or a
// random sample if there are too many. Source: M. Richards and E. Amir, "Opponent Modeling in
// Scrabble", IJCAI 2007.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "evaluate/rack_belief.h"
#include "evaluate/static_evaluator.h"
#include "game/limits.h"
#include "game/position.h"

namespace zymurgy {

// The doubt about an unknown opponent.
inline constexpr double kUnknownOpponent = 0.5;

struct InferOptions {
  double margin = 0;                    // points of equity that the static player may overlook
  std::optional<double> temperature{};  // T of another player, points; none: a simulating player's
  double doubt = 0;        // prior chance that the opponent is another player; 0 or 1: certain
  int max_leaves = 30000;  // if there are more, a sample is taken; of four tiles there are 27,405
  std::uint64_t seed = 1;  // of the sample
  int threads = 1;
  Limits limits;
};

// A value for our static player as the opponent, and one for another player.
struct ByModel {
  double of_static = 0, of_other = 0;

  double mixed(double doubt) const { return (1 - doubt) * of_static + doubt * of_other; }
  ByModel& operator+=(const ByModel& b) {
    of_static += b.of_static;
    of_other += b.of_other;
    return *this;
  }
  ByModel operator*(const ByModel& b) const {
    return {of_static * b.of_static, of_other * b.of_other};
  }
  ByModel operator*(double scale) const { return {of_static * scale, of_other * scale}; }
};

struct InferredLeave {
  TileCounts leave;
  // The probability before and after the move was seen. Before an exchange of unknown tiles it is
  // that of a draw alone.
  double prior = 0, chance = 0;
  ByModel chance_by{};  // `chance` is their mixture by the doubt

  void set_chance(const ByModel& by_model, double doubt) {
    chance_by = by_model;
    chance = by_model.mixed(doubt);
  }
};

struct Inferred {
  std::vector<InferredLeave> leaves;  // the likely ones, likeliest first
  TileCounts in_bag;                  // tiles put back since the opponent drew
  std::int64_t considered = 0;
  bool sampled = false;
  bool explained = true;  // some leave explains the move; if none does, the prior stands
  double seconds = 0;

  // For simulation. Holds an empty leave with a small weight, since the inference may be wrong.
  RackBelief belief() const;
};

class PlayerModels;

// The beliefs about one opponent through a game.
class Inference {
 public:
  Inference(const Lexicon& lexicon, const LeaveTable& leaves)
      : lexicon_(&lexicon), leaves_(&leaves) {}

  void forget() { *this = Inference(*lexicon_, *leaves_); }
  // Takes in a move of the observer with this rack, as far as it is known. Tiles that it exchanged
  // cannot be on the other rack until the other side draws again; an equal tile that the observer
  // draws before then is taken for one of them.
  void observe_own_move(const TileCounts& rack, const Move& move) {
    observe_own_rack(rack);
    putting_back_ = move.put_back();
    own_ = rack.without(move.used());
  }
  // Takes in a move of the side on turn in `before`, the position as the observer sees it: the
  // mover's rack holds what is known of it. An exchange may leave its tiles unnamed (length 0, only
  // tiles_played); that they cannot be drawn again at once is then ignored. If no leave explains
  // the move, the prior stands. Null if a limit was reached; no belief has changed then.
  const Inferred* observe(const Position& before, const Lanes& lanes, const Move& move,
                          const InferOptions& options);
  // Takes in a turn of the side on turn in `before` that says nothing about the quality of its rack
  // (such as a lost challenge or a play taken back). The beliefs stay, reweighted in `last` by the
  // tiles that the observer has seen since: those on its own rack and, in `known`, those on the
  // mover's.
  void observe_uninformative(const Position& before, const TileCounts& known);
  const Inferred& last() const { return last_; }
  // The doubt after the moves so far; none before the first.
  std::optional<double> doubt() const { return doubt_; }

 private:
  struct Start;
  struct Hypothesis;
  struct Hypotheses;
  class Draws;
  // The likelihood ratio of the tiles that the observer has seen since the beliefs were formed,
  // given that `kept` was kept then.
  double seen_since(const TileCounts& kept, const TileCounts& pool) const;
  std::vector<Start> starts(const Position& before, const TileCounts& pool, const TileCounts& used,
                            int rack_size) const;
  Hypotheses hypotheses(const Position& before, const TileCounts& used, double doubt,
                        const InferOptions& options) const;
  void judge(std::vector<Hypothesis>& racks, const Position& before, const Lanes& lanes,
             const Move& move, const PlayerModels& models, const InferOptions& options) const;
  static std::vector<InferredLeave> leaves_of(const std::vector<Hypothesis>& racks, double doubt);
  // Tiles that the observer has drawn since its move may be ones that were put back before it.
  void observe_own_rack(const TileCounts& rack);
  TileCounts possible(const TileCounts& unseen) const;  // what the other rack can hold

  const Lexicon* lexicon_;
  const LeaveTable* leaves_;
  Inferred last_;
  std::optional<double> doubt_;
  std::vector<InferredLeave> carried_;
  TileCounts carried_pool_;  // what the rack could hold when these beliefs were formed
  TileCounts put_back_;      // into the bag since the other side drew, less what the observer drew
  TileCounts putting_back_;  // by the observer, after a draw that is not seen yet
  TileCounts own_;           // the observer's rack, as it was last known
};

}  // namespace zymurgy
