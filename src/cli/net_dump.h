// What the network is given and what it answers, for programs that check it against another
// reckoning (trainer-bridge/check_network.py) or draw it (trainer-bridge/view.py).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "evaluate/move_finder.h"
#include "nnue/evaluator.h"

namespace zymurgy {

// Of the position's best plays by static equity, `count` at most:
//   cgp
//   lead    of the mover, in points
//   unseen  how many of each letter the mover does not see, the blank first
//   lanes   the rows, then the columns, each a list of kBoardDim places: 0 is empty, a letter its
//           number, a blank minus that; [points, letters...] an empty place beside crossing tiles:
//           their points, and the letters that they allow
//   plays   move, score, equity (static, millipoints), leave (letters), network (its outputs
//           for what wins and for the spread, millipoints, the level of the position in them),
//           lanes (those that the play changes, by index)
nlohmann::ordered_json network_dump(const Position& position, const Lanes& lanes, int count,
                                    MoveFinder& finder, nnue::Evaluator& network);

}  // namespace zymurgy
