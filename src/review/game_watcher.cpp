#include "review/game_watcher.h"

#include <algorithm>
#include <utility>

#include "evaluate/static_evaluator.h"
#include "review/rack_value.h"

namespace zymurgy {
namespace {

// The name of the win table's own win probabilities among the estimates.
constexpr const char* kWinTable = "win table";

}  // namespace

void GameWatcher::start(const std::array<std::string, 2>& players) {
  game_ = {};
  for (std::size_t seat = 0; seat < 2; ++seat) game_.seats[seat].player = players[seat];
  blanks_played_ = {};
  game_.choices_known = keeps_.choices;
  racks_known_.fill(true);
  missed_ = false;
  before_draw_.fill(BeforeDraw());
}

void GameWatcher::see_blanks(const Position& position, int seat) {
  const auto s = static_cast<std::size_t>(seat);
  int& blanks = game_.seats[s].blanks;
  blanks = std::max(blanks, blanks_played_[s] + position.rack(seat)[kBlank]);
}

// The other side has just drawn from the tiles that were on neither the board nor a rack. These are
// known now that the rack on turn is seen.
void GameWatcher::see_pool(const Position& before) {
  const int seat = before.on_turn();
  std::optional<BeforeDraw>& other = before_draw_[1 - seat];
  if (!other || before.rack().size() < kRackSize) return;
  const TileCounts unseen = before.unseen(seat);
  TileCounts elsewhere = other->kept.leave;
  elsewhere.add(other->kept.put_back);
  if (unseen.includes(elsewhere)) other->pool = unseen.without(elsewhere);
}

void GameWatcher::see_draw(const Position& before) {
  const int seat = before.on_turn();
  const auto& [kept, known_pool] = *before_draw_[seat];
  // The first mover draws first, from all tiles.
  const bool first = game_.seats[0].turns + game_.seats[1].turns == 0;
  if (!first && !known_pool) return;
  const TileCounts pool = first ? before.tiles().counts() : *known_pool;
  const TileCounts drawn = before.rack().without(kept.leave);
  if (!drawn.empty() && pool.includes(drawn) && pool != drawn)
    game_.draws.push_back({seat, {before, kept.leave, pool}});
}

void GameWatcher::see_choice(const Position& before, const Move& move) {
  const int seat = before.on_turn();
  const std::optional<BeforeDraw>& other = before_draw_[1 - seat];
  // With the bag empty nothing is hidden, whatever was kept.
  game_.choices_known &= move.tiles_known() && (other.has_value() || before.bag_size() == 0);
  game_.choices.push_back({seat, before, move, other ? other->kept : Kept()});
}

// The rack of the side that did not make the last choice, if turns alternate: it held the same rack
// at that choice.
void GameWatcher::record_opponent_rack(int seat, const Rack& rack) {
  if (game_.choices.empty()) return;
  auto& [chooser, position, move, opponent_kept] = game_.choices.back();
  position.set_rack(1 - chooser, rack);
  game_.choices_known &= seat != chooser && rack.includes(opponent_kept.leave) &&
                         position.unseen(chooser).includes(rack) && position.both_racks_known();
}

void GameWatcher::see(const Position& before, const Move& move) {
  if (missed_) return;
  const int seat = before.on_turn();
  if (keeps_.draws) see_pool(before);
  if (keeps_.choices) {
    record_opponent_rack(seat, before.rack());
    see_choice(before, move);
  }
  see_rack(before, move);
  const int held = before.rack_size();
  const int unseen = before.tiles().total() - before.board().tiles() - held;
  if (held > 0) see_estimate(kWinTable, seat, wins_->win_chance(before.spread(), unseen));
  see_blanks(before, seat);
  see_turn(seat, move);
}

// Records the value of the rack's draw, and what the move keeps.
void GameWatcher::see_rack(const Position& before, const Move& move) {
  const int seat = before.on_turn();
  const Rack& rack = before.rack();
  SeatGame& game = game_.seats[seat];
  std::optional<BeforeDraw>& last = before_draw_[seat];
  const bool full = rack.size() == kRackSize;
  racks_known_[seat] &= full || before.bag_size() == 0;
  if (full && last && rack != last->kept.leave) {  // a lost turn brings no draw
    if (keeps_.values && before.bag_size() > 0)
      game.rack_value.add(rack_points(*leaves_, racks_, rack) -
                          rack_points(*leaves_, racks_, last->kept.leave));
    if (keeps_.draws) see_draw(before);
  }
  last.reset();
  if (!full || !move.tiles_known()) return;
  if (keeps_.racks) game.racks.push_back({rack, StaticEvaluator(*leaves_).equity(before, move)});
  last = {kept_after(before, move)};
}

void GameWatcher::see_turn(int seat, const Move& move) {
  SeatGame& game = game_.seats[seat];
  ++game.turns;
  if (!move.is_play()) return;
  game.points += move.score;
  game.bingos += move.is_bingo();
  blanks_played_[seat] += move.used()[kBlank];
}

void GameWatcher::miss() { missed_ = true; }

void GameWatcher::see_estimate(const std::string& by, int seat, double chance) {
  game_.estimates[by].push_back({seat, chance});
}

WatchedGame GameWatcher::end(const Position& after, int first, const std::array<int, 2>& scores) {
  for (int seat = 0; seat < 2; ++seat) {
    see_blanks(after, seat);
    SeatGame& game = game_.seats[seat];
    if (!racks_known_[seat]) {
      game.rack_value = {};
      game.racks.clear();
    }
    if (missed_) game = {.player = game.player, .rack_value = {}};
    game.score = scores[seat];
  }
  if (!game_.choices.empty()) {
    const auto& [seat, last, move, opponent_kept] = game_.choices.back();
    record_opponent_rack(1 - seat, last.bag_size() == 0 ? last.unseen(seat) : after.rack(1 - seat));
  }
  game_.racks_known = racks_known_[0] && racks_known_[1] && !missed_;
  game_.choices_known &= game_.racks_known;
  if (!game_.racks_known) game_.draws.clear();
  if (!game_.choices_known) game_.choices.clear();
  WatchedGame game = std::move(game_);
  if (first == 1) {
    std::swap(game.seats[0], game.seats[1]);
    for (auto& [by, given] : game.estimates)
      for (WinEstimate& estimate : given) estimate.seat = 1 - estimate.seat;
    for (SeatDraw& draw : game.draws) draw.seat = 1 - draw.seat;
    for (MadeChoice& choice : game.choices) choice.seat = 1 - choice.seat;
  }
  return game;
}

}  // namespace zymurgy
