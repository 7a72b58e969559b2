// The data of a game for statistics, collected move by move (review/game_watcher.h).
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "game/tile_counts.h"
#include "review/luck.h"
#include "stats/intervals.h"

namespace zymurgy {

// The worth of a seat's draws above the mean of other draws (review/draw_luck.h).
struct SeatLuck {
  double points = 0, chance = 0;
  void add(const SeatLuck& draw) {
    points += draw.points;
    chance += draw.chance;
  }
};

// Classes of turns by tiles in the bag, because they call for different kinds of choices.
inline constexpr std::array<int, 4> kBagClasses{22, 8, 1, 0};  // tiles in the bag, at least
constexpr std::size_t bag_class(int bag) {
  std::size_t c = 0;
  while (bag < kBagClasses[c]) ++c;
  return c;
}

// The worth of the choices of some turns above those of static equity (review/choice_worth.h).
struct ChoiceWorth {
  int turns = 0, differing = 0;  // differing: another move was chosen
  double points = 0, wins = 0;
  void add(const ChoiceWorth& more) {
    turns += more.turns;
    differing += more.differing;
    points += more.points;
    wins += more.wins;
  }
};
using SeatChoices = std::array<ChoiceWorth, kBagClasses.size()>;

// A full rack, and the equity of the move played from it.
struct PlayedRack {
  Rack rack;
  Equity equity = 0;
};

// One seat of one game, as it was played.
struct SeatGame {
  std::string player;
  int score = 0;
  int turns = 0;                         // 0: not known, nor are bingos, points and blanks
  int bingos = 0, points = 0;            // points: of the plays alone
  int blanks = 0;                        // held at any time
  Mean rack_value;                       // relative values of its racks
  std::optional<SeatLuck> luck{};        // if draws were judged
  std::optional<SeatChoices> choices{};  // if choices were judged
  std::vector<PlayedRack> racks{};       // to be valued by the games at hand (review/own_racks.h)
};

struct SeatDraw {
  int seat = 0;
  DrawnRack draw;
};

// A move that was made, with both racks known, and what the opponent had kept before it drew.
struct MadeChoice {
  int seat = 0;
  Position position;
  Move move;
  Kept opponent_kept;
};

// A win probability that someone gave for the player on turn.
struct WinEstimate {
  int seat = 0;
  double chance = 0;
};

// A finished game, the first mover first; estimates by their authors. A player whose racks are not
// all given (annotated games often give only those of bingos) has no relative rack values, and the
// game no draws: the racks given are a biased sample. After a missed turn the board is wrong: of
// such a game only the result and the estimates count.
struct WatchedGame {
  std::array<SeatGame, 2> seats;
  std::map<std::string, std::vector<WinEstimate>> estimates;
  std::vector<SeatDraw> draws{};      // to judge the luck by
  bool racks_known = true;            // all racks of both seats are known
  std::vector<MadeChoice> choices{};  // to be judged
  bool choices_known = false;         // all are known, with all tiles on both racks
};

}  // namespace zymurgy
