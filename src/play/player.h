// Players, which choose the moves of a game.
//
// `choose` is given the whole position. All players but the oracle (Thinking::sees_all) use only
// their own rack, the board and the scores, and the other rack once the bag is empty. One object
// per thread; its own randomness comes from the stream it is given for each game, so that a game
// depends on its seed alone.
#pragma once

#include <memory>

#include "evaluate/win_table.h"
#include "game/position.h"
#include "game/random.h"
#include "lexicon/leave_table.h"
#include "movegen/lanes.h"
#include "nnue/network.h"
#include "play/player_spec.h"

namespace zymurgy {

class Player {
 public:
  virtual ~Player() = default;
  virtual void start_game(Random random) { random_ = random; }
  virtual Move choose(const Position& position, const Lanes& lanes) = 0;
  // Takes in a move of the other side and the position before it.
  virtual void observe(const Position& /*before*/, const Lanes& /*lanes*/, const Move& /*move*/) {}
  // Takes in a move of its own in a resumed game, as if it had just chosen it.
  virtual void recall(const Position& /*before*/, const Move& /*move*/) {}

 protected:
  Random random_{0};
};

// The tables that players use, which must outlive them.
struct PlayerTables {
  const Lexicon* lexicon = nullptr;
  const LeaveTable* leaves = nullptr;
  const nnue::Network* network = nullptr;  // for players that use one
  const WinTable* wins = nullptr;          // for players that simulate
  bool operator==(const PlayerTables&) const = default;
};
std::unique_ptr<Player> make_player(const PlayerSpec& spec, const PlayerTables& tables);

}  // namespace zymurgy
