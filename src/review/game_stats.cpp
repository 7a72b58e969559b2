#include "review/game_stats.h"

#include <algorithm>
#include <cmath>

#include "review/rack_value.h"

namespace zymurgy {
namespace {

// How the win table's own chances are named among the estimates.
constexpr const char* kWinTable = "win table";

void add(PlayerStats& stats, const SeatGame& game, double won, int spread) {
  stats.wins.add(won);
  stats.score.add(game.score);
  stats.spread.add(spread);
  stats.bingos.add(game.bingos);
  stats.turns.add(game.turns);
  if (game.turns > 0) stats.points_a_turn.add(game.points / static_cast<double>(game.turns));
  if (game.rack_value.count > 0) stats.arrv.add(game.rack_value.mean());
}

void add(GameStats::Outcome& outcome, double won, int spread) {
  outcome.wins.add(won);
  outcome.spread.add(spread);
}

}  // namespace

void GameStats::add(const std::array<SeatGame, 2>& seats,
                    const std::map<std::string, std::vector<WinEstimate>>& estimates) {
  ++games_;
  const int spread = seats[0].score - seats[1].score;
  const double won = spread > 0 ? 1 : spread == 0 ? 0.5 : 0;
  first_.add(won);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const SeatGame& game = seats[seat];
    const double its = seat == 0 ? won : 1 - won;
    for (PlayerStats* stats : {&players_[game.player], &all_})
      zymurgy::add(*stats, game, its, seat == 0 ? spread : -spread);
    blanks_[game.blanks].add(its);
    ++scores_[static_cast<int>(std::floor(game.score / static_cast<double>(kScoreStep)))];
  }

  for (const auto& [by, given] : estimates) {
    Calibration& calibration = calibrations_[by];
    for (const auto& [seat, chance] : given) {
      const double came = seat == 0 ? won : 1 - won;
      calibration.tenths[static_cast<std::size_t>(std::clamp(chance * 10, 0.0, 9.0))].add(chance,
                                                                                          came);
      calibration.all.add(chance, came);
    }
    for (GroupedLine& tenth : calibration.tenths) tenth.end_group();
    calibration.all.end_group();
  }

  if (seats[0].rack_value.count == 0 || seats[1].rack_value.count == 0) return;
  const double difference = seats[0].rack_value.mean() - seats[1].rack_value.mean();
  if (difference != 0) better_racks_.add(difference > 0 ? won : 1 - won);
  for (std::size_t i = 0; i < kDifferences.size(); ++i) {
    if (difference >= kDifferences[i]) zymurgy::add(ahead_[i], won, spread);
    if (-difference >= kDifferences[i]) zymurgy::add(behind_[i], won, spread);
  }
  zymurgy::add(by_difference_[static_cast<int>(std::lround(difference))], won, spread);
  difference_.add(difference);
  spread_line_.add(difference, spread);
  spread_line_.end_group();
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const double sign = seat == 0 ? 1 : -1;
    PlayerStats& player = players_[seats[seat].player];
    player.wins_by_racks.add(sign * difference, seat == 0 ? won : 1 - won);
    player.spread_by_racks.add(sign * difference, sign * spread);
  }
  for (const SeatGame& game : seats) {
    players_[game.player].wins_by_racks.end_group();
    players_[game.player].spread_by_racks.end_group();
  }
}

void GameWatcher::start(const std::array<std::string, 2>& players) {
  for (std::size_t seat = 0; seat < 2; ++seat) {
    seats_[seat] = {};
    seats_[seat].player = players[seat];
  }
  blanks_played_ = {};
  kept_.fill(Rack());
  estimates_.clear();
}

void GameWatcher::see_blanks(const Position& position, int seat) {
  const auto s = static_cast<std::size_t>(seat);
  seats_[s].blanks = std::max(seats_[s].blanks, blanks_played_[s] + position.rack(seat)[kBlank]);
}

void GameWatcher::see(const Position& before, const Move& move) {
  const int seat = before.on_turn();
  SeatGame& game = seats_[static_cast<std::size_t>(seat)];
  const Rack& rack = before.rack(seat);
  std::optional<Rack>& kept = kept_[static_cast<std::size_t>(seat)];
  if (before.bag_size() > 0 && rack.size() == kRackSize && kept)
    game.rack_value.add(rack_points(*leaves_, racks_, rack) - rack_points(*leaves_, racks_, *kept));
  kept.reset();
  if (rack.size() == kRackSize && move.used().size() == move.tiles_played)
    kept.emplace(rack).remove(move.used());
  // A rack known in part is a full one while the bag has tiles.
  const int held = before.bag_size() > 0 ? kRackSize : rack.size();
  const int unseen = before.tiles().total() - before.board().tiles() - held;
  if (held > 0) see_estimate(kWinTable, seat, wins_->win_chance(before.spread(), unseen));
  see_blanks(before, seat);
  ++game.turns;
  if (!move.is_play()) return;
  game.points += move.score;
  game.bingos += move.tiles_played == kRackSize;
  blanks_played_[static_cast<std::size_t>(seat)] += move.used()[kBlank];
}

void GameWatcher::see_estimate(const std::string& by, int seat, double chance) {
  estimates_[by].push_back({seat, chance});
}

void GameWatcher::end(const Position& after, int first, const std::array<int, 2>& scores,
                      GameStats& stats) {
  for (int seat = 0; seat < 2; ++seat) {
    see_blanks(after, seat);
    seats_[static_cast<std::size_t>(seat)].score = scores[static_cast<std::size_t>(seat)];
  }
  if (first == 1) {
    std::swap(seats_[0], seats_[1]);
    for (auto& [by, given] : estimates_)
      for (WinEstimate& estimate : given) estimate.seat = 1 - estimate.seat;
  }
  stats.add(seats_, estimates_);
}

}  // namespace zymurgy
