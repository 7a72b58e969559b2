// Follows games for statistics.
//
// The average relative rack value (ARRV) tells how well a player drew in a game: the mean, over the
// player's full racks while the bag has tiles, of the worth of the rack (review/rack_value.h) above
// that of the mean rack that the kept tiles could have become. review/own_racks.h has another
// definition.
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
  // What to keep in the games for later judging: draws (those whose pool of tiles is known), racks
  // and choices.
  struct Keeps {
    bool draws = false, racks = false, choices = false;
    bool values = true;  // of racks; false if there is no table of them and every leave is 0
  };

  // `leaves` and `racks`, which may be nullptr, value the draws; the win probabilities of `wins`
  // are compared with the results.
  GameWatcher(const LeaveTable& leaves, const LeaveTable* racks, const WinTable& wins, Keeps keeps)
      : leaves_(&leaves), racks_(racks), wins_(&wins), keeps_(keeps) {}

  void start(const std::array<std::string, 2>& players);  // by seat
  void see(const Position& before, const Move& move);
  void miss();  // a turn of which nothing is known
  void see_estimate(const std::string& by, int seat, double chance);
  // The game so far. `first`: the seat that moved first. `scores` are final.
  WatchedGame end(const Position& after, int first, const std::array<int, 2>& scores);

 private:
  // What is known of a seat before its last draw.
  struct BeforeDraw {
    Kept kept;
    std::optional<TileCounts> pool{};  // the tiles drawn from, known from the opponent's next turn
  };

  void see_rack(const Position& before, const Move& move);
  void see_turn(int seat, const Move& move);
  void see_blanks(const Position& position, int seat);
  void see_pool(const Position& before);
  void see_draw(const Position& before);
  void see_choice(const Position& before, const Move& move);
  void record_opponent_rack(int seat, const Rack& rack);

  const LeaveTable* leaves_;
  const LeaveTable* racks_;
  const WinTable* wins_;
  Keeps keeps_;
  WatchedGame game_;  // by seat
  std::array<int, 2> blanks_played_{};
  std::array<std::optional<BeforeDraw>, 2> before_draw_;  // none: unknown
  std::array<bool, 2> racks_known_{};                     // all racks full while the bag had tiles
  bool missed_ = false;                                   // a turn was missed
};

}  // namespace zymurgy
