// The moves that a simulation compares, beside those that a finder names.
#pragma once

#include <vector>

#include "evaluate/static_evaluator.h"
#include "game/position.h"

namespace zymurgy {

// Adds the pass where it would end the game, and where there are tiles in the bag and too few to
// exchange any: who passes keeps his rack and lets the other side draw the last tiles. By equity it
// is far down the list, and now and then it wins most by far (bench/strength.md); so it stands
// behind the first few, before those that may be too many for the time.
void add_pass(std::vector<Candidate>& candidates, const Position& position,
              const StaticEvaluator& evaluator);

}  // namespace zymurgy
