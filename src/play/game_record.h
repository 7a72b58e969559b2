// What happened in one game, enough to rebuild it without the bag or the players.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "game/position.h"
#include "game/supply.h"

namespace zymurgy {

struct Turn {
  Move move;
  TileCounts drawn;  // after the move
  bool operator==(const Turn&) const = default;
};

struct GameRecord {
  std::uint64_t index = 0;    // of the game's draws under the run's seed
  bool swapped = false;       // player 2 moved first
  std::array<Rack, 2> racks;  // at the start, by seat
  std::vector<Turn> turns;
  bool operator==(const GameRecord&) const = default;

  // Starts a record with the racks of a position before its first move.
  void begin(const Position& start) {
    racks = {start.rack(0), start.rack(1)};
    turns.clear();
  }
};

// Whether the rack on turn holds the move's tiles and, if it is a play, whether it lays them on
// free squares and plays through tiles elsewhere.
inline bool fits(const Position& position, const Move& move) {
  if (!position.rack().includes(move.used())) return false;
  if (!move.is_play()) return true;
  for (int k = 0; k < move.length; ++k)
    if ((move.tiles[k] == kEmpty) == (position.board().at(move.square(k)) == kEmpty)) return false;
  return true;
}

// Replays a recorded game from `position` (an empty board with layout and rules), which is left at
// the end of the game. Calls `visit(position, turn)` before each move. An error names the turn that
// does not fit the board or the rack, or the tile that the set has too few of; scores are taken as
// recorded.
template <typename Visit>
Result<void> replay(const GameRecord& record, Position& position, Visit&& visit) {
  const auto wrong = [&record](std::size_t turn, const std::string& what) {
    return failure("game " + std::to_string(record.index) + ", turn " + std::to_string(turn + 1) +
                   ": " + what);
  };
  for (int seat = 0; seat < 2; ++seat) position.set_rack(seat, record.racks[seat]);
  for (std::size_t i = 0; i < record.turns.size(); ++i) {
    const Turn& turn = record.turns[i];
    const int seat = position.on_turn();
    if (!fits(position, turn.move) || position.over())
      return wrong(i, "the move does not fit the position");
    visit(static_cast<const Position&>(position), turn);
    position.make(turn.move);
    if (position.rack(seat).size() + turn.drawn.size() > kRackSize)
      return wrong(i, "too many tiles are drawn");
    turn.drawn.for_each_tile([&](Letter letter) { position.give(seat, letter); });
  }
  if (const auto enough = check_supply(position); !enough)
    return wrong(record.turns.size(), enough.error().message);
  return {};
}

}  // namespace zymurgy
