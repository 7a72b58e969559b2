// Measures of many games that tell skill from luck: who moved first, who held the blanks, whose
// racks were better and what it won, and whether chances to win came true.
//
// The average relative rack value (ARRV) of a player's game says how well it drew: the mean, over
// its full racks while the bag has tiles, of what the rack is worth (review/rack_value.h) above the
// mean rack that the tiles kept could have become; or as review/own_racks.h has it. A tie is half
// a win.
//
// Intervals rest on games of their own draws: the two of a mirrored pair go together.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/win_table.h"
#include "game/position.h"
#include "lexicon/leave_table.h"
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

// What was played from a full rack.
struct PlayedRack {
  Rack rack;
  Equity equity = 0;
};

// One seat of one game, as it was played.
struct SeatGame {
  std::string player;
  int score = 0;
  int turns = 0;                    // 0: not known, and neither are the next three
  int bingos = 0, points = 0;       // points: of the plays alone
  int blanks = 0;                   // held at any time
  Mean rack_value;                  // relative
  std::optional<SeatLuck> luck{};   // where it was judged
  std::vector<PlayedRack> racks{};  // to be valued by the games at hand (review/own_racks.h)
};

struct SeatDraw {
  int seat = 0;
  DrawnRack draw;
};

// A chance to win somebody gave the player on turn.
struct WinEstimate {
  int seat = 0;
  double chance = 0;
};

// A game that ended, the first mover first; estimates by who made them. Whose racks were told now
// and then only (of many annotated games, where a bingo tells them) has no relative rack values,
// and the game no draws: those told are no sample of all. A turn that was missed leaves the board
// wrong for those that follow: of such a game no more counts than its result and the chances given.
struct WatchedGame {
  std::array<SeatGame, 2> seats;
  std::map<std::string, std::vector<WinEstimate>> estimates;
  std::vector<SeatDraw> draws{};  // to judge the luck by
  bool racks_told = true;         // of both seats
};

struct PlayerStats {
  Rate wins;
  Mean score, spread, bingos, turns, points_a_turn, arrv;
  // Its wins and spread over its ARRV less the other's. Where that is 0 luck is left out, so the
  // intercepts tell players apart in half as many games by spread and in seven tenths by wins; of
  // pairs, which leave out some luck themselves, in four fifths and nine tenths. (A player of other
  // leaves may draw a little better or worse than ours say, by its choice and not by luck.)
  GroupedLine wins_by_racks, spread_by_racks;
  // The same over the luck of its draws less that of the other's, which is 0 in the mean whoever
  // plays: in chances and in points.
  GroupedLine wins_by_luck, spread_by_luck;
  Mean luck;  // in points, a game
};

// Chances given, by tenths, and what became of them.
struct Calibration {
  struct Tenth {
    Mean chance;
    Rate won;
  };
  std::array<Tenth, 10> tenths;
  GroupedLine all;  // won over chances
};

class GameStats {
 public:
  // `own_racks`: the games' racks are valued by the games themselves (review/own_racks.h). Such
  // values hold the skill of who played, so nothing is to be learnt where they are equal.
  explicit GameStats(bool own_racks = false) : own_racks_(own_racks) {}

  bool own_racks() const { return own_racks_; }
  // `same_draws`: as those of the game added before.
  void add(const WatchedGame& game, bool same_draws = false);

  std::int64_t games() const { return games_; }
  const std::map<std::string, PlayerStats>& players() const { return players_; }
  const Rate& first_mover() const { return first_; }
  const PlayerStats& all() const { return all_; }                // all seats
  const std::map<int, Rate>& blanks() const { return blanks_; }  // by how many a player held
  const std::map<int, int>& scores() const { return scores_; }   // seats by score / kScoreStep
  const std::map<std::string, Calibration>& calibrations() const { return calibrations_; }

  static constexpr int kScoreStep = 20;

  // What a difference in ARRV, the first mover's less the other's, went with.
  static constexpr std::array<double, 6> kDifferences{0, 0.5, 1, 2, 4, 8};
  struct Outcome {
    Rate wins;  // the first mover's
    Mean spread;
  };
  const Rate& better_racks() const { return better_racks_; }      // games of the higher ARRV
  const std::array<Outcome, 6>& ahead() const { return ahead_; }  // by at least so much
  const std::array<Outcome, 6>& behind() const { return behind_; }
  const std::map<int, Outcome>& by_difference() const { return by_difference_; }  // rounded
  const Mean& difference() const { return difference_; }
  const GroupedLine& spread_line() const { return spread_line_; }  // spread over difference

 private:
  struct Ending {
    double won;  // half of a tie
    int spread;

    static Ending of(const std::array<SeatGame, 2>& seats);  // as the first mover sees it
    Ending seen_by(std::size_t seat) const { return seat == 0 ? *this : Ending{1 - won, -spread}; }
  };

  void add_seats(const std::array<SeatGame, 2>& seats, const Ending& ending);
  void add_estimates(const std::map<std::string, std::vector<WinEstimate>>& estimates,
                     const Ending& ending);
  void add_luck(const std::array<SeatGame, 2>& seats, const Ending& ending);
  void add_racks(const std::array<SeatGame, 2>& seats, const Ending& ending);

  bool own_racks_;
  std::int64_t games_ = 0, draws_ = 0;
  std::map<std::string, PlayerStats> players_;
  PlayerStats all_;
  Rate first_, better_racks_;
  std::map<int, Rate> blanks_;
  std::map<int, int> scores_;
  std::map<std::string, Calibration> calibrations_;
  std::array<Outcome, 6> ahead_, behind_;
  std::map<int, Outcome> by_difference_;
  Mean difference_;
  GroupedLine spread_line_;
};

// Follows one game after another, move by move.
class GameWatcher {
 public:
  // What the games hold for whoever judges them later: draws as far as it is known what they were
  // drawn from, and racks.
  struct Keeps {
    bool draws = false, racks = false;
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

  void see_blanks(const Position& position, int seat);
  void see_pool(const Position& before);
  void see_draw(const Position& before);

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
