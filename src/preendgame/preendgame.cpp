#include "preendgame/preendgame.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>
#include <thread>

#include "preendgame/deal_searcher.h"

namespace zymurgy {
namespace {

using Clock = std::chrono::steady_clock;
using Want = DealSearcher::Want;
constexpr auto kProgressEvery = std::chrono::milliseconds(100);

Result<void> check(const Position& position, const PegOptions& options) {
  const Rack& rack = position.rack();
  const Rack& other = position.rack(1 - position.on_turn());
  if (position.board().empty()) return failure("a pre-endgame needs tiles on the board");
  if (rack.size() != kRackSize)
    return failure("a pre-endgame needs the seven tiles of the rack on turn, and " +
                   std::to_string(rack.size()) + " are known");
  if (other.size() > kRackSize) return failure("a rack holds more than seven tiles");
  TileCounts seen = rack;
  seen.add(other);
  for (int i = 0; i < kSquares; ++i)
    if (const Tile tile = position.board().at(i); tile != kEmpty) seen.add(source_of(tile));
  if (!position.tiles().counts().includes(seen))
    return failure("the racks hold tiles that the board and the tile set do not leave");
  const int bag = position.bag_size();
  if (bag == 0) return failure("the bag is empty: this is an endgame");
  if (bag > options.most_in_bag)
    return failure("the bag holds " + std::to_string(bag) + " tiles, more than " +
                   std::to_string(options.most_in_bag));
  if (position.zero_turns() >= position.rules().max_zero_turns)
    return failure("the game is over: too many scoreless turns");
  return {};
}

struct Bag {
  Draw draw;      // what is in the bag, and in how many orders
  int guess = 0;  // at the final spread
  Tally tally;    // once proved
  bool proved = false;

  // The guess stands in for what is not proved.
  Tally best_tally(bool spread_proved) const {
    Tally best = tally;
    if (!proved) (guess > 0 ? best.wins : guess < 0 ? best.losses : best.draws) = draw.orders;
    if (!spread_proved) best.spread = guess * draw.orders;
    return best;
  }
};

struct Row {
  Move move;
  std::size_t place = 0;  // in static order
  std::vector<Bag> bags;
  bool dropped = false;      // cannot be best
  double most_spread = 1e9;  // a bound on the sum, where one is proved
  bool proved = false, spread_proved = false;

  Tally tally() const {
    Tally sum;
    for (const Bag& bag : bags) sum.add(bag.best_tally(spread_proved));
    sum.spread = std::min(sum.spread, most_spread);
    return sum;
  }
};

bool better(const Row& a, const Tally& its, const Row& b, const Tally& other) {
  if (std::abs(its.points() - other.points()) > 0.25) return its.points() > other.points();
  if (its.spread != other.spread) return its.spread > other.spread;
  return a.place < b.place;
}

class PegSolver {
 public:
  PegSolver(const Lexicon& lexicon, const LeaveTable& leaves, const Position& position,
            const PegOptions& options, const PegProgress& progress)
      : options_(options),
        progress_(progress),
        begin_(Clock::now()),
        ground_(lexicon, position.layout(), position.rules(), position.board(),
                all_tiles(position)),
        table_(options.hash_mb) {
    deal_.board = position.board();
    deal_.mover = position.rack();
    deal_.known = position.rack(1 - position.on_turn());
    deal_.lead = position.spread();
    deal_.turns = position.rules().max_zero_turns - position.zero_turns();
    unseen_ = position.unseen(position.on_turn());
    bag_ = position.bag_size();
    const auto deadline = options.seconds > 0
                              ? begin_ + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(options.seconds))
                              : Clock::time_point::max();
    for (int t = 0; t < std::max(1, options.threads); ++t) {
      workers_.push_back(std::make_unique<DealSearcher>(ground_, table_, leaves, options.opponent));
      workers_.back()->set_limits(options.stop, deadline, nullptr);
    }
    make_rows();
  }

