// A game that this program played, as GCG.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "play/game_record.h"
#include "protocol/gcg.h"

namespace zymurgy {

// The record's game from `start`, an empty board with layout and rules. `players` is by seat. An
// error if the record contradicts itself.
Result<GcgGame> gcg_of(const GameRecord& record, const Position& start,
                       const std::array<std::string, 2>& players, const std::string& lexicon);

// Marks a game as unfinished at `end`, with the rack of the player on turn as far as it is known.
void set_unfinished(GcgGame& game, const Position& end);

// Marks a game of a pair (two games on the same draws with the seats swapped) by the seed of the
// draws, written as `#id zymurgy-pair SEED`.
void set_pair(GcgGame& game, std::uint64_t seed);
std::optional<std::uint64_t> pair_of(const GcgGame& game);

}  // namespace zymurgy
