// The network's inputs and outputs, for programs that check them against an independent computation
// (trainer-bridge/check_network.py) or draw them (trainer-bridge/view.py).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "evaluate/move_finder.h"
#include "nnue/evaluator.h"

namespace zymurgy {

// The dump of a position with its best plays by static equity, `count` at most:
//   cgp
//   lead    of the mover, in points
//   unseen  the number of tiles of each letter that the mover does not see, the blank first
//   lanes   the rows, then the columns, each a list of kBoardDim squares: 0 if empty, a letter's
//           number, minus that number for a blank; [points, letters...] for an empty square with a
//           cross-set: the points of the crossing tiles, and the letters that they allow
//   plays   move, score, equity (static, millipoints), leave (letters), network (its outputs
//           for what wins and for the spread, in millipoints, including the position's level),
//           lanes (only those that the play changes, by index)
nlohmann::ordered_json network_dump(const Position& position, const Lanes& lanes, int count,
                                    MoveFinder& finder, nnue::Evaluator& network);

}  // namespace zymurgy
