// Moves in writing, both ways: UCGI moves (8H.WORD, ex.ABC, pass, phony.8H.WORD, rack.ABC) and the
// notation of people and GCG files (8H WO.D, -ABC, -).
//
// A MoveText is what the text says, whatever the board; what it comes to on a position is told by
// protocol/resolve.h. Errors quote the move.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "game/board.h"
#include "game/move.h"
#include "game/position.h"
#include "game/result.h"
#include "game/scoring.h"

namespace zymurgy {

inline constexpr int kMostChallengePoints = 1000;

struct MoveText {
  enum class Kind : std::uint8_t { kPass, kExchange, kPlay, kPhony, kRack };

  Kind kind = Kind::kPass;
  Direction direction = Direction::kHorizontal;
  std::uint8_t row = 0, col = 0;
  Word word;                  // kEmpty where '.' stands for the letter that lies there
  std::uint32_t through = 0;  // bit i: letter i is marked as lying there, by '.' or parentheses
  TileCounts tiles;           // of an exchange or kRack
  int count = 0;              // tiles of an exchange; more than in `tiles` if they are unknown
  std::optional<Rack> rack;   // the mover's before the move
  int challenge_points = 0;   // won with the move by a challenge that failed
  bool turn_loss = false;     // the challenger missed a turn

  bool operator==(const MoveText&) const = default;
};

// The error of a move, with its text.
Error bad_move(std::string_view text, const std::string& what);

// The tiles of a rack, seven at most.
Result<Rack> parse_rack(std::string_view text, const TileSet& tiles);
Result<MoveText> parse_ucgi_move(std::string_view text, const TileSet& tiles);
// `8H WORD`, `8H.WORD`, `-ABC`, `-3`, `ex.ABC`, `ex ABC`, `-` (pass), `pass`.
Result<MoveText> parse_human_move(std::string_view text, const TileSet& tiles);
// Either: that of people if it has a space or begins with '-'.
Result<MoveText> parse_move(std::string_view text, const TileSet& tiles);
// As much as can be written without the board: letters that '.' stands for stay '.'.
std::string ucgi_text(const MoveText& move, const TileSet& tiles);
std::string human_text(const MoveText& move, const TileSet& tiles);  // 8H WO.D
// What a move says, with '.' for letters played through.
MoveText text_of(const Move& move);

// As written in the position before it.
std::string ucgi_text(const Move& move, const Position& before);
std::string display_text(const Move& move, const Position& before);  // for the eye: 8H WO(R)D, pass

std::string points_text(Equity equity);  // 1.375
std::string square_text(Square square);  // H8
struct Place {
  Square square;
  Direction direction;
};
std::optional<Place> parse_place(std::string_view text);

}  // namespace zymurgy
