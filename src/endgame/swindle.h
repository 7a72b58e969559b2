// The last chance of an endgame that is lost to perfect play: few play perfectly.
#pragma once

#include <optional>

#include "game/limits.h"
#include "game/position.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

// A move that wins if the other side replies by static equity, or nothing, if none was found within
// the limits. Who replies otherwise, but not perfectly, falls for most of them, too
// (bench/strength.md). Both racks must be known, the bag empty, the game not over.
std::optional<Move> find_swindle(const Lexicon& lexicon, const Position& position,
                                 const Limits& limits);

}  // namespace zymurgy
