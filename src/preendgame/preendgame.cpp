#include "preendgame/preendgame.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "endgame/refusals.h"
#include "game/supply.h"
#include "game/threads.h"
#include "preendgame/deal_searcher.h"
#include "preendgame/peg_row.h"

namespace zymurgy {
namespace {

using Clock = Limits::Clock;
using Want = DealSearcher::Want;
constexpr auto kProgressEvery = std::chrono::milliseconds(100);
// Rows in static order, among which the best move nearly always is.
constexpr std::size_t kFirstRows = 60;
constexpr std::size_t kTogether = 8;  // rows proved at a time where every one is

Result<void> check(const Position& position, const PegOptions& options) {
  const Rack& rack = position.rack();
  const Rack& other = position.rack(1 - position.on_turn());
  const int bag = position.bag_size();
  if (bag == 0) return failure("the bag is empty: this is an endgame");
  if (position.board().empty()) return failure("a pre-endgame needs tiles on the board");
  if (rack.size() != kRackSize)
    return failure("a pre-endgame needs the seven tiles of the rack on turn, and " +
                   std::to_string(rack.size()) + " are known");
  if (other.size() > kRackSize) return failure(kRackTooBig);
  if (const auto enough = check_supply(position); !enough) return enough;
  const int most = std::min(options.most_in_bag, kMostInBag);
  if (bag > most)
    return failure("the bag holds " + std::to_string(bag) + " tiles, more than " +
                   std::to_string(most));
  if (position.out_of_turns()) return failure(kGameOver);
  return {};
}

class PegSolver {
 public:
  PegSolver(const Lexicon& lexicon, const LeaveTable& leaves, const Position& position,
            const PegOptions& options, const PegProgress& progress)
      : options_(options),
        progress_(progress),
        begin_(Clock::now()),
        ground_(lexicon, position.layout(), position.rules(), position.board(), all_tiles(position),
                options.limits),
        table_(options.hash_mb, TranspositionTable::Use::kLong) {
    deal_.board = position.board();
    deal_.mover = position.rack();
    deal_.known = position.rack(1 - position.on_turn());
    deal_.lead = position.spread();
    deal_.turns = position.zero_turns_left();
    unseen_ = position.unseen(position.on_turn());
    bag_ = position.bag_size();
    if (position.most_exchanged() > 0) shuffles_ = factorial(bag_);
    for (int t = 0; t < std::max(1, options.threads); ++t) {
      workers_.push_back(std::make_unique<DealSearcher>(ground_, table_, leaves, options.opponent));
      workers_.back()->set_limits(options.limits);
    }
    make_rows(position);
  }

  PegAnswer solve() {
    // The ground may lack words, and the rows be the best move alone.
    if (options_.limits.reached()) return answer();
    std::vector<PegRow*> rows;
    for (const auto& row : rows_) rows.push_back(row.get());
    std::stable_partition(rows.begin(), rows.end(),
                          [](const PegRow* row) { return row->ends_game; });
    const std::size_t first = options_.every ? rows.size() : std::min(kFirstRows, rows.size());
    const std::span<PegRow*> all = rows;
    prove_wins(all.first(first));
    if (!wins_all()) prove_wins(all.subspan(first));
    wins_seconds_ = seconds();
    if (options_.brief_spreads) limit_spreads();
    prove_spreads(all);
    PegAnswer found = answer();
    for (const auto& worker : workers_) found.nodes += worker->nodes();
    return found;
  }

 private:
  static TileCounts all_tiles(const Position& position) {
    TileCounts tiles = position.unseen(position.on_turn());
    tiles.add(position.rack());
    return tiles;
  }

