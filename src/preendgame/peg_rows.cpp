#include "preendgame/peg_rows.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

#include "game/counting.h"

namespace zymurgy {

using Clock = Limits::Clock;

PegRows::PegRows(const Position& position, const PegOptions& options, const PegProgress& progress,
                 Clock::time_point begun)
    : position_(position),
      options_(options),
      progress_(progress),
      begun_(begun),
      bag_(position.bag_size()) {
  if (position.most_exchanged() > 0) shuffles_ = factorial(bag_);
  draws_ = draws_of(position.hidden(), bag_);
  for (Draw& draw : draws_) {
    draw.orders *= shuffles_;
    orders_ += draw.orders;
  }
}

void PegRows::add(const Move& move) {
  PegRow row;
  row.move = move;
  row.ends_game = position_.runs_out_of_turns(move);
  row.place = rows_.size();
  row.first_guess = position_.spread() + move.score;
  row.sum = outcome(row.first_guess, orders_);
  rows_.push_back(std::move(row));
}

std::vector<PegRow*> PegRows::all() {
  std::vector<PegRow*> rows;
  for (PegRow& row : rows_) rows.push_back(&row);
  return rows;
}

void PegRows::sort_to_prove(std::span<PegRow*> rows) const {
  std::sort(rows.begin(), rows.end(), [this](const PegRow* a, const PegRow* b) {
    if (a->ends_game != b->ends_game) return a->ends_game;
    if (empties_bag(*a) != empties_bag(*b)) return empties_bag(*a);
    return ranks_before(a, b);
  });
}

bool PegRows::wins_all() const {
  const std::lock_guard lock(mutex_);
  return all_won();
}

bool PegRows::wins_most(const PegRow& row) const {
  const std::lock_guard lock(mutex_);
  return row.wins_proved() && row.lost == least_lost_;
}

std::optional<PegSpread> PegRows::best_spread() const {
  const std::lock_guard lock(mutex_);
  return best_spread_;
}

std::optional<std::size_t> PegRows::take_bag(PegRow& row) {
  const std::lock_guard lock(mutex_);
  if (row.order.empty()) {
    row.order.resize(draws_.size());
    std::iota(row.order.begin(), row.order.end(), std::size_t{0});
    std::stable_sort(row.order.begin(), row.order.end(),
                     [&row](std::size_t a, std::size_t b) { return row.guess(a) < row.guess(b); });
  }
  if (row.taken == row.order.size()) return std::nullopt;
  row.dropped |= row.lost > least_lost_;
  if (row.dropped) return std::nullopt;
  return row.order[row.taken++];
}

void PegRows::add_up(PegRow& row) const {
  row.sum = {};
  for (std::size_t i = 0; i < draws_.size(); ++i) row.sum.add(row.tally_with(i, draws_[i].orders));
}

void PegRows::note_guesses(PegRow& row, std::vector<int> guesses) {
  const std::lock_guard lock(mutex_);
  row.guesses = std::move(guesses);
  add_up(row);
}

void PegRows::note_outcomes(PegRow& row, std::size_t bag, const Outcomes& outcomes) {
  const std::lock_guard lock(mutex_);
  row.proofs.resize(draws_.size());
  row.proofs[bag] = outcomes;
  row.lost += 2 * outcomes.weight() - outcomes.half_points();
  add_up(row);
  if (++row.bags_proved == draws_.size()) {
    row.proof = PegProof::kWins;
    least_lost_ = std::min(least_lost_, row.lost);
  }
  report_if_due();
}

void PegRows::note_spreads(PegRow& row, std::span<const std::int64_t> spreads) {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < spreads.size(); ++i) row.proofs[i].spread = spreads[i];
  row.proof = PegProof::kSpread;
  add_up(row);
  const PegSpread spread{row.sum.spread, row.place};
  if (!best_spread_ || spread.beats(*best_spread_)) best_spread_ = spread;
  report_if_due();
}

void PegRows::note_shortfall(PegRow& row, std::int64_t most) {
  const std::lock_guard lock(mutex_);
  row.sum.spread = std::min(row.sum.spread, most);
  row.dropped = true;
}

void PegRows::note_end_of_wins() {
  const std::lock_guard lock(mutex_);
  wins_seconds_ = seconds();
}

void PegRows::report() {
  const std::lock_guard lock(mutex_);
  report_if_due();
}

void PegRows::report_if_due() {
  constexpr auto kEvery = std::chrono::milliseconds(100);
  if (!progress_ || Clock::now() < next_report_) return;
  progress_(make_answer());
  next_report_ = Clock::now() + kEvery;
}

PegAnswer PegRows::answer() const {
  const std::lock_guard lock(mutex_);
  return make_answer();
}

PegAnswer PegRows::make_answer() const {
  PegAnswer answer;
  answer.bag = bag_;
  answer.shuffles = static_cast<int>(shuffles_);
  std::vector<const PegRow*> sorted;
  for (const PegRow& row : rows_) sorted.push_back(&row);
  std::sort(sorted.begin(), sorted.end(), ranks_before);
  answer.wins_proved = sorted.front()->wins_proved() && sorted.front()->lost == least_lost_;
  answer.every_proved = true;
  answer.proved = sorted.front()->spread_proved();
  for (const PegRow* row : sorted) {
    answer.every_proved &= row->wins_proved();
    answer.wins_proved &= row->dropped || row->wins_proved() || all_won();
    answer.proved &=
        row->dropped || row->spread_proved() || (row->wins_proved() && row->lost > least_lost_);
    PegPlay play{row->move, row->sum, row->known(), row->wins_proved(), row->spread_proved(), {}};
    for (std::size_t i = 0; i < row->proofs.size(); ++i)
      play.bags.push_back(
          {draws_[i].tiles, row->tally_with(i, draws_[i].orders), row->proved_with(i)});
    answer.plays.push_back(std::move(play));
  }
  if (options_.every ? answer.every_proved : answer.wins_proved)
    answer.wins_seconds = wins_seconds_;
  answer.seconds = seconds();
  return answer;
}

}  // namespace zymurgy
