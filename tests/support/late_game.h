// Positions near the end of random games.
#pragma once

#include "evaluate/move_finder.h"
#include "game/position.h"
#include "game/random.h"

namespace zymurgy {

// The position of a game of random plays once `in_bag` tiles are in the bag: both racks full, no
// scoreless turns.
Position random_late_game(const Lexicon& lexicon, MoveFinder& finder, int in_bag, Random& random);
// The same with OEL1. Of the rack not on turn, only the first `known` tiles are known.
Position late_position(int in_bag, int known, Random& random);

// `size` random tiles of a rack, or all if it has fewer.
Rack cut(const Rack& rack, int size, Random& random);

}  // namespace zymurgy
