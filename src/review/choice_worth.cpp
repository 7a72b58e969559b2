#include "review/choice_worth.h"

#include <array>
#include <utility>

#include "game/counting.h"
#include "game/scoring.h"
#include "review/judge_games.h"
#include "sim/rollout.h"

namespace zymurgy {
namespace {

// As MoveFinder writes it: an opening play goes across, because the board is symmetric about its
// diagonal.
Move as_found(const Board& board, const Move& made) {
  Move move = as_generated(board, made);
  if (board.empty() && move.is_play() && move.direction == Direction::kVertical) {
    move.direction = Direction::kHorizontal;
    std::swap(move.row, move.col);
  }
  return move;
}

class ChoiceJudge {
 public:
  ChoiceJudge(const PlayerTables& tables, const ChoiceOptions& options, const std::stop_token& stop)
      : tables_(tables),
        options_(options),
        stop_(stop),
        finder_(*tables.lexicon, *tables.leaves),
        rollout_(guide_maker(*tables.lexicon, *tables.leaves, *tables.wins)()) {}

  void judge(WatchedGame& game, std::uint64_t stream) {
    if (!game.choices_known) return;
    std::array<SeatChoices, 2> seats{};
    for (std::size_t c = 0; c < game.choices.size(); ++c) {
      const MadeChoice& choice = game.choices[c];
      SeatChoices& seat = seats[static_cast<std::size_t>(choice.seat)];
      seat[bag_class(choice.position.bag_size())].add(
          worth_of(choice, Random::stream(options_.seed, stream, c)));
    }
    if (stop_.stop_requested()) return;
    for (std::size_t seat = 0; seat < 2; ++seat) game.seats[seat].choices = seats[seat];
    game.choices.clear();
  }

 private:
  // Meaningless once stopped.
  ChoiceWorth worth_of(const MadeChoice& choice, Random random) {
    const Position& position = choice.position;
    const Lanes lanes(*tables_.lexicon, position);
    const Candidate expected = finder_.best(position, lanes);
    const Move made = as_found(position.board(), choice.move);
    ChoiceWorth worth{.turns = 1};
    if (made == expected.move) return worth;
    worth.differing = 1;
    const SimSetup setup(position, lanes, *tables_.leaves, {{made, 0}, expected});
    const int deals = position.bag_size() == 0 ? 1 : options_.deals;
    for (int i = 0; i < deals && !stop_.stop_requested(); ++i) {
      const Deal deal = deal_again(choice, random);
      for (const int sign : {1, -1}) {
        const Sample& sample = rollout_.play(setup, sign > 0 ? 0 : 1, deal, kToTheEnd);
        worth.points += sign * in_points(sample.spread) / deals;
        worth.wins += sign * WinTable::share(sample.win) / deals;
      }
    }
    return worth;
  }

  PlayerTables tables_;
  ChoiceOptions options_;
  std::stop_token stop_;
  MoveFinder finder_;
  Rollout rollout_;
};

}  // namespace

Deal deal_again(const MadeChoice& choice, Random& random) {
  const Position& position = choice.position;
  TileCounts hidden = position.unseen(position.on_turn());
  hidden.remove(choice.opponent_kept.leave);
  const int drawn =
      position.rack(1 - position.on_turn()).size() - choice.opponent_kept.leave.size();
  const TileCounts fresh = draw_tiles(hidden.without(choice.opponent_kept.put_back), drawn, random);
  hidden.remove(fresh);
  Deal deal;
  deal.opponent = choice.opponent_kept.leave;
  deal.opponent.add(fresh);
  deal.set_row(hidden, random);
  return deal;
}

void judge_choices(std::span<WatchedGame> games, const PlayerTables& tables,
                   const ChoiceOptions& options, std::uint64_t first, std::stop_token stop) {
  judge_games<ChoiceJudge>(games, tables, options, first, stop);
}

}  // namespace zymurgy
