// Follows games for statistics.
//
// The average relative rack value (ARRV) of a player's game says how well it drew: the mean, over
// its full racks while the bag has tiles, of what the rack is worth (review/rack_value.h) above the
// mean rack that the tiles kept could have become; or as review/own_racks.h has it.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "evaluate/win_table.h"
#include "game/position.h"
#include "lexicon/leave_table.h"
#include "review/watched_game.h"

namespace zymurgy {

// Follows one game after another, move by move.
class GameWatcher {
 public:
  // What the games hold for whoever judges them later: draws as far as it is known what they were
  // drawn from, racks, and choices.
  struct Keeps {
    bool draws = false, racks = false, choices = false;
    bool values = true;  // of racks; no table tells them where every leave is worth 0
  };

  // `leaves` and `racks`, which may be nullptr, value what was drawn; the chances of `wins` are
  // held against the results.
  GameWatcher(const LeaveTable& leaves, const LeaveTable* racks, const WinTable& wins, Keeps keeps)
      : leaves_(&leaves), racks_(racks), wins_(&wins), keeps_(keeps) {}

  void start(const std::array<std::string, 2>& players);  // by seat
  void see(const Position& before, const Move& move);
  void miss();  // a turn of which nothing is known
  void see_estimate(const std::string& by, int seat, double chance);
  // The game so far. `first`: the seat that moved first. `scores` are final.
  WatchedGame end(const Position& after, int first, const std::array<int, 2>& scores);

 private:
  // Of a seat before its last draw.
  struct BeforeDraw {
    Kept kept;
    std::optional<TileCounts> pool{};  // what was drawn from, once the other side's turn tells
  };

  void see_rack(const Position& before, const Move& move);
  void see_turn(int seat, const Move& move);
  void see_blanks(const Position& position, int seat);
  void see_pool(const Position& before);
  void see_draw(const Position& before);
  void see_choice(const Position& before, const Move& move);
  void see_others_rack(int seat, const Rack& rack);

  const LeaveTable* leaves_;
  const LeaveTable* racks_;
  const WinTable* wins_;
  Keeps keeps_;
  WatchedGame game_;  // by seat
  std::array<int, 2> blanks_played_{};
  std::array<std::optional<BeforeDraw>, 2> before_draw_;  // nothing: unknown
  std::array<bool, 2> racks_told_{};                      // all full while the bag had tiles
  bool missed_ = false;                                   // a turn
};

}  // namespace zymurgy
