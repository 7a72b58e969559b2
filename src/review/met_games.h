// Whether a game that is read was read before: of two files that hold the same games one would
// count twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "game/board.h"
#include "game/tile_set.h"
#include "review/watched_game.h"

namespace zymurgy {

// Where a game is from.
struct GameOrigin {
  std::size_t file = 0;                  // its number
  std::optional<std::uint64_t> draws{};  // what names them (draws_of), where it is told
  bool of_pair = false;                  // another game has them, with the seats swapped
};

// Names the draws of a seed; other tiles make other draws of it.
std::uint64_t draws_of(const TileSet& tiles, std::uint64_t seed);

class MetGames {
 public:
  // The file in which the same game was met first, if it was met before; notes the game. Games are
  // told apart by players, turns, final scores and the final board: racks and notes may differ in
  // files of one game.
  std::optional<std::size_t> met_in(const WatchedGame& game, const Board& board,
                                    const GameOrigin& origin);

 private:
  struct Met {
    std::size_t file;
    int times = 0;
  };
  std::unordered_map<std::uint64_t, Met> met_;
  std::unordered_map<std::uint64_t, int> of_self_;  // games of a player's pair with itself
};

}  // namespace zymurgy
