// Tells whether a game was read before: games held by two files would count twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "game/board.h"
#include "game/tile_set.h"
#include "review/watched_game.h"

namespace zymurgy {

// Where a game comes from.
struct GameOrigin {
  std::size_t file = 0;                  // the file's number
  std::optional<std::uint64_t> draws{};  // the name of the draws (draws_of), if known
  bool of_pair = false;                  // another game has the same draws, with the seats swapped
};

// Names the draws of a seed, which depend on the tile set, too.
std::uint64_t draws_of(const TileSet& tiles, std::uint64_t seed);

class DuplicateGames {
 public:
  // Notes the game, and returns the file in which the same game was first met, if it was. Games are
  // identified by players, turns, final scores and the final board: racks and notes may differ
  // between files of one game.
  std::optional<std::size_t> first_file_of(const WatchedGame& game, const Board& board,
                                           const GameOrigin& origin);

 private:
  struct Entry {
    std::size_t file;
    int times = 0;
  };
  std::unordered_map<std::uint64_t, Entry> games_;
  std::unordered_map<std::uint64_t, int> of_self_;  // games of a player's pair with itself
};

}  // namespace zymurgy
