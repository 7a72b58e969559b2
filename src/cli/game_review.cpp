#include "cli/game_review.h"

#include <algorithm>
#include <utility>

#include "cli/progress.h"
#include "protocol/resolve.h"

namespace zymurgy {

void GameReview::run(const TurnRange& asked, const std::stop_token& stop) {
  const std::size_t last = std::min(asked.last, events_.size());
  Progress progress("turns", static_cast<std::int64_t>(last - asked.first + 1));
  for (std::size_t number = 1; number <= last; ++number) {
    ReviewedTurn turn = see(number, asked.includes(number), stop);
    if (stop.stop_requested()) return;
    if (!asked.includes(number)) continue;
    turns_.push_back(std::move(turn));
    progress.update(std::ssize(turns_));
  }
}

// Notes for every turn what the players know and keep, and judges the turns that were asked for.
ReviewedTurn GameReview::see(std::size_t number, bool asked, const std::stop_token& stop) {
  const std::size_t event = events_[number - 1];
  ReviewedTurn turn{.number = number, .event = event, .withdrawn = replay_.withdrawn[event]};
  const int player = game_.events[event].player;
  const auto kept = std::exchange(kept_[player], std::nullopt);
  Position seen = replay_.before[event];
  seen.set_rack(1 - player, {});
  note_shown(event);
  if (!replay_.knows_board(event)) return turn;
  const auto made = turn.withdrawn ? Move::pass() : replay_.moves[event];
  if (made)
    if (const auto valid = check_words(*made, seen, *tables_.lexicon); !valid)
      turn.phony = valid.error().message;
  if (!can_be_judged(seen)) return turn;
  if (asked && kept && luck_.draws > 0) turn.luck = luck_of_draw(seen, *kept, stop);
  if (const TileCounts& shown = shown_[1 - player]; seen.unseen(player).includes(shown))
    seen.set_rack(1 - player, shown);
  if (!made || !made->tiles_known()) return turn;
  if (asked) turn.review = reviewer_.review(seen, *made, turn.phony.empty(), stop);
  kept_[player] = kept_after(seen, *made);
  return turn;
}

// Notes what the other side has seen of the player's rack: the tiles of plays taken back, until
// they are used.
void GameReview::note_shown(std::size_t event) {
  TileCounts& shown = shown_[game_.events[event].player];
  const std::optional<Move>& made = replay_.moves[event];
  if (replay_.withdrawn[event] && made) {
    shown.include(made->used());
    if (shown.size() > kRackSize) shown = made->used();  // a file may give racks that do not agree
  } else if (!made || !made->as_seen().tiles_known()) {
    shown = {};  // whether they were among those exchanged, only the player knows
  } else {
    shown = shown.without(made->used());
  }
}

std::optional<double> GameReview::luck_of_draw(const Position& seen, const Kept& kept,
                                               const std::stop_token& stop) const {
  if (!seen.rack().includes(kept.leave) || kept.leave == seen.rack()) return std::nullopt;
  const Luck luck =
      luck_of(*tables_.lexicon, *tables_.leaves, draw_from_unseen(seen, kept), luck_, stop);
  if (luck.equities.empty()) return std::nullopt;
  return luck.points();
}

std::string GameReview::name(int player) const {
  const auto& [one, other] = game_.players;
  const GcgPlayer& named = game_.players[player];
  return one.display_name() == other.display_name() ? named.display_name() + " (" + named.nick + ')'
                                                    : named.display_name();
}

std::array<GameReview::Sum, 2> GameReview::sums() const {
  std::array<Sum, 2> sums;
  for (const ReviewedTurn& turn : turns_) {
    Sum& sum = sums[event(turn).player];
    ++sum.turns;
    if (!turn.phony.empty()) {
      ++sum.phonies;
    } else if (turn.review) {
      ++sum.judged;
      sum.points += turn.review->lost_points();
      sum.chance += turn.review->lost_chance();
    }
    if (turn.luck) {
      ++sum.draws;
      sum.luck += *turn.luck;
    }
  }
  return sums;
}

}  // namespace zymurgy
