// Players as command lines give them: `sim:2:300+net`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "game/result.h"

namespace zymurgy {

// How a player thinks. If only iterations limit it, its moves are a function of the game's seed.
struct Thinking {
  int plies = 2;
  std::int64_t iterations = 300;  // of a simulation, at most; 0: no limit
  double seconds = 0;             // for a move, at most; 0: no limit
  bool infers = false;            // infers what the other side kept from its moves
  bool sees_all = false;          // an oracle: sees the other rack, to measure what that is worth
  // A network ranks the candidates, values the ends of rollouts early in the game, and may choose
  // the replies in rollouts if the player infers.
  bool network = false;
};

struct PlayerSpec {
  enum class Kind : std::uint8_t {
    kGreedy,  // the classic player of Appel and Jacobson
    kStatic,
    kNetwork,
    kThinking,
    kLimited,  // play/limited.h
    kSoftmax,  // while the game is open one of the 50 best by static equity
    kRandom
  };

  std::string name = "static";
  Kind kind = Kind::kStatic;
  double temperature = 0;  // of kSoftmax, in points
  Thinking thinking;       // of kThinking
  int elo = 0;             // of kLimited

  // Reads a player in a form that `players_help` lists. An error says what was expected.
  static Result<PlayerSpec> parse(std::string_view text);

  bool needs_network() const { return kind == Kind::kNetwork || thinking.network; }
  bool needs_wins() const { return kind == Kind::kThinking; }
  // Whether its moves depend on the position alone.
  bool by_position_alone() const {
    return kind == Kind::kGreedy || kind == Kind::kStatic || kind == Kind::kNetwork;
  }
};

// All kinds of player, one line each.
std::string players_help();

}  // namespace zymurgy
