#include "review/duplicate_games.h"

#include <string>

#include "game/hash.h"

namespace zymurgy {
namespace {

std::uint64_t identity(const WatchedGame& game, const Board& board) {
  Hash hash;
  for (const SeatGame& seat : game.seats) {
    hash.add(seat.player);
    hash.add(static_cast<std::uint64_t>(seat.score));
    hash.add(static_cast<std::uint64_t>(seat.turns));
  }
  for (int square = 0; square < kSquares; ++square) hash.add(std::uint64_t{board.at(square)});
  return hash.value();
}

std::uint64_t with(const std::string& name, std::uint64_t number) {
  Hash hash;
  hash.add(name);
  hash.add(number);
  return hash.value();
}

}  // namespace

std::uint64_t draws_of(const TileSet& tiles, std::uint64_t seed) {
  return with(tiles.name(), seed);
}

std::optional<std::size_t> DuplicateGames::first_file_of(const WatchedGame& game,
                                                         const Board& board,
                                                         const GameOrigin& origin) {
  if (board.empty()) return std::nullopt;  // all games of passes are alike
  const std::string& player = game.seats[0].player;
  const bool of_self = origin.of_pair && player == game.seats[1].player;
  const int before = of_self ? of_self_[with(player, *origin.draws)]++ : 0;
  Entry& entry = games_.try_emplace(identity(game, board), Entry{origin.file}).first->second;
  // A player paired with itself may play the same game twice.
  const bool again = entry.times > 0 && !(of_self && entry.times == 1 && before == 1);
  ++entry.times;
  return again ? std::optional(entry.file) : std::nullopt;
}

}  // namespace zymurgy
