// A referee that shares no code with the generators: it judges a game move by move with the rule
// book's own scoring and the word graph.
#pragma once

#include <string>

#include "lexicon/lexicon.h"
#include "play/game_record.h"

namespace zymurgy {

// Empty if the recorded game is legal from its first draw to its end, with every tile of the set
// accounted for; otherwise what is wrong with it.
std::string judge(const GameRecord& record, const Lexicon& lexicon, const Layout& layout,
                  const Rules& rules);

}  // namespace zymurgy
