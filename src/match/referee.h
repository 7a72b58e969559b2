// The match's own judge of moves: of what an engine says, it trusts nothing but the move itself.
#pragma once

#include <string_view>

#include "game/position.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

// The move in `best_move`, scored by the rules, if the player on turn may make it: the tiles are on
// the rack, which must be known, the play fits the board, every word it forms is in the lexicon, an
// exchange names its tiles and the bag allows it. Otherwise the error says what is wrong with it.
Result<Move> judge_move(std::string_view best_move, const Position& position,
                        const Lexicon& lexicon);

}  // namespace zymurgy
