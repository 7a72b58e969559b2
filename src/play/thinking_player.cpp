#include "play/thinking_player.h"

#include <cstdint>
#include <optional>
#include <vector>

#include "inference/hindsight.h"
#include "inference/observer.h"
#include "play/phase.h"
#include "play/solvers.h"
#include "sim/candidates.h"
#include "sim/simulator.h"

namespace zymurgy {
namespace {

class ThinkingPlayer final : public Player {
 public:
  ThinkingPlayer(const PlayerTables& tables, const Thinking& thinking)
      : lexicon_(tables.lexicon),
        leaves_(tables.leaves),
        thinking_(thinking),
        finder_(*lexicon_, *leaves_),
        simulator_(*leaves_, guide_maker(*lexicon_, *leaves_, *tables.wins,
                                         {.outlook = thinking.network ? tables.network : nullptr})),
        observer_(*lexicon_, *leaves_) {
    if (!thinking.network) return;
    network_ = std::make_unique<nnue::Evaluator>(*tables.network, lexicon_->tiles());
    if (thinking.infers)
      against_network_.emplace(
          *leaves_, guide_maker(*lexicon_, *leaves_, *tables.wins, {.replies = tables.network}));
  }

  void start_game(Random random) override {
    Player::start_game(random);
    observer_.forget();
    turns_.clear();
    seed_ = random_();
  }

  void observe(const Position& before, const Lanes&, const Move& move) override {
    Position seen = before;
    seen.set_rack(before.on_turn(), {});
    turns_.push_back({seen, move.as_seen()});
  }

  Move choose(const Position& position, const Lanes& lanes) override {
    const Move move = think(seen_of(position), lanes);
    recall(position, move);
    return move;
  }

  void recall(const Position& before, const Move& move) override {
    turns_.push_back({seen_of(before), move});
  }

 private:
  Position seen_of(const Position& position) const {
    Position seen = position;
    if (!thinking_.sees_all) seen.set_rack(1 - position.on_turn(), {});
    return seen;
  }

  Move think(const Position& seen, const Lanes& lanes) {
    const Limits limits{{}, deadline_in(thinking_.seconds)};
    const RackBelief belief = believe(seen, limits);
    if (const auto move = solve(*lexicon_, *leaves_, seen, doubt_about(seen, limits), limits))
      return *move;
    const SimScope scope = sim_scope(seen.bag_size(), limits);
    const std::vector<Candidate> candidates =
        sim_candidates(seen, lanes, finder_, network_.get(), {.count = scope.candidates});
    if (candidates.size() == 1) return candidates.front().move;
    SimOptions options;
    options.plies = thinking_.plies;
    options.to_the_end_bag = scope.to_the_end_bag;
    options.iterations = thinking_.iterations;
    options.limits = limits;
    options.seed = random_();
    options.belief = &belief;
    Simulator& simulator = against_network_ && network_replies(seen.bag_size(), observer_.doubt())
                               ? *against_network_
                               : simulator_;
    return simulator.run(seen, lanes, candidates, options).plays.front().move;
  }

  // What the other side's moves tell about its rack; empty if not inferred, or if known.
  RackBelief believe(const Position& seen, const Limits& limits) {
    if (!thinking_.infers || seen.bag_size() == 0) return {};
    InferOptions options = inference_for_a_move(limits);
    options.seed = seed_;
    const Inferred* inferred = observer_.learn(turns_, seen, options);
    return inferred ? inferred->belief() : RackBelief{};
  }

  // The doubt about the other side: in hindsight once the bag is empty, even if no rack is
  // inferred.
  std::optional<double> doubt_about(const Position& seen, const Limits& limits) {
    if (seen.bag_size() > 0) return observer_.doubt();
    return doubt_in_hindsight(*lexicon_, *leaves_, turns_, seen, inference_for_a_move(limits));
  }

  const Lexicon* lexicon_;
  const LeaveTable* leaves_;
  Thinking thinking_;
  MoveFinder finder_;
  std::unique_ptr<nnue::Evaluator> network_;  // ranks the candidates, if there is one
  Simulator simulator_;
  std::optional<Simulator> against_network_;
  Observer observer_;
  std::vector<SeenTurn> turns_;
  std::uint64_t seed_ = 0;  // of the inference's samples
};

}  // namespace

std::unique_ptr<Player> make_thinking_player(const PlayerTables& tables, const Thinking& thinking) {
  return std::make_unique<ThinkingPlayer>(tables, thinking);
}

}  // namespace zymurgy
