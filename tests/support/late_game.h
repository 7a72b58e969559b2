// Positions near the end of random games.
#pragma once

#include "evaluate/move_finder.h"
#include "game/position.h"
#include "game/random.h"

namespace zymurgy {

// A game of random plays, until so many tiles are in the bag: both racks full, no scoreless turns.
Position random_late_game(const Lexicon& lexicon, MoveFinder& finder, int in_bag, Random& random);
// The same of OEL1, of the rack of who is not on turn but the first `known` tiles told.
Position late_position(int in_bag, int known, Random& random);

// So many tiles of a rack, or all if it holds no more.
Rack cut(const Rack& rack, int size, Random& random);

}  // namespace zymurgy
