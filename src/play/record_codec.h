// A game record as bytes, the payload of a game log's frames.
//
// index * 2 + swapped, both racks, then for each turn a head (kPass, kExchange, kAcross, kDown),
// what the move needs, and the tiles drawn; kEnd closes the game. Numbers are little-endian base
// 128; tiles are one byte each, preceded by their number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "play/game_record.h"

namespace zymurgy {

inline constexpr int kRecordsLevel = 6;  // of zstd, for files of records

void encode(const GameRecord& record, std::string& bytes);

// The pieces, for records of other kinds: a move, and a number of either sign (zigzag, base 128).
void encode(const Move& move, std::string& bytes);
void encode(std::int64_t number, std::string& bytes);
bool decode(std::string_view& bytes, Move& move);
bool decode(std::string_view& bytes, std::int64_t& number);

// Takes one record off the front of `bytes`; false if that is not a record that fits a board of
// this build's size and racks of kRackSize.
bool decode(std::string_view& bytes, GameRecord& record);

}  // namespace zymurgy
