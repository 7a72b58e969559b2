// A game that this program played, as GCG.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "play/game_record.h"
#include "protocol/gcg.h"

namespace zymurgy {

// The record's game from `start`, an empty board with layout and rules. `players` are by seat. An
// error if the record does not fit together.
Result<GcgGame> gcg_of(const GameRecord& record, const Position& start,
                       const std::array<std::string, 2>& players, const std::string& lexicon);

// Says that a game goes on from a position, with the rack of who moves next as far as it is known.
void set_unfinished(GcgGame& game, const Position& end);

// What tells that two games are a pair, on the same draws with the seats swapped: the seed of the
// draws, written as `#id zymurgy-pair SEED`.
void set_pair(GcgGame& game, std::uint64_t seed);
std::optional<std::uint64_t> pair_of(const GcgGame& game);

}  // namespace zymurgy
