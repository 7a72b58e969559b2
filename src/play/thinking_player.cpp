#include "play/thinking_player.h"

#include "endgame/endgame.h"
#include "inference/inference.h"
#include "sim/simulator.h"

namespace zymurgy {
namespace {

constexpr int kEndgameHash = 16;  // MB
// Plies; deeper without a clock would make some endgames take minutes.
constexpr int kUnclockedEndgameDepth = 4;

class ThinkingPlayer final : public Player {
 public:
  ThinkingPlayer(const Lexicon& lexicon, const LeaveTable& leaves, const WinTable& wins,
                 const Thinking& thinking)
      : lexicon_(&lexicon),
        thinking_(thinking),
        finder_(lexicon, leaves),
        simulator_(lexicon, leaves, wins),
        inference_(lexicon, leaves) {}

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
    options.seed = random_();
    belief_ = inference_.observe(seen, lanes, said, options).belief();
  }

  Move choose(const Position& position, const Lanes& lanes) override {
    Position seen = position;
    const bool open = position.bag_size() == 0;  // both racks are known
    if (open) {
      if (auto move = solved(position)) return *move;
    } else if (!thinking_.sees_all) {
      seen.set_rack(1 - position.on_turn(), {});
    }
    const std::vector<Candidate> candidates = finder_.top(seen, lanes, thinking_.candidates);
    if (candidates.size() == 1) return candidates.front().move;
    SimOptions options;
    options.plies = thinking_.plies;
    options.iterations = thinking_.iterations;
    options.time = thinking_.time;
    options.seed = random_();
    if (!open && !thinking_.sees_all) options.belief = &belief_;
    return simulator_.run(seen, lanes, candidates, options).plays.front().move;
  }

 private:
  std::optional<Move> solved(const Position& position) const {
    EndgameOptions options;
    options.hash_mb = kEndgameHash;
    options.seconds = std::chrono::duration<double>(thinking_.time).count();
    if (thinking_.time.count() == 0) options.max_depth = kUnclockedEndgameDepth;
    const auto answer = solve_endgame(*lexicon_, position, options);
    if (!answer || answer->line.empty()) return std::nullopt;
    return answer->line.front();
  }

  const Lexicon* lexicon_;
  Thinking thinking_;
  MoveFinder finder_;
  Simulator simulator_;
  Inference inference_;
  RackBelief belief_;  // about the other rack; empty: none
};

}  // namespace

std::unique_ptr<Player> make_thinking_player(const Lexicon& lexicon, const LeaveTable& leaves,
                                             const WinTable& wins, const Thinking& thinking) {
  return std::make_unique<ThinkingPlayer>(lexicon, leaves, wins, thinking);
}

}  // namespace zymurgy
