// Who chooses the moves of a game.
//
// A player sees its own rack, the board and the scores, not the other rack while the bag has tiles.
// One object for each thread; its own randomness comes from the stream it is handed for each game,
// so that a game depends on its seed alone.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "evaluate/move_finder.h"
#include "game/random.h"
#include "nnue/network.h"

namespace zymurgy {

class Player {
 public:
  virtual ~Player() = default;
  virtual void start_game(Random random) { random_ = random; }
  virtual Move choose(const Position& position, const Lanes& lanes) = 0;

 protected:
  Random random_{0};
};

// A player as named on the command line.
struct PlayerSpec {
  enum class Kind : std::uint8_t { kGreedy, kStatic, kNetwork, kSoftmax, kRandom };

  std::string name = "static";
  Kind kind = Kind::kStatic;
  double temperature = 0;  // of kSoftmax, in points

  // greedy       the highest score (the classic player of Appel and Jacobson)
  // static       the highest static equity
  // network      the network's choice among the best by static equity
  // softmax:T    early in the game one of the 50 best by static equity, with odds exp(equity / T)
  // random       any legal move, each as likely as the next
  static Result<PlayerSpec> parse(std::string_view text);
};

// `network`: for those that play by one; must outlive the player.
std::unique_ptr<Player> make_player(const PlayerSpec& spec, const Lexicon& lexicon,
                                    const LeaveTable& leaves,
                                    const nnue::Network* network = nullptr);

}  // namespace zymurgy
