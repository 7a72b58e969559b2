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
      // Zeroed pages that the system hands out when first touched: most searches need few.
      lanes_(static_cast<Lane*>(std::calloc(kLanesKept, sizeof(Lane)))) {
  ZYMURGY_CHECK(lanes_ != nullptr);
}

const SoloBound::Lane& SoloBound::lane(const PooledLane& pooled, std::uint64_t rack_key) {
  const std::uint64_t name = name_of(pooled, rack_key);
  // Lanes of one board never share a place.
  Lane& lane = lanes_[(name >> 8) % kLanesKept / kLanes * kLanes + pooled.number];
  if (lane.key != name) {
    lane.key = name;
    make(pooled, lane);
  }
  return lane;
}

void SoloBound::make(const PooledLane& pooled, Lane& lane) {
  pooled_ = &pooled;
  made_ = &lane;
  lane.open = 0;
  for (int k = 0; k < kinds_; ++k) {
    lane.main[static_cast<std::size_t>(k)].fill(-1);
    lane.rest[static_cast<std::size_t>(k)].fill(-1);
  }
  const bool row = pooled.number < kBoardDim;
  for (int i = 0; i < kBoardDim; ++i)
    premiums_[static_cast<std::size_t>(i)] =
        row ? layout_->at(pooled.number, i) : layout_->at(i, pooled.number - kBoardDim);
  for (int first = 0; first < kBoardDim; ++first)
    if (first == 0 || pooled.tiles[static_cast<std::size_t>(first - 1)] == kEmpty)
      extend(first, words_->dawg());
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
    for (NodeIndex node = siblings;; ++node) {
      const Letter letter = words_->tile(node);
      for (std::size_t kind = 0;
           contains(usable_, letter) && kind < static_cast<std::size_t>(kinds_); ++kind) {
        if (left_[kind] == 0 || (letters_[kind] != letter && letters_[kind] != kBlank)) continue;
        --left_[kind];
        laid_[static_cast<std::size_t>(laid_count_++)] = {static_cast<std::uint8_t>(place),
                                                          static_cast<std::uint8_t>(kind)};
        sum_ += scores_[kind];
        if (closed && words_->accepts(node)) emit();
        extend(place + 1, words_->child(node));
        sum_ -= scores_[kind];
        --laid_count_;
        ++left_[kind];
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
  std::array<int, kMostTiles> multipliers;
  int count = 0;
  for (int i = 0; i < laid_count_; ++i) {
    const int times = premiums_[laid_[static_cast<std::size_t>(i)].place].word;
    if (times > 1) multipliers[static_cast<std::size_t>(count++)] = times;
  }
  std::sort(multipliers.begin(), multipliers.begin() + count, std::greater<>());
  for (int i = 0; i < laid_count_; ++i) {
    const auto [place, kind] = laid_[static_cast<std::size_t>(i)];
    const int score = scores_[kind];
    const Premium premium = premiums_[place];
    int times = premium.word, tiles = 1;
    int most = kParts * times * (sum_ + (premium.letter - 1) * score);
    bool own = premium.word > 1;  // still among the multipliers
    for (int m = 0; m < count; ++m) {
      const int its = multipliers[static_cast<std::size_t>(m)];
      if (own && its == premium.word) {
        own = false;
        continue;
      }
      times *= its;
      ++tiles;
      most = std::max(most, (kParts * times * sum_ + tiles - 1) / tiles +
                                kParts * times * (premium.letter - 1) * score);
    }
    // What does not fit is more than any game brings.
    std::int16_t& main = made_->main[kind][place];
    std::int16_t& rest = made_->rest[kind][place];
    main = std::max(main, static_cast<std::int16_t>(std::min(most, 0x7fff)));
    rest = std::max(rest, static_cast<std::int16_t>(sum_ - score));
    made_->open |= 1U << place;
  }
}

void SoloBound::assign(const TileCounts& rack) {
  kinds_ = 0;
  for (LetterSet rest = rack.letters(); rest != 0;) {
    const Letter letter = pop_letter(rest);
    const auto kind = static_cast<std::size_t>(kinds_++);
    letters_[kind] = letter;
    left_[kind] = rack[letter];
    scores_[kind] = tiles_->score(letter);
  }
  left_count_ = rack.size();
  usable_ = rack[kBlank] > 0 ? ~LetterSet{0} : rack.letters();
}

// What a tile brings at most on a square: in the main word one way, in a crossing word the other.
int SoloBound::share(std::size_t kind, int row, int col, const Lane& across, const Lane& down,
                     bool row_word, bool col_word) const {
  const auto r = static_cast<std::size_t>(row), c = static_cast<std::size_t>(col);
  const int main_across = across.main[kind][c], main_down = down.main[kind][r];
  // Beside tiles there is always a word.
  if ((row_word && main_across < 0) || (col_word && main_down < 0)) return -1;
  const Premium premium = layout_->at(row, col);
  const auto crossing = [&](int rest) {
    return rest < 0 ? 0 : kParts * premium.word * (premium.letter * scores_[kind] + rest);
  };
  int most = -1;
  if (main_across >= 0) most = main_across + crossing(down.rest[kind][r]);
  if (main_down >= 0) most = std::max(most, main_down + crossing(across.rest[kind][c]));
  return most;
}

int SoloBound::most(const SolverBoard& board, const TileCounts& rack, std::uint64_t rack_key,
                    int theirs) {
  assign(rack);
  std::array<const Lane*, kLanes> lanes;
  std::array<std::uint32_t, kLanes> beside;  // squares next to a tile of the lane
  for (int number = 0; number < kLanes; ++number) {
    const PooledLane& pooled = pool_->lane(board, number);
    lanes[static_cast<std::size_t>(number)] = &lane(pooled, rack_key);
    beside[static_cast<std::size_t>(number)] = pooled.taken << 1 | pooled.taken >> 1;
  }
  std::array<int, kMostTiles> best;  // of each letter, on any square
  best.fill(-1);
  std::array<int, kMostTiles + 1> squares{};  // the best squares, each with its best letter
  for (int row = 0; row < kBoardDim; ++row) {
    const Lane& across = *lanes[static_cast<std::size_t>(row)];
    for (int col = 0; col < kBoardDim; ++col) {
      const auto column = static_cast<std::size_t>(kBoardDim + col);
      const Lane& down = *lanes[column];
      if ((across.open >> col & 1) == 0 && (down.open >> row & 1) == 0) continue;
      const bool row_word = (beside[static_cast<std::size_t>(row)] >> col & 1) != 0;
      const bool col_word = (beside[column] >> row & 1) != 0;
      int its_best = 0;
      for (std::size_t kind = 0; kind < static_cast<std::size_t>(kinds_); ++kind) {
        const int its = share(kind, row, col, across, down, row_word, col_word);
        best[kind] = std::max(best[kind], its);
        its_best = std::max(its_best, its);
      }
      for (int& other : squares)
        if (its_best > other) std::swap(its_best, other);
    }
  }

  int stuck = 0;
  bool out = true;
  for (std::size_t kind = 0; kind < static_cast<std::size_t>(kinds_); ++kind) {
    if (best[kind] >= 0) continue;
    out = false;
    stuck += left_[kind] * scores_[kind];
  }
  // Whatever the price of a square: what is above it is paid once a square, the rest once a tile.
  int most = std::numeric_limits<int>::max(), above = 0;
  for (int n = 0; n <= rack.size(); ++n) {
    const int price = squares[static_cast<std::size_t>(n)];
    int sum = above - n * price;
    for (std::size_t kind = 0; kind < static_cast<std::size_t>(kinds_); ++kind)
      sum += left_[kind] * std::clamp(best[kind], 0, price);
    most = std::min(most, sum);
    above += price;
  }
  return most / kParts + (out ? 2 * theirs : theirs - stuck);
}

}  // namespace zymurgy
