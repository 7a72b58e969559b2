// Endgames against an opponent who replies by static equity. Most moves that beat such replies beat
// other imperfect replies, too (bench/solvers.md).
//
// Both racks must be known, the bag empty and the game not over. Each move comes with the change of
// the spread from now to the end, against such replies.
#pragma once

#include <optional>
#include <vector>

#include "endgame/endgame.h"
#include "game/limits.h"
#include "game/position.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

// The moves considered, best first; empty if there was no time for any.
std::vector<ValuedMove> ranked_against_static(const Lexicon& lexicon, const Position& position,
                                              const Limits& limits);

// A move that wins, the last chance in a game that is lost to perfect play; nothing if none was
// found within the limits. Considers fewer moves.
std::optional<ValuedMove> find_swindle(const Lexicon& lexicon, const Position& position,
                                       const Limits& limits);

}  // namespace zymurgy
