// Counts the two games of a pair together, wherever they stand among the games that are read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>

#include "review/duplicate_games.h"
#include "review/game_stats.h"

namespace zymurgy {

class Pairing {
 public:
  // `stats`, to which the games are added, must outlive this object.
  explicit Pairing(GameStats& stats) : stats_(&stats) {}

  // A game of a pair waits for the other one, which has the same draws and the players' seats
  // swapped.
  void add(WatchedGame game, const GameOrigin& origin);
  // Counts the games whose partner did not come.
  void finish();

  // The files of two games that have the same draws but are not a pair.
  const std::optional<std::array<std::size_t, 2>>& same_draws() const { return same_draws_; }

 private:
  // The draws, the first mover and the second.
  using Key = std::tuple<std::uint64_t, std::string, std::string>;

  GameStats* stats_;
  std::multimap<Key, WatchedGame> waiting_;
  std::unordered_map<std::uint64_t, std::size_t> drawn_;  // the first file with these draws
  std::optional<std::array<std::size_t, 2>> same_draws_;
};

}  // namespace zymurgy