  PegAnswer solve() {
    for_each_row(rows_, [this](DealSearcher& searcher, Row& row) { guess(searcher, row); });
    sort_rows();
    for_each_row(rows_, [this](DealSearcher& searcher, Row& row) { prove(searcher, row); });
    std::vector<Row*> tied;
    for (const auto& row : rows_)
      if (row->proved && row->tally().points() > best_points_ - 0.25) tied.push_back(row.get());
    std::stable_sort(tied.begin(), tied.end(), [](const Row* a, const Row* b) {
      return a->tally().spread > b->tally().spread;
    });
    for_each_row(tied, [this](DealSearcher& searcher, Row& row) { prove_spread(searcher, row); });
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

  void make_rows() {
    TileCounts drawable = unseen_;
    drawable.remove(deal_.known);
    const std::vector<Draw> draws = draws_of(drawable, bag_);
    const std::vector<Move> moves =
        options_.only.empty() ? workers_[0]->moves(deal_, true) : options_.only;
    for (const Move& move : moves) {
      auto row = std::make_unique<Row>();
      row->move = move;
      row->place = rows_.size();
      for (const Draw& draw : draws)
        row->bags.push_back({draw, deal_.lead + move.score, {}, false});
      rows_.push_back(std::move(row));
    }
  }

  Deal deal_with(const TileCounts& bag) const {
    Deal deal = deal_;
    deal.bag = bag;
    deal.other = unseen_;
    deal.other.remove(bag);
    return deal;
  }

  bool empties_bag(const Row& row) const {
    return row.move.is_play() && row.move.tiles_played >= bag_;
  }

  // All threads take rows in turn.
  template <typename Rows, typename Work>
  void for_each_row(const Rows& rows, Work&& work) {
    std::atomic<std::size_t> next = 0;
    const auto run = [&](DealSearcher& searcher) {
      for (std::size_t i; (i = next++) < rows.size() && !searcher.stopped();)
        work(searcher, *rows[i]);
    };
    std::vector<std::jthread> threads;
    for (std::size_t t = 1; t < workers_.size(); ++t)
      threads.emplace_back([&, t] { run(*workers_[t]); });
    run(*workers_[0]);
  }

  void guess(DealSearcher& searcher, Row& row) const {
    for (Bag& bag : row.bags) {
      const int spread = searcher.estimate(deal_with(bag.draw.tiles), row.move);
      if (searcher.stopped()) return;
      bag.guess = spread;
    }
  }

  // What is quickly proved first, then by what was guessed.
  void sort_rows() {
    std::stable_sort(rows_.begin(), rows_.end(), [this](const auto& a, const auto& b) {
      if (empties_bag(*a) != empties_bag(*b)) return empties_bag(*a);
      return better(*a, a->tally(), *b, b->tally());
    });
  }

  void prove(DealSearcher& searcher, Row& row) {
    std::vector<Bag*> bags;
    double left = 0, points = 0;
    for (Bag& bag : row.bags) bags.push_back(&bag), left += bag.draw.orders;
    std::stable_sort(bags.begin(), bags.end(),
                     [](const Bag* a, const Bag* b) { return a->guess < b->guess; });
    for (Bag* bag : bags) {
      {
        const std::lock_guard lock(mutex_);
        if (!options_.every && points + left < best_points_ - 0.25) {
          row.dropped = true;
          return;
        }
      }
      const Deal deal = deal_with(bag->draw.tiles);
      Tally tally = searcher.after(deal, row.move, Want::kOutcome);
      if (searcher.stopped() || searcher.unproved()) return;
      const double times = bag->draw.orders / tally.weight();
      left -= bag->draw.orders;
      points += tally.points() * times;
      const std::lock_guard lock(mutex_);
      bag->tally = {};
      bag->tally.add(tally, times);
      bag->proved = true;
    }
    const std::lock_guard lock(mutex_);
    row.proved = true;
    best_points_ = std::max(best_points_, points);
    report();
  }

  // The sum of spreads, unless it is shown to be less than another's.
  void prove_spread(DealSearcher& searcher, Row& row) {
    double sum = 0;
    if (empties_bag(row) && !options_.every && falls_short(searcher, row)) return;
    std::vector<double> spreads;
    for (const Bag& bag : row.bags) {
      const Tally tally = searcher.after(deal_with(bag.draw.tiles), row.move, Want::kSpread);
      if (searcher.stopped() || searcher.unproved()) return;
      spreads.push_back(tally.spread * bag.draw.orders / tally.weight());
      sum += spreads.back();
    }
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < spreads.size(); ++i) row.bags[i].tally.spread = spreads[i];
    row.spread_proved = true;
    if (sum > best_spread_ || (sum == best_spread_ && row.place < best_place_))
      best_spread_ = sum, best_place_ = row.place;
    report();
  }

