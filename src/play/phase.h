// How a position is best thought about: the one place that says which searcher takes it, and how
// far a simulation goes.
#pragma once

#include <cstdint>
#include <optional>

#include "endgame/endgame.h"
#include "game/limits.h"
#include "game/position.h"
#include "inference/inference.h"

namespace zymurgy {

enum class Phase : std::uint8_t { kStatic, kSimulation, kPreendgame, kEndgame };

// What bounds the thinking.
enum class Budget : std::uint8_t {
  kNow,        // there is no time at all
  kUnbounded,  // no bound: only what ends by itself will do
  kWork,       // an amount of work, iterations say; the same move every time
  kTime,       // a clock, or somebody who says stop
};

// The share of its time that a pre-endgame gets to prove its first move. If it has not by then,
// the rest is for simulation, which errs less often than half a proof (bench/solvers.md).
inline constexpr double kPreendgameShare = 0.5;

// Options for inferring the other rack within a move's limits. Nothing is taken for granted about
// who the opponent is.
InferOptions inference_for_a_move(const Limits& limits);

// Bounds an endgame by work, not time, so that its move is always the same: four plies, for deeper
// ones would take minutes now and then, and with blanks so would four without a bound on nodes.
void bound_by_work(EndgameOptions& options);

// As the player on turn sees the position: the other rack may be unknown.
Phase phase_of(const Position& position, Budget budget);
// Where no solver may take it.
Phase phase_without_solvers(Budget budget);

// What a simulation takes in. Late in the game what wins most is often far down the list, and the
// win table knows too little of how a board ends; to play on to that end takes time
// (bench/simulation.md).
struct SimScope {
  int candidates;      // the best by equity
  int to_the_end_bag;  // as in SimOptions
};

inline constexpr int kToTheEndBag = 21;  // with time enough
// Candidates; late ones where the bag holds no more tiles than a rack.
inline constexpr int kCandidates = 15, kLateCandidates = 100;

SimScope sim_scope(int bag, const Limits& limits);

// Whether the network, not the static player, replies in a simulation: it matters with few tiles
// in the bag, and the other side's moves tell (`doubt`: Inference::doubt; none: no moves).
bool network_replies(int bag, std::optional<double> doubt);

// The chance that the opponent does not play endgames by static equity, from the doubt in hindsight
// (inference/hindsight.h). It is never below a tenth, since in one game of ten to twenty another
// player passes for the static one (bench/inference.md).
double endgame_doubt(std::optional<double> doubt);

}  // namespace zymurgy
