#include "preendgame/preendgame.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "endgame/refusals.h"
#include "game/supply.h"
#include "game/threads.h"
#include "movegen/candidate.h"
#include "preendgame/deal_searcher.h"
#include "preendgame/peg_rows.h"

namespace zymurgy {
namespace {

using Want = DealSearcher::Want;
// The first rows in static order, which nearly always include the best move.
constexpr std::size_t kFirstRows = 60;
constexpr std::size_t kTogether = 8;  // rows proved at a time if every one is

Result<void> check(const Position& position, const PegOptions& options) {
  const Rack& rack = position.rack();
  const Rack& other = position.rack(1 - position.on_turn());
  const int bag = position.bag_size();
  if (bag == 0) return failure("the bag is empty: this is an endgame");
  if (position.board().empty()) return failure("a pre-endgame needs tiles on the board");
  if (rack.size() != kRackSize)
    return failure("a pre-endgame needs all seven tiles of the rack on turn, but only " +
                   std::to_string(rack.size()) + " are known");
  if (other.size() > kRackSize) return failure(kRackTooBig);
  if (const auto enough = check_supply(position); !enough) return enough;
  const int most = std::min(options.most_in_bag, kMostInBag);
  if (bag > most)
    return failure("the bag holds " + std::to_string(bag) + " tiles, more than the " +
                   std::to_string(most) + " allowed");
  if (position.out_of_turns()) return failure(kGameOver);
  return {};
}

TileCounts all_tiles(const Position& position) {
  TileCounts tiles = position.unseen(position.on_turn());
  tiles.add(position.rack());
  return tiles;
}

std::vector<Move> distinct(const std::vector<Move>& moves) {
  std::vector<Move> kept;
  for (const Move& move : moves)
    if (!holds(kept, move)) kept.push_back(move);
  return kept;
}

class PegSolver {
 public:
  PegSolver(const Lexicon& lexicon, const LeaveTable& leaves, const Position& position,
            const PegOptions& options, const PegProgress& progress)
      : options_(options),
        rows_(position, options, progress, Limits::Clock::now()),
        context_(lexicon, position.layout(), position.rules(), position.board(),
                 all_tiles(position), options.limits),
        table_(options.hash_mb, TranspositionTable::Use::kLong) {
    deal_.board = position.board();
    deal_.mover = position.rack();
    deal_.known = position.rack(1 - position.on_turn());
    deal_.lead = position.spread();
    deal_.scoreless_turns_left = position.scoreless_turns_left();
    unseen_ = position.unseen(position.on_turn());
    for (int t = 0; t < std::max(1, options.threads); ++t) {
      workers_.push_back(
          std::make_unique<DealSearcher>(context_, table_, leaves, options.opponent));
      workers_.back()->set_limits(options.limits);
    }
    for (const Move& move :
         options.only.empty() ? workers_[0]->moves(deal_, true) : distinct(options.only))
      rows_.add(move);
  }

  PegAnswer solve() {
    // The context may lack words, and the only row may be the best move.
    if (options_.limits.reached()) return rows_.answer();
    std::vector<PegRow*> rows = rows_.all();
    std::stable_partition(rows.begin(), rows.end(),
                          [](const PegRow* row) { return row->ends_game; });
    const std::size_t first = options_.every ? rows.size() : std::min(kFirstRows, rows.size());
    const std::span<PegRow*> all = rows;
    prove_wins(all.first(first));
    if (!rows_.wins_all()) prove_wins(all.subspan(first));
    rows_.note_end_of_wins();
    if (options_.brief_spreads) limit_spreads();
    prove_spreads(all);
    PegAnswer found = rows_.answer();
    for (const auto& worker : workers_) found.nodes += worker->nodes();
    return found;
  }