  // Shows that the sum of spreads stays below the best one: each bag is given a bound a little
  // above its guess, so that together they do, and one cheap search each tells whether they hold.
  bool falls_short(DealSearcher& searcher, Row& row) {
    double best;
    std::size_t best_place;
    {
      const std::lock_guard lock(mutex_);
      best = best_spread_, best_place = best_place_;
    }
    double slack = best, orders = 0;
    for (const Bag& bag : row.bags) {
      slack -= bag.guess * bag.draw.orders;
      orders += bag.draw.orders;
    }
    if (slack < 0) return false;
    double most = 0;
    for (const Bag& bag : row.bags) {
      int bound = bag.guess + static_cast<int>(std::floor(slack / orders));
      const int allowed = bound;
      if (searcher.beats(deal_with(bag.draw.tiles), row.move, bound)) return false;
      if (searcher.stopped() || searcher.unproved()) return false;
      // What this bag leaves unused is for the others.
      orders -= bag.draw.orders;
      slack -= (std::min(bound, allowed) - bag.guess) * bag.draw.orders;
      most += bound * bag.draw.orders;
    }
    if (most > best || (most == best && row.place < best_place)) return false;
    const std::lock_guard lock(mutex_);
    row.most_spread = most;
    row.dropped = true;
    return true;
  }

  // With the lock held.
  void report() {
    if (!progress_ || Clock::now() < next_report_) return;
    progress_(answer());
    next_report_ = Clock::now() + kProgressEvery;
  }

  PegAnswer answer() const {
    PegAnswer answer;
    answer.bag = bag_;
    std::vector<std::pair<const Row*, Tally>> sorted;
    for (const auto& row : rows_) sorted.emplace_back(row.get(), row->tally());
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
      return better(*a.first, a.second, *b.first, b.second);
    });
    answer.proved = sorted.front().first->spread_proved;
    for (const auto& [row, tally] : sorted) {
      answer.proved &= row->dropped || row->spread_proved ||
                       (row->proved && tally.points() < best_points_ - 0.25);
      PegPlay play{row->move, tally, row->proved, row->spread_proved, {}};
      for (const Bag& bag : row->bags)
        play.bags.push_back({bag.draw.tiles, bag.best_tally(row->spread_proved), bag.proved});
      answer.plays.push_back(std::move(play));
    }
    answer.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    return answer;
  }

  const PegOptions& options_;
  const PegProgress& progress_;
  const Clock::time_point begin_;
  const EndgameGround ground_;
  TranspositionTable table_;
  std::vector<std::unique_ptr<DealSearcher>> workers_;
  Deal deal_;  // as we see it: the other rack and the bag are filled in
  TileCounts unseen_;
  int bag_ = 0;
  std::vector<std::unique_ptr<Row>> rows_;

  std::mutex mutex_;  // of what follows, and of what is proved in rows
  double best_points_ = -1;
  double best_spread_ = -1e9;
  std::size_t best_place_ = 0;
  Clock::time_point next_report_{};
};

}  // namespace

Result<PegAnswer> solve_preendgame(const Lexicon& lexicon, const LeaveTable& leaves,
                                   const Position& position, const PegOptions& options,
                                   const PegProgress& progress) {
  if (const auto fine = check(position, options); !fine) return tl::unexpected(fine.error());
  return PegSolver(lexicon, leaves, position, options, progress).solve();
}

}  // namespace zymurgy
