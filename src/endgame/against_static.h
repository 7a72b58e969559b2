// Endgames against replies by static equity. Most of what beats these beats other imperfect
// replies, too (bench/solvers.md).
//
// Both racks must be known, the bag empty, the game not over. A move found comes with the change of
// the spread that it brings then, from now to the end.
#pragma once

#include <optional>
#include <vector>

#include "endgame/endgame.h"
#include "game/limits.h"
#include "game/position.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

// The moves looked at, best first; none if there was no time for any.
std::vector<ValuedMove> ranked_against_static(const Lexicon& lexicon, const Position& position,
                                              const Limits& limits);

// A move that wins, the last chance of a game that is lost to perfect play; or nothing, if none was
// found within the limits. Looks at fewer moves.
std::optional<ValuedMove> find_swindle(const Lexicon& lexicon, const Position& position,
                                       const Limits& limits);

}  // namespace zymurgy