  void make_rows(const Position& position) {
    draws_ = draws_of(unseen_.without(deal_.known), bag_);
    for (Draw& draw : draws_) {
      draw.orders *= shuffles_;
      orders_ += draw.orders;
    }
    const std::vector<Move> moves =
        options_.only.empty() ? workers_[0]->moves(deal_, true) : options_.only;
    for (const Move& move : moves) {
      const auto same = [&](const std::unique_ptr<PegRow>& row) { return row->move == move; };
      if (!options_.only.empty() && std::ranges::any_of(rows_, same)) continue;  // named twice
      auto row = std::make_unique<PegRow>();
      row->move = move;
      row->ends_game = position.runs_out_of_turns(move);
      row->place = rows_.size();
      row->first_guess = deal_.lead + move.score;
      row->sum = outcome(row->first_guess, orders_);
      rows_.push_back(std::move(row));
    }
  }

  void add_up(PegRow& row) const {
    row.sum = {};
    for (std::size_t i = 0; i < draws_.size(); ++i)
      row.sum.add(row.tally_with(i, draws_[i].orders));
  }

  DealtPosition deal_with(const TileCounts& bag) const {
    DealtPosition deal = deal_;
    deal.bag = bag;
    deal.other = unseen_;
    deal.other.remove(bag);
    return deal;
  }

  bool empties_bag(const PegRow& row) const {
    return row.move.is_play() && row.move.tiles_played >= bag_;
  }

  template <typename Work>
  void in_all_threads(Work&& work) {
    in_threads(static_cast<int>(workers_.size()), [&](int thread) { work(*workers_[thread]); });
  }

  // All threads take rows, or groups of them, in turn.
  template <typename Rows, typename Work>
  void for_each(const Rows& rows, Work&& work) {
    std::atomic<std::size_t> next = 0;
    in_all_threads([&](DealSearcher& searcher) {
      for (std::size_t i; (i = next++) < rows.size() && !searcher.stopped();)
        work(searcher, rows[i]);
    });
  }

  // Nothing can win more than the best: with the lock held, or between the searches.
  bool wins_all() const { return least_lost_ == 0; }

  // What comes of a row's move with this bag, by the weight of the bag; nothing if it was stopped.
  std::optional<Outcomes> outcomes(DealSearcher& searcher, const PegRow& row, std::size_t bag,
                                   Want want) const {
    const Outcomes its = searcher.after(deal_with(draws_[bag].tiles), row.move, want);
    if (searcher.stopped() || searcher.unproved()) return std::nullopt;
    Outcomes tally;
    tally.add(its, draws_[bag].orders / its.weight());
    return tally;
  }

  void prove_wins(std::span<PegRow*> rows) {
    if (options_.every) return prove_every(rows);
    for_each(rows, [this](DealSearcher& searcher, PegRow* row) { guess(searcher, *row); });
    sort_to_prove(rows);
    report();
    // They share the bags of each row: the last one may be the longest by far.
    in_all_threads([this, rows](DealSearcher& searcher) {
      for (PegRow* row : rows) {
        {
          const std::lock_guard lock(mutex_);
          if (wins_all() || searcher.stopped() || searcher.unproved()) return;
        }
        prove(searcher, *row);
      }
    });
  }

  void prove_every(std::span<PegRow*> rows) {
    sort_to_prove(rows);
    std::vector<std::span<PegRow*>> groups;
    const std::size_t most = std::min(kTogether, rows.size() / workers_.size() + 1);
    for (std::size_t from = 0; from < rows.size(); from += most)
      groups.push_back(rows.subspan(from, std::min(most, rows.size() - from)));
    for_each(groups, [this](DealSearcher& searcher, std::span<PegRow*> group) {
      prove_together(searcher, group);
    });
  }

  // Bag by bag: while the other side's rack stays, so do its plays on the lanes that the moves have
  // in common.
  void prove_together(DealSearcher& searcher, std::span<PegRow*> rows) {
    for (PegRow* row : rows) guess(searcher, *row);
    for (std::size_t bag = 0; bag < draws_.size(); ++bag)
      for (PegRow* row : rows)
        if (!prove_with(searcher, *row, bag)) return;
  }

  void limit_spreads() {
    Limits limits = options_.limits;
    limits.deadline = std::min(limits.deadline, deadline_in(std::max(1.0, wins_seconds_)));
    for (const auto& worker : workers_) worker->set_limits(limits);
  }

