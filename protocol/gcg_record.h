// A game that this program played, as GCG.
#pragma once

#include "play/game_record.h"
#include "protocol/gcg.h"

namespace zymurgy {

// The record's game from `start`, an empty board with layout and rules. `players` are by seat. An
// error if the record does not fit together.
Result<GcgGame> gcg_of(const GameRecord& record, const Position& start,
                       const std::array<std::string, 2>& players, const std::string& lexicon);

}  // namespace zymurgy
