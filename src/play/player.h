// Who chooses the moves of a game.
//
// A player sees its own rack, the board and the scores, not the other rack while the bag has tiles.
// One object for each thread; its own randomness comes from the stream it is handed for each game,
// so that a game depends on its seed alone.
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
  // A move of the other side, and what stood before it.
  virtual void observe(const Position& /*before*/, const Lanes& /*lanes*/, const Move& /*move*/) {}
  // A move of its own in a game that is taken up again, as if it had just chosen it.
  virtual void recall(const Position& /*before*/, const Move& /*move*/) {}

 protected:
  Random random_{0};
};

// What players think with; must outlive them.
struct PlayerTables {
  const Lexicon* lexicon = nullptr;
  const LeaveTable* leaves = nullptr;
  const nnue::Network* network = nullptr;  // for those that play by one
  const WinTable* wins = nullptr;          // for those that simulate
  bool operator==(const PlayerTables&) const = default;
};
std::unique_ptr<Player> make_player(const PlayerSpec& spec, const PlayerTables& tables);

}  // namespace zymurgy