  void prove_spreads(std::span<PegRow*> rows) {
    std::vector<PegRow*> tied, open;
    for (PegRow* row : rows) {
      if (row->wins_proved() && row->lost == least_lost_) tied.push_back(row);
      if (!row->wins_proved() && !row->dropped) open.push_back(row);
    }
    std::sort(tied.begin(), tied.end(), told_before);
    for_each(tied, [this](DealSearcher& searcher, PegRow* row) { prove_spread(searcher, *row); });
    // Where the best wins all, the others were left alone: most fall short of its spread.
    for_each(open, [this](DealSearcher& searcher, PegRow* row) {
      if (!row->looked_at()) guess(searcher, *row);
    });
    sort_to_prove(open);
    const bool spread_decides = wins_all();
    for_each(open, [this, spread_decides](DealSearcher& searcher, PegRow* row) {
      if (spread_decides && empties_bag(*row) && falls_short(searcher, *row)) return;
      prove(searcher, *row);
      if (row->wins_proved() && row->lost == 0) prove_spread(searcher, *row);
    });
  }

  // What is quickly proved first, then by what was guessed.
  void sort_to_prove(std::span<PegRow*> rows) const {
    std::sort(rows.begin(), rows.end(), [this](const PegRow* a, const PegRow* b) {
      if (a->ends_game != b->ends_game) return a->ends_game;
      if (empties_bag(*a) != empties_bag(*b)) return empties_bag(*a);
      return told_before(a, b);
    });
  }

  void guess(DealSearcher& searcher, PegRow& row) {
    std::vector<int> guesses;
    for (const Draw& draw : draws_) {
      guesses.push_back(searcher.estimate(deal_with(draw.tiles), row.move));
      if (searcher.stopped()) return;
    }
    const std::lock_guard lock(mutex_);
    row.guesses = std::move(guesses);
    add_up(row);
  }

  // Proves what of a row's bags no other thread has taken.
  void prove(DealSearcher& searcher, PegRow& row) {
    while (const auto bag = take_bag(row))
      if (!prove_with(searcher, row, *bag)) return;
  }

  // The next bag to be proved, if there is one and the row can still be best. Where it looks worst
  // first: a move that cannot be best is soon known.
  std::optional<std::size_t> take_bag(PegRow& row) {
    const std::lock_guard lock(mutex_);
    if (row.order.empty()) {
      row.order.resize(draws_.size());
      std::iota(row.order.begin(), row.order.end(), std::size_t{0});
      std::stable_sort(row.order.begin(), row.order.end(), [&row](std::size_t a, std::size_t b) {
        return row.guess(a) < row.guess(b);
      });
    }
    if (row.taken == row.order.size()) return std::nullopt;
    row.dropped |= row.lost > least_lost_;
    if (row.dropped) return std::nullopt;
    return row.order[row.taken++];
  }

  // False if it was stopped.
  bool prove_with(DealSearcher& searcher, PegRow& row, std::size_t bag) {
    const auto tally = outcomes(searcher, row, bag, Want::kOutcome);
    if (!tally) return false;
    const std::lock_guard lock(mutex_);
    row.proofs.resize(draws_.size());
    row.proofs[bag] = *tally;
    row.lost += 2 * tally->weight() - tally->half_points();
    add_up(row);
    if (++row.bags_proved == draws_.size()) {
      row.proof = PegProof::kWins;
      least_lost_ = std::min(least_lost_, row.lost);
    }
    report();
    return true;
  }

  // The sum of spreads, unless it is shown to be less than another's.
  void prove_spread(DealSearcher& searcher, PegRow& row) {
    if (empties_bag(row) && !options_.every && falls_short(searcher, row)) return;
    std::vector<std::int64_t> spreads;
    std::int64_t sum = 0;
    for (std::size_t bag = 0; bag < draws_.size(); ++bag) {
      const auto tally = outcomes(searcher, row, bag, Want::kSpread);
      if (!tally) return;
      spreads.push_back(tally->spread);
      sum += tally->spread;
    }
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < spreads.size(); ++i) row.proofs[i].spread = spreads[i];
    row.proof = PegProof::kSpread;
    add_up(row);
    if (!best_spread_ || sum > *best_spread_ || (sum == *best_spread_ && row.place < best_place_))
      best_spread_ = sum, best_place_ = row.place;
    report();
  }

