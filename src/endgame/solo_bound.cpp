#include "endgame/solo_bound.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
#include <utility>

#include "game/bits.h"

namespace zymurgy {
namespace {

constexpr std::size_t kBeginningsKept = std::size_t{1} << 21;  // 48 MB, if there are many blanks
constexpr auto kNone = SoloLanes::kNone;

// The shares of a square that no word of the lane can cover: a tile laid there must not be beside
// tiles of the lane.
struct Closed {
  using Shares = std::array<SoloLanes::Share, SoloRack::kMostWidth + SoloRack::kBlock>;
  constexpr Closed() {
    main.fill(kNone);
    cross[1].fill(kNone);
  }
  Shares main{};
  std::array<Shares, 2> cross{};  // away from tiles, and beside them
};
constexpr Closed kClosed;

template <typename Vector>
Vector read(const SoloLanes::Share* from) {
  Vector block;
  std::memcpy(&block, from, sizeof block);
  return block;
}

}  // namespace

SoloBound::SoloBound(const TileSet& tiles, const Layout& layout, const WordGraph& words,
                     const LettersAhead& ahead, const LanePool& pool)
    : tiles_(&tiles), words_(&words), pool_(&pool), lanes_(tiles, layout, words, ahead) {}

const SoloRack& SoloBound::cached_rack(const TileCounts& rack, std::uint64_t rack_key) {
  if (const auto found = racks_.find(rack_key); found != racks_.end()) return found->second;
  if (beginnings_ > kBeginningsKept) racks_.clear(), beginnings_ = 0;
  const SoloRack& made = racks_.emplace(rack_key, SoloRack(*tiles_, *words_, rack)).first->second;
  beginnings_ += made.beginning_count();
  return made;
}

// Whether some share may exceed its limit; if not, the square can be skipped. The tiles laid
// before count in both words here.
bool SoloBound::may_matter(const Share* main, const Share* cross) const {
  Shares more{};
  for (int i = 0; i < rack_->width; i += SoloRack::kBlock)
    more |= read<Shares>(main + i) + read<Shares>(cross + i) > read<Shares>(&limits_[i]);
  const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(more);
  return (halves[0] | halves[1]) != 0;
}

// Raises `best_` to the most that tiles can bring on a square with their main word along one lane
// and a crossing word along the other: some of the tiles laid before are in the one, the rest in
// the other. Returns the most that a tile brings after all others.
SoloBound::Share SoloBound::raise_best(const Share* main, const Share* cross) {
  const int kinds = rack_->kinds;
  Shares sum{};
  for (int tiles = 0; tiles < rack_->count; ++tiles) {
    sum = Shares{} + kNone;
    for (int in_main = 0; in_main <= tiles; ++in_main) {
      const Shares both =
          read<Shares>(main + in_main * kinds) + read<Shares>(cross + (tiles - in_main) * kinds);
      sum = sum > both ? sum : both;
    }
    best_[tiles] = best_[tiles] > sum ? best_[tiles] : sum;
  }
  Share most = kNone;
  for (int kind = 0; kind < kinds; ++kind) most = std::max<Share>(most, sum[kind]);
  return most;
}

// `square` is the share that a square needs to be among the best. The padding of each block is
// overwritten by the next block.
void SoloBound::set_limits(Share square) {
  Share* to = limits_.data();
  for (int tiles = 0; tiles < rack_->count; ++tiles, to += rack_->kinds)
    std::memcpy(to, &best_[tiles], sizeof best_[tiles]);
  for (Share* last = to - rack_->kinds; last != to; ++last) *last = std::min(*last, square);
  std::fill(to, limits_.data() + rack_->width, std::numeric_limits<Share>::max());
}

// Finds the best shares, and the best squares, each by its best letter.
SoloBound::Squares SoloBound::find_best_shares(const SolverBoard& board, std::uint64_t rack_key) {
  std::array<const SoloLanes::Lane*, kLanes> lanes;
  std::array<const Share*, kLanes> next;  // the shares of the next open square
  for (int number = 0; number < kLanes; ++number) {
    lanes[number] = &lanes_.of(pool_->lane(board, number), *rack_, rack_key);
    next[number] = lanes_.shares(*lanes[number]);
    __builtin_prefetch(next[number]);
  }
  std::array<std::uint32_t, kBoardDim> open;  // by row
  for (std::size_t row = 0; row < kBoardDim; ++row) open[row] = lanes[row]->open;
  for (std::size_t col = 0; col < kBoardDim; ++col)
    for (const int row : Bits(lanes[kBoardDim + col]->open)) open[row] |= 1U << col;

  struct Place {
    const Share *main, *cross;
  };
  const auto place = [&](std::size_t lane, std::size_t square) -> Place {
    if ((lanes[lane]->open >> square & 1) == 0)
      return {kClosed.main.data(), kClosed.cross[lanes[lane]->beside >> square & 1].data()};
    const Share* const shares = next[lane];
    next[lane] += 2 * rack_->width;
    __builtin_prefetch(next[lane]);  // most of the time is spent waiting for these
    return {shares, shares + rack_->width};
  };
  best_.fill(Shares{} - 1);
  Squares squares{};
  Share& least = squares[static_cast<std::size_t>(rack_->count)];
  set_limits(least);
  for (std::size_t y = 0; y < kBoardDim; ++y)
    for (const int col : Bits(open[y])) {
      const auto x = static_cast<std::size_t>(col);
      const Place in_row = place(y, x), in_column = place(kBoardDim + x, y);
      const bool along = may_matter(in_row.main, in_column.cross),
                 across = may_matter(in_column.main, in_row.cross);
      if (!along && !across) continue;
      Share most = least;
      if (along) most = std::max(most, raise_best(in_row.main, in_column.cross));
      if (across) most = std::max(most, raise_best(in_column.main, in_row.cross));
      if (most > least)
        for (Share& other : squares)
          if (most > other) std::swap(most, other);
      set_limits(least);
    }
  return squares;
}

// For each set of tiles already laid, the most that the others bring together, in the order that
// suits them. `end` is what the end of the game brings. For any price p the total is at most the
// sum of max(0, best share - p) over squares and of min(share, p) over tiles; the least such bound
// counts.
void SoloBound::share_out(const Squares& squares, int end) {
  Sums prices{}, above{};
  for (std::size_t n = 0, sum = 0; n < squares.size();
       sum += static_cast<std::size_t>(squares[n++])) {
    prices[n] = squares[n];
    above[n] = static_cast<int>(sum) - static_cast<int>(n) * squares[n];
  }
  std::array<std::array<Sums, kMostTiles>, kMostTiles> shares;
  for (std::size_t kind = 0; kind < static_cast<std::size_t>(rack_->kinds); ++kind)
    for (std::size_t laid = 0; laid < static_cast<std::size_t>(rack_->count); ++laid) {
      const Sums share = Sums{} + std::max<int>(best_[laid][kind], 0);
      shares[kind][laid] = share < prices ? share : prices;
    }
  std::array<Sums, 1 << kMostTiles> sums;
  std::fill_n(sums.begin(), rack_->steps.back().set + 1, Sums{});
  for (auto step = rack_->steps.rbegin(); step != rack_->steps.rend(); ++step) {
    const Sums sum = sums[step->set] + shares[step->letter][step->tiles];
    Sums& best = sums[step->from];
    best = best > sum ? best : sum;
  }
  for (std::size_t set = 0; set <= rack_->steps.back().set; ++set) {
    const Sums sum = sums[set] + above;
    int least = sum[0];
    for (std::size_t n = 1; n < squares.size(); ++n) least = std::min<int>(least, sum[n]);
    remaining_gains_.by_laid[set] = static_cast<std::int16_t>(least / SoloLanes::kParts + end);
  }
}

int SoloBound::RemainingGains::after(const LanePlay& play) const {
  std::size_t laid = 0;
  for (int i = 0; i < play.count; ++i) laid += strides[source_of(play.tiles[i])];
  return by_laid[laid];
}

int SoloBound::most_gain(const SolverBoard& board, const TileCounts& rack, std::uint64_t rack_key,
                         int other_points) {
  rack_ = &cached_rack(rack, rack_key);
  const auto kinds = static_cast<std::size_t>(rack_->kinds),
             count = static_cast<std::size_t>(rack_->count);
  for (const Letter letter : Letters(rack_->own)) {
    remaining_gains_.strides[letter] = rack_->strides[rack_->kind_of[letter]];
  }
  const Squares squares = find_best_shares(board, rack_key);
  if (squares[0] >= SoloLanes::kMostShare) {
    remaining_gains_.by_laid.fill(kNoBound);
    return kNoBound;
  }

  int stuck = 0;
  bool out = true;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    if (best_[count - 1][kind] >= 0) continue;
    out = false;
    stuck += rack_->counts[kind] * rack_->scores[kind];
  }
  share_out(squares, out ? 2 * other_points : other_points - stuck);
  return remaining_gains_.by_laid[0];
}

}  // namespace zymurgy
