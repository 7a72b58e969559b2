// Statistics of many games that separate skill from luck: who moved first, who held the blanks,
// whose racks were better (ARRV, review/game_watcher.h) and how often those won, and whether win
// probabilities came true. A tie is half a win.
//
// For intervals, games with the same draws (the two of a mirrored pair) form one group.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "review/watched_game.h"
#include "stats/intervals.h"

namespace zymurgy {

struct PlayerStats {
  Rate wins;
  Mean score, spread, bingos, turns, points_a_turn, arrv;
  // The player's wins and spread, regressed on the difference in ARRV. The intercepts are free of
  // that luck: they tell players apart in half the games by spread, seven tenths by wins; in
  // mirrored pairs, which cancel some luck themselves, four fifths and nine tenths. (A player with
  // other leave values than ours may seem to draw a little better or worse, by choice and not by
  // luck.)
  GroupedLine wins_by_racks, spread_by_racks;
  // The same, regressed on the luck of the player's draws less that of the opponent's, whose mean
  // is 0 whoever plays: in win probability and in points.
  GroupedLine wins_by_luck, spread_by_luck;
  Mean luck;  // points per game
  // The player's share of the games and its spread, estimated by the worth of its choices less that
  // of the opponent's: half of the games plus the difference in wins, and the difference in points.
  Mean wins_by_choices, spread_by_choices;
  struct Choices {
    Mean turns, differing, points, wins;  // per game, as in ChoiceWorth
  };
  std::array<Choices, kBagClasses.size()> choices;
};

// Win probabilities that were given, by tenths, and the results.
struct Calibration {
  struct Tenth {
    Mean chance;
    Rate won;
  };
  std::array<Tenth, 10> tenths;
  GroupedLine all;  // results over win probabilities
};

class GameStats {
 public:
  // `own_racks`: the games' racks are valued by the games themselves (review/own_racks.h). Such
  // values include the players' skill, so no lines are fitted to compare them at equal ARRV.
  explicit GameStats(bool own_racks = false) : own_racks_(own_racks) {}

  bool own_racks() const { return own_racks_; }
  // `same_draws`: the game has the draws of the game added before it.
  void add(const WatchedGame& game, bool same_draws = false);

  std::int64_t games() const { return games_; }
  const std::map<std::string, PlayerStats>& players() const { return players_; }
  const Rate& first_mover() const { return first_; }
  const PlayerStats& all() const { return all_; }                // all seats
  const std::map<int, Rate>& blanks() const { return blanks_; }  // by the number a player held
  const std::map<int, int>& scores() const { return scores_; }   // seats by score / kScoreStep
  const std::map<std::string, Calibration>& calibrations() const { return calibrations_; }

  static constexpr int kScoreStep = 20;

  // Results by the difference in ARRV, the first mover's less the opponent's.
  static constexpr std::array<double, 6> kDifferences{0, 0.5, 1, 2, 4, 8};
  struct Outcome {
    Rate wins;  // the first mover's
    Mean spread;
  };
  const Rate& better_racks() const { return better_racks_; }      // won by the higher ARRV
  const std::array<Outcome, 6>& ahead() const { return ahead_; }  // by at least kDifferences[i]
  const std::array<Outcome, 6>& behind() const { return behind_; }
  const std::map<int, Outcome>& by_difference() const { return by_difference_; }  // rounded
  const Mean& difference() const { return difference_; }
  const GroupedLine& spread_line() const { return spread_line_; }  // spread over difference

 private:
  struct Ending {
    double won;  // 1/2 for a tie
    int spread;

    static Ending of(const std::array<SeatGame, 2>& seats);  // as the first mover sees it
    Ending seen_by(std::size_t seat) const { return seat == 0 ? *this : Ending{1 - won, -spread}; }
  };

  void add_seats(const std::array<SeatGame, 2>& seats, const Ending& ending);
  void add_estimates(const std::map<std::string, std::vector<WinEstimate>>& estimates,
                     const Ending& ending);
  void add_luck(const std::array<SeatGame, 2>& seats, const Ending& ending);
  void add_choices(const std::array<SeatGame, 2>& seats);
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

}  // namespace zymurgy
