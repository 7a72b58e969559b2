#include "review/choice_worth.h"

#include <array>
#include <atomic>
#include <utility>

#include "game/counting.h"
#include "game/scoring.h"
#include "game/threads.h"

namespace zymurgy {
namespace {

// As a finder names it: an opening across, the board being symmetric about its diagonal.
Move as_found(const Board& board, const Move& made) {
  Move move = as_generated(board, made);
  if (board.empty() && move.is_play() && move.direction == Direction::kVertical) {
    move.direction = Direction::kHorizontal;
    std::swap(move.row, move.col);
  }
  return move;
}

}  // namespace

void deal_again(const MadeChoice& choice, Random& random, Deal& deal) {
  const Position& position = choice.position;
  TileCounts hidden = position.unseen(position.on_turn());
  hidden.remove(choice.others.rack);
  const int drawn = position.rack(1 - position.on_turn()).size() - choice.others.rack.size();
  const TileCounts fresh = draw_tiles(hidden.without(choice.others.put_back), drawn, random);
  hidden.remove(fresh);
  deal.opponent = choice.others.rack;
  deal.opponent.add(fresh);
  deal.set_row(hidden, random);
}

ChoiceWorth ChoiceJudge::worth_of(MoveFinder& finder, Rollout& rollout, const MadeChoice& choice,
                                  Random random, const std::stop_token& stop) const {
  const Position& position = choice.position;
  const Lanes lanes(*lexicon_, position);
  const Candidate expected = finder.best(position, lanes);
  const Move made = as_found(position.board(), choice.move);
  ChoiceWorth worth{.turns = 1};
  if (made == expected.move) return worth;
  worth.others = 1;
  const Stage stage(position, lanes, *leaves_, {{made, 0}, expected});
  const int deals = position.bag_size() == 0 ? 1 : options_.deals;
  Deal deal;
  for (int i = 0; i < deals && !stop.stop_requested(); ++i) {
    deal_again(choice, random, deal);
    for (const int sign : {1, -1}) {
      const Sample& sample = rollout.play(stage, sign > 0 ? 0 : 1, deal, kToTheEnd);
      worth.points += sign * in_points(sample.spread) / deals;
      worth.wins += sign * WinTable::share(sample.win) / deals;
    }
  }
  return worth;
}

void ChoiceJudge::judge(std::span<WatchedGame> games, std::uint64_t first,
                        std::stop_token stop) const {
  const GuideMaker guide = guide_maker(*lexicon_, *leaves_, *wins_);
  std::atomic<std::size_t> next = 0;
  in_threads(options_.threads, [&](int) {
    MoveFinder finder(*lexicon_, *leaves_);
    Rollout rollout(guide());
    for (std::size_t i; !stop.stop_requested() && (i = next++) < games.size();) {
      WatchedGame& game = games[i];
      if (!game.choices_told) continue;
      std::array<SeatChoices, 2> seats{};
      for (std::size_t c = 0; c < game.choices.size(); ++c) {
        const MadeChoice& choice = game.choices[c];
        SeatChoices& seat = seats[static_cast<std::size_t>(choice.seat)];
        seat[bag_class(choice.position.bag_size())].add(
            worth_of(finder, rollout, choice, Random::stream(options_.seed, first + i, c), stop));
      }
      if (stop.stop_requested()) return;
      for (std::size_t seat = 0; seat < 2; ++seat) game.seats[seat].choices = seats[seat];
      game.choices.clear();
    }
  });
}

}  // namespace zymurgy
