// What a game holds for statistics, once it has been followed move by move.
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

// What a seat's draws were worth above the mean of others (review/draw_luck.h).
struct SeatLuck {
  double points = 0, chance = 0;
  void add(const SeatLuck& draw) {
    points += draw.points;
    chance += draw.chance;
  }
};

// Tiles in the bag before a turn, by what a choice then is about.
inline constexpr std::array<int, 4> kBagClasses{22, 8, 1, 0};  // at least so many
constexpr std::size_t bag_class(int bag) {
  std::size_t c = 0;
  while (bag < kBagClasses[c]) ++c;
  return c;
}

// What choices were worth above those of static equity (review/choice_worth.h), of some turns.
struct ChoiceWorth {
  int turns = 0, differing = 0;  // in which another move was chosen
  double points = 0, wins = 0;
  void add(const ChoiceWorth& more) {
    turns += more.turns;
    differing += more.differing;
    points += more.points;
    wins += more.wins;
  }
};
using SeatChoices = std::array<ChoiceWorth, kBagClasses.size()>;

// What was played from a full rack.
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
  Mean rack_value;                       // relative
  std::optional<SeatLuck> luck{};        // where draws were judged
  std::optional<SeatChoices> choices{};  // where choices were
  std::vector<PlayedRack> racks{};       // to be valued by the games at hand (review/own_racks.h)
};

struct SeatDraw {
  int seat = 0;
  DrawnRack draw;
};

// A move that was made, both racks known, and what the other side had kept before it drew.
struct MadeChoice {
  int seat = 0;
  Position position;
  Move move;
  Kept opponent_kept;
};

// A chance to win somebody gave the player on turn.
struct WinEstimate {
  int seat = 0;
  double chance = 0;
};

// A game that ended, the first mover first; estimates by who made them. A player whose racks are
// not all given (in annotated games often only bingos tell them) has no relative rack values, and
// the game no draws: the racks given are no fair sample. A missed turn leaves the board wrong from
// there on: of such a game only the result and the estimates count.
struct WatchedGame {
  std::array<SeatGame, 2> seats;
  std::map<std::string, std::vector<WinEstimate>> estimates;
  std::vector<SeatDraw> draws{};      // to judge the luck by
  bool racks_told = true;             // of both seats
  std::vector<MadeChoice> choices{};  // to be judged
  bool choices_told = false;          // all of them, with all tiles on both racks
};

}  // namespace zymurgy
