// Every legal play, found the obvious way: every word tried on every place. No shortcut that needs
// a proof, so that the fast generators can be held to it.
#pragma once

#include <vector>

#include "game/position.h"
#include "lexicon/lexicon.h"

namespace zymurgy::test {

// In the order of Move::before. On an empty board the horizontal plays only; a single tile that
// makes words both ways is a horizontal play.
std::vector<Move> every_play(const Position& position, const Lexicon& lexicon);

}  // namespace zymurgy::test
