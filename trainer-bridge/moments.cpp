#include "trainer-bridge/moments.h"

#include <cstdint>
#include <vector>

#include "evaluate/worth.h"

namespace zymurgy::trainer {
namespace {

// How a game stands before a turn, as the side on turn knows it.
struct Standing {
  int seat, spread, unseen;
};

float result_of(int spread) { return static_cast<float>(2 * share_won(spread) - 1); }

}  // namespace

Moment MomentBuilder::moment(const Position& before, const Move& move) const {
  const int seat = before.on_turn();
  Moment moment;
  moment.board = before.board();
  if (move.is_play()) moment.board.lay(move);
  moment.move = move;
  moment.last = last_;
  moment.turns_since_bingo = since_bingo_[1 - seat];
  moment.leave = before.leave_after(move);
  moment.unseen = before.unseen(seat);
  moment.spread = before.spread() + move.score;
  moment.bag = before.bag_size();
  return moment;
}

void MomentBuilder::played(int seat, const Move& move) {
  last_ = move;
  int& turns = since_bingo_[seat];
  turns = move.is_bingo() ? 0 : turns + 1;
}

Result<void> for_each_moment(const GameRecord& record, const Position& start, const WinTable& wins,
                             int horizon, const std::function<void(const Moment&)>& visit) {
  std::vector<Standing> standings;
  std::vector<Moment> moments;  // of each turn
  MomentBuilder builder;
  Position position = start;
  auto replayed = replay(record, position, [&](const Position& before, const Turn& turn) {
    const int seat = before.on_turn();
    moments.push_back(builder.moment(before, turn.move));
    standings.push_back({seat, before.spread(), moments.back().unseen.size()});
    builder.played(seat, turn.move);
  });
  if (!replayed) return replayed;
  if (!position.over()) return failure("game " + std::to_string(record.index) + " did not end");
  for (std::size_t i = 0; i < moments.size() && moments[i].bag > 0; ++i) {
    const int seat = standings[i].seat;
    Targets& targets = moments[i].targets;
    const int spread = position.final_spread(seat);
    targets.spread = static_cast<float>(spread);
    targets.result = targets.win = result_of(spread);
    if (const std::size_t then = i + 1 + static_cast<std::size_t>(horizon); then < moments.size()) {
      const Standing& at = standings[then];
      const double chance = 2 * wins.win_chance(at.spread, at.unseen) - 1;
      targets.win = static_cast<float>(at.seat == seat ? chance : -chance);
    }
    visit(moments[i]);
  }
  return {};
}

}  // namespace zymurgy::trainer