 private:
  DealtPosition deal_with(const TileCounts& bag) const {
    DealtPosition deal = deal_;
    deal.bag = bag;
    deal.other = unseen_;
    deal.other.remove(bag);
    return deal;
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

  // The outcomes of a row's move with this bag, scaled to the bag's weight; nothing if they were
  // not proved.
  std::optional<Outcomes> outcomes(DealSearcher& searcher, const PegRow& row, std::size_t bag,
                                   Want want) const {
    const Draw& draw = rows_.draws()[bag];
    const Outcomes of_deal = searcher.after(deal_with(draw.tiles), row.move, want);
    if (searcher.stopped() || searcher.unproved()) return std::nullopt;
    Outcomes tally;
    tally.add(of_deal, draw.orders / of_deal.weight());
    return tally;
  }

  void prove_wins(std::span<PegRow*> rows) {
    if (options_.every) return prove_every(rows);
    for_each(rows, [this](DealSearcher& searcher, PegRow* row) { guess(searcher, *row); });
    rows_.sort_to_prove(rows);
    rows_.report();
    // Threads share the bags of each row: the last row may take longest by far.
    in_all_threads([this, rows](DealSearcher& searcher) {
      for (PegRow* row : rows) {
        if (rows_.wins_all() || searcher.stopped() || searcher.unproved()) return;
        prove(searcher, *row);
      }
    });
  }

  void prove_every(std::span<PegRow*> rows) {
    rows_.sort_to_prove(rows);
    std::vector<std::span<PegRow*>> groups;
    const std::size_t most = std::min(kTogether, rows.size() / workers_.size() + 1);
    for (std::size_t from = 0; from < rows.size(); from += most)
      groups.push_back(rows.subspan(from, std::min(most, rows.size() - from)));
    for_each(groups, [this](DealSearcher& searcher, std::span<PegRow*> group) {
      prove_together(searcher, group);
    });
  }

  // Bag by bag: while the other side's rack is the same, so are its cached plays on the lanes that
  // the moves have in common.
  void prove_together(DealSearcher& searcher, std::span<PegRow*> rows) {
    for (PegRow* row : rows) guess(searcher, *row);
    for (std::size_t bag = 0; bag < rows_.draws().size(); ++bag)
      for (PegRow* row : rows)
        if (!prove_with(searcher, *row, bag)) return;
  }

  void limit_spreads() {
    Limits limits = options_.limits;
    limits.deadline = std::min(limits.deadline, deadline_in(std::max(1.0, rows_.seconds())));
    for (const auto& worker : workers_) worker->set_limits(limits);
  }

  void prove_spreads(std::span<PegRow*> rows) {
    std::vector<PegRow*> tied, open;
    for (PegRow* row : rows) {
      if (rows_.wins_most(*row)) tied.push_back(row);
      if (!row->wins_proved() && !row->dropped) open.push_back(row);
    }
    std::sort(tied.begin(), tied.end(), ranks_before);
    for_each(tied, [this](DealSearcher& searcher, PegRow* row) { prove_spread(searcher, *row); });
    // If the best row wins all, the others were left unproved: most fall short of its spread.
    for_each(open, [this](DealSearcher& searcher, PegRow* row) {
      if (!row->looked_at()) guess(searcher, *row);
    });
    rows_.sort_to_prove(open);
    const bool spread_decides = rows_.wins_all();
    for_each(open, [this, spread_decides](DealSearcher& searcher, PegRow* row) {
      if (spread_decides && rows_.empties_bag(*row) && falls_short(searcher, *row)) return;
      prove(searcher, *row);
      if (row->wins_proved() && row->lost == 0) prove_spread(searcher, *row);
    });
  }

  void guess(DealSearcher& searcher, PegRow& row) {
    std::vector<int> guesses;
    for (const Draw& draw : rows_.draws()) {
      guesses.push_back(searcher.estimate(deal_with(draw.tiles), row.move));
      if (searcher.stopped()) return;
    }
    rows_.note_guesses(row, std::move(guesses));
  }

  // Proves those of a row's bags that no other thread has taken.
  void prove(DealSearcher& searcher, PegRow& row) {
    while (const auto bag = rows_.take_bag(row))
      if (!prove_with(searcher, row, *bag)) return;
  }

  // False if it was not proved.
  bool prove_with(DealSearcher& searcher, PegRow& row, std::size_t bag) {
    const auto tally = outcomes(searcher, row, bag, Want::kOutcome);
    if (tally) rows_.note_outcomes(row, bag, *tally);
    return tally.has_value();
  }

  // Proves the sum of spreads, unless it is shown not to beat the best.
  void prove_spread(DealSearcher& searcher, PegRow& row) {
    if (rows_.empties_bag(row) && !options_.every && falls_short(searcher, row)) return;
    std::vector<std::int64_t> spreads;
    for (std::size_t bag = 0; bag < rows_.draws().size(); ++bag) {
      const auto tally = outcomes(searcher, row, bag, Want::kSpread);
      if (!tally) return;
      spreads.push_back(tally->spread);
    }
    rows_.note_spreads(row, spreads);
  }

  // Tries to show that the sum of spreads does not beat the best: each bag gets a bound a little
  // above its guess, all together no more than the best, and one cheap search per bag tells whether
  // it holds.
  bool falls_short(DealSearcher& searcher, PegRow& row) {
    const auto best = rows_.best_spread();
    if (!best) return false;
    const std::vector<Draw>& draws = rows_.draws();
    std::int64_t slack = best->sum, orders = rows_.orders(), most = 0;
    for (std::size_t i = 0; i < draws.size(); ++i) slack -= row.guess(i) * draws[i].orders;
    if (slack < 0) return false;
    for (std::size_t i = 0; i < draws.size(); ++i) {
      const auto bound = searcher.spread_within(deal_with(draws[i].tiles), row.move,
                                                row.guess(i) + static_cast<int>(slack / orders));
      if (!bound || searcher.stopped() || searcher.unproved()) return false;
      // The slack that this bag leaves unused goes to the others.
      orders -= draws[i].orders;
      slack -= (*bound - row.guess(i)) * draws[i].orders;
      most += *bound * draws[i].orders;
    }
    if (PegSpread{most, row.place}.beats(*best)) return false;
    rows_.note_shortfall(row, most);
    return true;
  }

  const PegOptions& options_;
  PegRows rows_;
  const EndgameContext context_;
  TranspositionTable table_;
  std::vector<std::unique_ptr<DealSearcher>> workers_;
  DealtPosition deal_;  // as we see it; `deal_with` adds the other rack and the bag
  TileCounts unseen_;
};

}  // namespace

Result<PegAnswer> solve_preendgame(const Lexicon& lexicon, const LeaveTable& leaves,
                                   const Position& position, const PegOptions& options,
                                   const PegProgress& progress) {
  if (const auto fine = check(position, options); !fine) return tl::unexpected(fine.error());
  return PegSolver(lexicon, leaves, position, options, progress).solve();
}

}  // namespace zymurgy
