#include "endgame/solo_bound.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>

#include "game/random.h"
#include "game/result.h"

namespace zymurgy {
namespace {

constexpr int kParts = 12;  // of a point
constexpr std::size_t kLanesKept = std::size_t{2048} * kLanes;
constexpr std::size_t kRowsKept = std::size_t{1} << 16;  // 30 MB

std::uint64_t name_of(const PooledLane& lane, std::uint64_t rack_key) {
  std::uint64_t name = mix64(rack_key + lane.number);
  for (int i = 0; i < kBoardDim; i += 8) {
    std::uint64_t part = 0;
    std::memcpy(&part, lane.tiles.data() + i, static_cast<std::size_t>(std::min(8, kBoardDim - i)));
    name = mix64(name ^ part * 0x9e3779b97f4a7c15U);
  }
  return name | 1;
}

}  // namespace

SoloBound::SoloBound(const TileSet& tiles, const Layout& layout, const WordGraph& words,
                     const LanePool& pool)
    : tiles_(&tiles),
      layout_(&layout),
      words_(&words),
      pool_(&pool),
      lanes_(kLanesKept),
      // Left as it comes: most searches need little of it.
      rows_(std::make_unique_for_overwrite<Row[]>(kRowsKept)) {}

// For all lanes of a board.
void SoloBound::make_room() {
  if (used_ + kLanes * kMostTiles <= kRowsKept) return;
  std::fill(lanes_.begin(), lanes_.end(), Lane{});
  used_ = 0;
}

const SoloBound::Lane& SoloBound::lane(const PooledLane& pooled, std::uint64_t rack_key) {
  const std::uint64_t name = name_of(pooled, rack_key);
  // Lanes of one board never share a place.
  Lane& lane = lanes_[(name >> 8) % kLanesKept / kLanes * kLanes + pooled.number];
  if (lane.key != name) {
    lane.key = name;
    lane.rows = static_cast<std::uint32_t>(used_);
    used_ += static_cast<std::size_t>(kinds_);
    make(pooled, lane);
  }
  return lane;
}

void SoloBound::make(const PooledLane& pooled, Lane& lane) {
  pooled_ = &pooled;
  made_ = &lane;
  lane.open = 0;
  const std::uint32_t beside = pooled.taken << 1 | pooled.taken >> 1;
  const bool row = pooled.number < kBoardDim;
  for (int i = 0; i < kBoardDim; ++i) {
    const auto at = static_cast<std::size_t>(i);
    premiums_[at] = row ? layout_->at(pooled.number, i) : layout_->at(i, pooled.number - kBoardDim);
    // Beside tiles there is always a word.
    Place none;
    none.main.fill(kNone);
    none.cross.fill((beside >> i & 1) != 0 ? kNone : Share{0});
    for (std::size_t kind = 0; kind < static_cast<std::size_t>(kinds_); ++kind)
      rows_[lane.rows + kind][at] = none;
  }
  for (int first = 0; first < kBoardDim; ++first)
    if (first == 0 || pooled.tiles[static_cast<std::size_t>(first - 1)] == kEmpty)
      extend(first, words_->dawg());
  // What needs few tiles before can be had with more.
  for (std::size_t kind = 0; kind < static_cast<std::size_t>(kinds_); ++kind)
    for (Place& place : rows_[lane.rows + kind])
      for (Levels* levels : {&place.main, &place.cross})
        for (std::size_t before = 1; before < levels->size(); ++before)
          (*levels)[before] = std::max((*levels)[before], (*levels)[before - 1]);
}

void SoloBound::extend(int place, NodeIndex siblings) {
  if (siblings == 0 || place == kBoardDim) return;
  const auto at = static_cast<std::size_t>(place);
  const bool closed = place + 1 == kBoardDim || pooled_->tiles[at + 1] == kEmpty;
  ++length_;
  if (const Tile tile = pooled_->tiles[at]; tile != kEmpty) {
    if (const NodeIndex node = words_->find(siblings, letter_of(tile)); node != 0) {
      sum_ += tiles_->score_on_board(tile);
      if (closed && words_->accepts(node)) emit();
      extend(place + 1, words_->child(node));
      sum_ -= tiles_->score_on_board(tile);
    }
  } else if (left_count_ > 0) {
    --left_count_;
    const auto lay = [&](std::size_t kind, NodeIndex node) {
      if (left_[kind] == 0) return;
      --left_[kind];
      laid_[static_cast<std::size_t>(laid_count_++)] = {static_cast<std::uint8_t>(place),
                                                        static_cast<std::uint8_t>(kind)};
      sum_ += scores_[kind];
      if (closed && words_->accepts(node)) emit();
      extend(place + 1, words_->child(node));
      sum_ -= scores_[kind];
      --laid_count_;
      ++left_[kind];
    };
    for (NodeIndex node = siblings;; ++node) {
      const Letter letter = words_->tile(node);
      if (contains(usable_, letter)) {
        if (contains(own_, letter)) lay(kind_of_[letter], node);
        if (contains(own_, kBlank)) lay(kind_of_[kBlank], node);
      }
      if (words_->last(node)) break;
    }
    ++left_count_;
  }
  --length_;
}

// Any of the tiles laid may come in one play; those before it are then on the board.
void SoloBound::emit() {
  if (laid_count_ == 0 || length_ < 2) return;
  // The play that brings a tile most takes the squares that multiply the word with it.
  std::array<int, kMostTiles> multipliers, faces;
  int count = 0;
  for (int i = 0; i < laid_count_; ++i) {
    const auto [place, kind] = laid_[static_cast<std::size_t>(i)];
    if (premiums_[place].word > 1)
      multipliers[static_cast<std::size_t>(count++)] = premiums_[place].word;
    faces[static_cast<std::size_t>(i)] = scores_[kind];
  }
  std::sort(multipliers.begin(), multipliers.begin() + count, std::greater<>());
  std::sort(faces.begin(), faces.begin() + laid_count_);
  for (int i = 0; i < laid_count_; ++i) {
    const auto [place, kind] = laid_[static_cast<std::size_t>(i)];
    const int score = scores_[kind];
    const Premium premium = premiums_[place];
    Place& its = rows_[made_->rows + kind][place];
    const auto raise = [](Share& to, int share) {
      to = std::max(to, static_cast<Share>(std::min<int>(share, kMostShare)));
    };
    int times = premium.word, others = sum_ - score;  // of tiles that lay there before
    const int own = kParts * premium.letter * score;
    bool own_times = premium.word > 1, own_face = true;  // still to be passed over
    raise(its.cross[static_cast<std::size_t>(laid_count_ - 1)], times * (own + kParts * others));
    for (int tiles = 1, m = 0, f = 0; tiles <= laid_count_; ++tiles) {
      if (tiles > 1) {
        if (own_times && m < count && multipliers[static_cast<std::size_t>(m)] == premium.word)
          own_times = false, ++m;
        if (m < count) times *= multipliers[static_cast<std::size_t>(m++)];
        if (own_face && faces[static_cast<std::size_t>(f)] == score) own_face = false, ++f;
        others -= faces[static_cast<std::size_t>(f++)];
      }
      raise(its.main[static_cast<std::size_t>(laid_count_ - tiles)],
            (kParts * times * others + tiles - 1) / tiles + times * own);
    }
    made_->open |= 1U << place;
  }
}

void SoloBound::assign(const TileCounts& rack, std::uint64_t rack_key) {
  if (rack_key == rack_key_) return;
  rack_key_ = rack_key;
  kinds_ = 0;
  steps_.clear();
  std::array<std::uint8_t, 1 << kMostTiles> sizes{};  // of the sets of tiles, in mixed radix
  int sets = 1;
  for (LetterSet rest = rack.letters(); rest != 0;) {
    const Letter letter = pop_letter(rest);
    const auto kind = static_cast<std::size_t>(kinds_++);
    kind_of_[letter] = static_cast<std::uint8_t>(kind);
    left_[kind] = rack[letter];
    scores_[kind] = tiles_->score(letter);
    for (int set = sets; set < sets * (rack[letter] + 1); ++set)
      sizes[static_cast<std::size_t>(set)] =
          static_cast<std::uint8_t>(sizes[static_cast<std::size_t>(set - sets)] + 1);
    sets *= rack[letter] + 1;
  }
  for (int set = 1; set < sets; ++set)
    for (int kind = 0, stride = 1; kind < kinds_; ++kind) {
      const int radix = left_[static_cast<std::size_t>(kind)] + 1;
      if (set / stride % radix > 0)
        steps_.push_back({static_cast<std::uint8_t>(set), static_cast<std::uint8_t>(set - stride),
                          sizes[static_cast<std::size_t>(set - stride)],
                          static_cast<std::uint8_t>(kind)});
      stride *= radix;
    }
  left_count_ = rack.size();
  own_ = rack.letters();
  usable_ = rack[kBlank] > 0 ? ~LetterSet{0} : own_;
}

// What a tile brings at most on a square with its main word along one lane and another across: the
// tiles before are some in the one, the rest in the other. Passed over where it would change
// neither the best nor the most.
void SoloBound::weigh(const Place& along, const Place& across, Levels& best, Share& most) const {
  constexpr std::size_t kLevels = std::tuple_size_v<Levels>;
  bool more = along.main[kLevels - 1] + across.cross[kLevels - 1] > most;
  for (std::size_t n = 0; n < kLevels; ++n) more |= along.main[n] + across.cross[n] > best[n];
  if (!more) return;
  std::array<Share, 2 * kLevels> cross;
  std::fill_n(cross.begin(), kLevels, kNone);
  std::copy_n(across.cross.begin(), kLevels, cross.begin() + kLevels);
  Levels sum;
  sum.fill(kNone);
  for (std::size_t main = 0; main < kLevels; ++main)
    for (std::size_t n = 0; n < kLevels; ++n)
      sum[n] = std::max(sum[n], static_cast<Share>(along.main[main] + cross[kLevels + n - main]));
  for (std::size_t n = 0; n < kLevels; ++n) best[n] = std::max(best[n], sum[n]);
  most = std::max(most, sum[static_cast<std::size_t>(left_count_ - 1)]);
}

// The most that the tiles bring together, laid in the order that suits them, if none brings more
// than the price.
int SoloBound::share_out(int price) const {
  std::array<int, 1 << kMostTiles> sums{};
  for (const Step& step : steps_) {
    const int share = best_[step.letter][step.tiles];
    sums[step.set] = std::max(sums[step.set], sums[step.from] + std::clamp(share, 0, price));
  }
  return sums[steps_.back().set];
}

int SoloBound::most(const SolverBoard& board, const TileCounts& rack, std::uint64_t rack_key,
                    int theirs) {
  assign(rack, rack_key);
  make_room();
  const auto kinds = static_cast<std::size_t>(kinds_),
             count = static_cast<std::size_t>(left_count_);
  std::array<const Lane*, kLanes> lanes;
  for (int number = 0; number < kLanes; ++number)
    lanes[static_cast<std::size_t>(number)] = &lane(pool_->lane(board, number), rack_key);
  for (std::size_t kind = 0; kind < kinds; ++kind) best_[kind].fill(kNone);
  std::array<Share, kMostTiles + 1> squares{};  // the best squares, each with its best letter
  for (std::size_t row = 0; row < kBoardDim; ++row) {
    const Lane& across = *lanes[row];
    for (std::size_t col = 0; col < kBoardDim; ++col) {
      const Lane& down = *lanes[kBoardDim + col];
      if ((across.open >> col & 1) == 0 && (down.open >> row & 1) == 0) continue;
      Share most = squares[count];
      for (std::size_t kind = 0; kind < kinds; ++kind) {
        const Place& in_row = rows_[across.rows + kind][col];
        const Place& in_column = rows_[down.rows + kind][row];
        weigh(in_row, in_column, best_[kind], most);
        weigh(in_column, in_row, best_[kind], most);
      }
      if (most == squares[count]) continue;
      for (Share& other : squares)
        if (most > other) std::swap(most, other);
    }
  }

  int stuck = 0;
  bool out = true;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    if (best_[kind][count - 1] >= 0) continue;
    out = false;
    stuck += left_[kind] * scores_[kind];
  }
  // Whatever the price of a square: what is above it is paid once a square, the rest once a tile.
  int most = std::numeric_limits<int>::max(), above = 0;
  for (std::size_t n = 0; n <= count; ++n) {
    const int price = squares[n];
    most = std::min(most, above - static_cast<int>(n) * price + share_out(price));
    above += price;
  }
  return most / kParts + (out ? 2 * theirs : theirs - stuck);
}

}  // namespace zymurgy
