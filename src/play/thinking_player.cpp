#include "play/thinking_player.h"

#include <algorithm>
#include <optional>

#include "evaluate/network_finder.h"
#include "inference/inference.h"
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
        simulator_(*lexicon_, *leaves_, *tables.wins),
        inference_(*lexicon_, *leaves_) {
    if (!thinking.network) return;
    network_finder_.emplace(*lexicon_, *leaves_, *tables.network);
    if (thinking.infers)
      against_network_.emplace(
          *leaves_, guide_maker(*lexicon_, *leaves_, *tables.wins, {tables.network, nullptr}), 1);
  }

  void start_game(Random random) override {
    Player::start_game(random);
    inference_.forget();
    belief_ = {};
  }

  void observe(const Position& before, const Lanes& lanes, const Move& move) override {
    if (!thinking_.infers || before.bag_size() == 0) return;
    Position seen = before;
    seen.set_rack(before.on_turn(), {});
    Move said = move;
    if (move.kind == MoveKind::kExchange) said.length = 0;  // which tiles is not said
    InferOptions options;
    options.doubt = kUnknownOpponent;
    options.seed = random_();
    belief_ = inference_.observe(seen, lanes, said, options).belief();
  }

  Move choose(const Position& position, const Lanes& lanes) override {
    const Move move = think(position, lanes);
    inference_.own_move(move);
    return move;
  }

 private:
  Move think(const Position& position, const Lanes& lanes) {
    const Limits limits{{}, deadline_in(thinking_.seconds)};
    Position seen = position;
    if (!thinking_.sees_all) seen.set_rack(1 - position.on_turn(), {});
    if (const auto move = solve(*lexicon_, *leaves_, seen, limits)) return *move;
    const SimScope scope = sim_scope(seen.bag_size(), limits);
    std::vector<Candidate> candidates = network_finder_
                                            ? network_finder_->top(seen, lanes, scope.candidates)
                                            : finder_.top(seen, lanes, scope.candidates);
    add_waiting_pass(candidates, seen, finder_.evaluator());
    if (candidates.size() == 1) return candidates.front().move;
    SimOptions options;
    options.plies = thinking_.plies;
    options.to_the_end_bag = scope.to_the_end_bag;
    options.iterations = thinking_.iterations;
    options.limits = limits;
    options.seed = random_();
    if (!thinking_.sees_all) options.belief = &belief_;
    Simulator& simulator = against_network_ && network_replies(seen.bag_size(), inference_.doubt())
                               ? *against_network_
                               : simulator_;
    return simulator.run(seen, lanes, candidates, options).plays.front().move;
  }

  const Lexicon* lexicon_;
  const LeaveTable* leaves_;
  Thinking thinking_;
  MoveFinder finder_;
  std::optional<NetworkFinder> network_finder_;
  Simulator simulator_;
  std::optional<Simulator> against_network_;
  Inference inference_;
  RackBelief belief_;  // about the other rack; empty: none
};

}  // namespace

std::unique_ptr<Player> make_thinking_player(const PlayerTables& tables, const Thinking& thinking) {
  return std::make_unique<ThinkingPlayer>(tables, thinking);
}

}  // namespace zymurgy
