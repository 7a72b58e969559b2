// How to think about a position: the one place that decides which searcher takes it, and how far a
// simulation goes.
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
  kUnbounded,  // nothing: only searches that end by themselves will do
  kWork,       // an amount of work, such as iterations; the same move every time
  kTime,       // a clock or an external stop
};

// The share of its time that a pre-endgame gets to prove the wins of its first move. If it has not
// by then, the rest goes to simulation, which errs less often than half a proof (bench/solvers.md).
inline constexpr double kPreendgameShare = 0.5;

// Options for inferring the other rack within a move's limits. Nothing is assumed about who the
// opponent is.
InferOptions inference_for_a_move(const Limits& limits);

// Bounds an endgame by work, not time, so that its move is always the same: by four plies, because
// deeper searches would take minutes now and then, and by nodes, because with blanks four plies
// would, too.
void bound_by_work(EndgameOptions& options);

// `position` is as the player on turn sees it: the other rack may be unknown.
Phase phase_of(const Position& position, Budget budget);
// The phase if no solver may take the position.
Phase phase_without_solvers(Budget budget);

// The extent of a simulation. Late in the game the move that wins most is often far down the list,
// and the win table says too little about how a board ends; but playing on to the end takes time
// (bench/simulation.md).
struct SimScope {
  int candidates;      // the best by equity
  int to_the_end_bag;  // as in SimOptions
};

inline constexpr int kToTheEndBag = 21;  // given enough time
// Numbers of candidates; the late one is for a bag that holds no more tiles than a rack.
inline constexpr int kCandidates = 15, kLateCandidates = 100;

SimScope sim_scope(int bag, const Limits& limits);

// Whether the network, not the static player, replies in a simulation. It matters with few tiles in
// the bag, and the other side's moves tell which one fits (`doubt`: Inference::doubt; none: no
// moves).
bool network_replies(int bag, std::optional<double> doubt);

// The chance that the opponent does not play endgames by static equity, from the doubt in hindsight
// (inference/hindsight.h). It is never below a tenth, since in one game of ten to twenty another
// player passes for the static one (bench/inference.md).
double endgame_doubt(std::optional<double> doubt);

}  // namespace zymurgy
