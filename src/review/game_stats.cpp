#include "review/game_stats.h"

#include <algorithm>
#include <cmath>

#include "evaluate/worth.h"

namespace zymurgy {
namespace {

void add(PlayerStats& stats, const SeatGame& game, double won, int spread, std::int64_t draws) {
  stats.wins.add(won, draws);
  stats.score.add(game.score, draws);
  stats.spread.add(spread, draws);
  if (game.turns > 0) {
    stats.bingos.add(game.bingos, draws);
    stats.turns.add(game.turns, draws);
    stats.points_a_turn.add(game.points / static_cast<double>(game.turns), draws);
  }
  if (game.rack_value.count() > 0) stats.arrv.add(game.rack_value.mean(), draws);
}

void add(GameStats::Outcome& outcome, double won, int spread, std::int64_t draws) {
  outcome.wins.add(won, draws);
  outcome.spread.add(spread, draws);
}

}  // namespace

GameStats::Ending GameStats::Ending::of(const std::array<SeatGame, 2>& seats) {
  const int spread = seats[0].score - seats[1].score;
  return {share_won(spread), spread};
}

void GameStats::add(const WatchedGame& played, bool same_draws) {
  ++games_;
  draws_ += !same_draws;
  const Ending ending = Ending::of(played.seats);
  first_.add(ending.won, draws_);
  add_seats(played.seats, ending);
  add_estimates(played.estimates, ending);
  add_luck(played.seats, ending);
  add_choices(played.seats);
  add_racks(played.seats, ending);
}

void GameStats::add_seats(const std::array<SeatGame, 2>& seats, const Ending& ending) {
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const SeatGame& game = seats[seat];
    const auto [won, spread] = ending.seen_by(seat);
    for (PlayerStats* stats : {&players_[game.player], &all_})
      zymurgy::add(*stats, game, won, spread, draws_);
    if (game.turns > 0) blanks_[game.blanks].add(won, draws_);
    ++scores_[static_cast<int>(std::floor(game.score / static_cast<double>(kScoreStep)))];
  }
}

void GameStats::add_estimates(const std::map<std::string, std::vector<WinEstimate>>& estimates,
                              const Ending& ending) {
  for (const auto& [by, given] : estimates) {
    Calibration& calibration = calibrations_[by];
    for (const auto& [seat, chance] : given) {
      const double won = ending.seen_by(static_cast<std::size_t>(seat)).won;
      auto& tenth = calibration.tenths[static_cast<std::size_t>(std::clamp(chance * 10, 0.0, 9.0))];
      tenth.chance.add(chance, draws_);
      tenth.won.add(won, draws_);
      calibration.all.add(chance, won, draws_);
    }
  }
}

void GameStats::add_luck(const std::array<SeatGame, 2>& seats, const Ending& ending) {
  if (!seats[0].luck || !seats[1].luck) return;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const SeatLuck &own = *seats[seat].luck, &others = *seats[1 - seat].luck;
    const auto [won, spread] = ending.seen_by(seat);
    PlayerStats& player = players_[seats[seat].player];
    player.luck.add(own.points, draws_);
    player.wins_by_luck.add(own.chance - others.chance, won, draws_);
    player.spread_by_luck.add(own.points - others.points, spread, draws_);
  }
}

void GameStats::add_choices(const std::array<SeatGame, 2>& seats) {
  if (!seats[0].choices || !seats[1].choices) return;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    PlayerStats& player = players_[seats[seat].player];
    double points = 0, wins = 0;
    for (std::size_t c = 0; c < kBagClasses.size(); ++c) {
      const ChoiceWorth &own = (*seats[seat].choices)[c], &others = (*seats[1 - seat].choices)[c];
      points += own.points - others.points;
      wins += own.wins - others.wins;
      player.choices[c].turns.add(own.turns, draws_);
      player.choices[c].differing.add(own.differing, draws_);
      player.choices[c].points.add(own.points, draws_);
      player.choices[c].wins.add(own.wins, draws_);
    }
    player.spread_by_choices.add(points, draws_);
    player.wins_by_choices.add(0.5 + wins, draws_);
  }
}

void GameStats::add_racks(const std::array<SeatGame, 2>& seats, const Ending& ending) {
  if (seats[0].rack_value.count() == 0 || seats[1].rack_value.count() == 0) return;
  const auto [won, spread] = ending;
  const double difference = seats[0].rack_value.mean() - seats[1].rack_value.mean();
  if (difference != 0) better_racks_.add(difference > 0 ? won : 1 - won, draws_);
  for (std::size_t i = 0; i < kDifferences.size(); ++i) {
    if (difference >= kDifferences[i]) zymurgy::add(ahead_[i], won, spread, draws_);
    if (-difference >= kDifferences[i]) zymurgy::add(behind_[i], won, spread, draws_);
  }
  zymurgy::add(by_difference_[static_cast<int>(std::lround(difference))], won, spread, draws_);
  difference_.add(difference, draws_);
  spread_line_.add(difference, spread, draws_);
  if (own_racks_) return;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const double seat_difference = seat == 0 ? difference : -difference;
    const auto [seat_won, seat_spread] = ending.seen_by(seat);
    PlayerStats& player = players_[seats[seat].player];
    player.wins_by_racks.add(seat_difference, seat_won, draws_);
    player.spread_by_racks.add(seat_difference, seat_spread, draws_);
  }
}

}  // namespace zymurgy
