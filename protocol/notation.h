// Moves read and written: UCGI moves (8H.WORD, ex.ABC, pass, phony.8H.WORD, rack.ABC) and human
// notation, as in GCG files (8H WO.D, -ABC, -).
//
// A MoveText is what the text says, whatever the board; protocol/resolve.h makes it a move on a
// position. Errors quote the move.
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
  Word word;                  // kEmpty where '.' stands for the letter on the board
  std::uint32_t through = 0;  // bit i: letter i is marked as on the board, by '.' or parentheses
  TileCounts tiles;           // of an exchange or kRack
  int count = 0;              // tiles of an exchange; more than in `tiles` if some are unknown
  std::optional<Rack> rack;   // the mover's before the move
  int challenge_points = 0;   // won by a failed challenge of the move
  bool turn_loss = false;     // the challenger missed a turn

  bool operator==(const MoveText&) const = default;
};

// An error about a move, quoting its text.
Error bad_move(std::string_view text, const std::string& what);

// The tiles of a rack, seven at most.
Result<Rack> parse_rack(std::string_view text, const TileSet& tiles);
Result<MoveText> parse_ucgi_move(std::string_view text, const TileSet& tiles);
// Whether the word, at the start of a human move, says that tiles are exchanged: ex, exchange.
bool means_exchange(std::string_view word);
// `8H WORD`, `8H.WORD`, `-ABC`, `-3`, `ex.ABC`, `ex ABC`, `exchange ABC`, `-` (pass), `pass`.
Result<MoveText> parse_human_move(std::string_view text, const TileSet& tiles);
// Either notation: human if the text has a space or begins with '-'.
Result<MoveText> parse_move(std::string_view text, const TileSet& tiles);
// Written without the board: where '.' stands for a letter, it stays '.'.
std::string ucgi_text(const MoveText& move, const TileSet& tiles);
std::string human_text(const MoveText& move, const TileSet& tiles);  // 8H WO.D
// The text of a move, with '.' for letters played through.
MoveText text_of(const Move& move);

// The move as written in the position before it.
std::string ucgi_text(const Move& move, const Position& before);
std::string display_text(const Move& move, const Position& before);  // for the eye: 8H WO(R)D, pass

std::string points_text(Equity equity);  // 1.375
struct Place {
  Square square;
  Direction direction;
};
std::optional<Place> parse_place(std::string_view text);

}  // namespace zymurgy