  // Shows that the sum of spreads does not beat the best: each bag gets a bound a little above its
  // guess, all together no more than the best, and one cheap search each tells whether it holds.
  bool falls_short(DealSearcher& searcher, PegRow& row) {
    std::int64_t best;
    std::size_t best_place;
    {
      const std::lock_guard lock(mutex_);
      if (!best_spread_) return false;
      best = *best_spread_, best_place = best_place_;
    }
    std::int64_t slack = best, orders = orders_, most = 0;
    for (std::size_t i = 0; i < draws_.size(); ++i) slack -= row.guess(i) * draws_[i].orders;
    if (slack < 0) return false;
    for (std::size_t i = 0; i < draws_.size(); ++i) {
      const auto bound = searcher.spread_within(deal_with(draws_[i].tiles), row.move,
                                                row.guess(i) + static_cast<int>(slack / orders));
      if (!bound || searcher.stopped() || searcher.unproved()) return false;
      // What this bag leaves unused is for the others.
      orders -= draws_[i].orders;
      slack -= (*bound - row.guess(i)) * draws_[i].orders;
      most += *bound * draws_[i].orders;
    }
    if (most > best || (most == best && row.place < best_place)) return false;
    const std::lock_guard lock(mutex_);
    row.sum.spread = std::min(row.sum.spread, most);
    row.dropped = true;
    return true;
  }

  // With the lock held, or between the searches.
  void report() {
    if (!progress_ || Clock::now() < next_report_) return;
    progress_(answer());
    next_report_ = Clock::now() + kProgressEvery;
  }

  PegAnswer answer() const {
    PegAnswer answer;
    answer.bag = bag_;
    answer.shuffles = static_cast<int>(shuffles_);
    std::vector<const PegRow*> sorted;
    for (const auto& row : rows_) sorted.push_back(row.get());
    std::sort(sorted.begin(), sorted.end(), told_before);
    answer.wins_proved = sorted.front()->wins_proved() && sorted.front()->lost == least_lost_;
    answer.every_proved = true;
    answer.proved = sorted.front()->spread_proved();
    for (const PegRow* row : sorted) {
      answer.every_proved &= row->wins_proved();
      answer.wins_proved &= row->dropped || row->wins_proved() || wins_all();
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

  double seconds() const { return seconds_since(begin_); }

  const PegOptions& options_;
  const PegProgress& progress_;
  const Clock::time_point begin_;
  const EndgameGround ground_;
  TranspositionTable table_;
  std::vector<std::unique_ptr<DealSearcher>> workers_;
  DealtPosition deal_;  // as we see it; `deal_with` adds the other rack and the bag
  TileCounts unseen_;
  int bag_ = 0;
  std::int64_t shuffles_ = 1;  // times that each order is counted
  std::vector<Draw> draws_;    // what may be in the bag
  std::int64_t orders_ = 0;    // of all of them
  std::vector<std::unique_ptr<PegRow>> rows_;

  std::mutex mutex_;  // of what follows, and of what is proved in rows
  // Half points that the row with most wins loses; and of those that lose no more, the best spread.
  std::int64_t least_lost_ = std::numeric_limits<std::int64_t>::max();
  std::optional<std::int64_t> best_spread_;
  std::size_t best_place_ = 0;
  Clock::time_point next_report_{};
  double wins_seconds_ = 0;
};

}  // namespace

Result<PegAnswer> solve_preendgame(const Lexicon& lexicon, const LeaveTable& leaves,
                                   const Position& position, const PegOptions& options,
                                   const PegProgress& progress) {
  if (const auto fine = check(position, options); !fine) return tl::unexpected(fine.error());
  return PegSolver(lexicon, leaves, position, options, progress).solve();
}

}  // namespace zymurgy
