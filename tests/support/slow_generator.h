// Every legal play, found the obvious way: every word is tried at every place. It takes no shortcut
// that needs a proof, so the fast generators can be checked against it.
#pragma once

#include <vector>

#include "game/position.h"
#include "lexicon/lexicon.h"

namespace zymurgy::test {

// In the order of Move::before. On an empty board only the horizontal plays; a single tile that
// makes words both ways is a horizontal play.
std::vector<Move> every_play(const Position& position, const Lexicon& lexicon);

}  // namespace zymurgy::test
