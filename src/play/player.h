// Who chooses the moves of a game.
//
// A player sees its own rack, the board and the scores, not the other rack while the bag has tiles.
// One object for each thread; its own randomness comes from the stream it is handed for each game,
// so that a game depends on its seed alone.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "evaluate/move_finder.h"
#include "evaluate/win_table.h"
#include "game/random.h"
#include "nnue/network.h"

namespace zymurgy {

class Player {
 public:
  virtual ~Player() = default;
  virtual void start_game(Random random) { random_ = random; }
  virtual Move choose(const Position& position, const Lanes& lanes) = 0;
  // A move of the other side, and what stood before it.
  virtual void observe(const Position& /*before*/, const Lanes& /*lanes*/, const Move& /*move*/) {}

 protected:
  Random random_{0};
};

// How a player thinks. With a limit of iterations alone its moves are a function of the game's
// seed.
struct Thinking {
  int plies = 2;
  std::int64_t iterations = 300;  // of a simulation, at most; 0: no limit
  double seconds = 0;             // for a move, at most; 0: no limit
  bool infers = false;            // what the other side kept, from its moves
  bool sees_all = false;          // the other rack: an oracle, to measure what knowing it is worth
  bool network = false;  // ranks the candidates, and may reply in the rollouts of who infers
};

// A player as named on the command line.
struct PlayerSpec {
  enum class Kind : std::uint8_t {
    kGreedy,
    kStatic,
    kNetwork,
    kThinking,
    kLimited,
    kSoftmax,
    kRandom
  };

  std::string name = "static";
  Kind kind = Kind::kStatic;
  double temperature = 0;  // of kSoftmax, in points
  Thinking thinking;       // of kThinking
  int elo = 0;             // of kLimited

  // greedy       the highest score (the classic player of Appel and Jacobson)
  // static       the highest static equity
  // network      the network's choice among the best by static equity
  // sim[:PLIES[:ITERATIONS]]     simulation of the best by static equity; endgames searched
  // infer[:PLIES[:ITERATIONS]]   the same, with what the other side's moves say of its rack
  // oracle[:PLIES[:ITERATIONS]]  the same, with the other rack itself
  // best:SECONDS the strongest, within so many seconds a move
  // ...+net      one of these four with a network's help
  // limited:ELO  weak as people are, from 800 to 2000 (play/limited.h)
  // softmax:T    early in the game one of the 50 best by static equity, with odds exp(equity / T)
  // random       any legal move, each as likely as the next
  static Result<PlayerSpec> parse(std::string_view text);

  bool needs_network() const { return kind == Kind::kNetwork || thinking.network; }
  bool needs_wins() const { return kind == Kind::kThinking; }
  // Neither chance nor the game so far tells its moves.
  bool by_position_alone() const {
    return kind == Kind::kGreedy || kind == Kind::kStatic || kind == Kind::kNetwork;
  }
};

// What players think with; must outlive them.
struct PlayerTables {
  const Lexicon* lexicon = nullptr;
  const LeaveTable* leaves = nullptr;
  const nnue::Network* network = nullptr;  // for those that play by one
  const WinTable* wins = nullptr;          // for those that simulate
};
std::unique_ptr<Player> make_player(const PlayerSpec& spec, const PlayerTables& tables);

}  // namespace zymurgy
