#include "endgame/solo_bound.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <functional>

#include "game/random.h"
#include "game/result.h"

namespace zymurgy {
namespace {

constexpr int kParts = 12;  // of a point
constexpr std::size_t kLanesKept = std::size_t{2048} * kLanes;
constexpr std::size_t kBeginningsKept = std::size_t{1} << 21;  // 48 MB, where blanks are many

}  // namespace

SoloBound::SoloBound(const TileSet& tiles, const Layout& layout, const WordGraph& words,
                     const LettersAhead& ahead, const LanePool& pool)
    : tiles_(&tiles),
      layout_(&layout),
      words_(&words),
      ahead_(&ahead),
      pool_(&pool),
      lanes_(kLanesKept),
      // Left as it comes: most searches need little of it.
      places_(std::make_unique_for_overwrite<Place[]>(kPlacesKept)) {}

const SoloBound::Lane& SoloBound::lane(const PooledLane& pooled, std::uint64_t rack_key) {
  const std::uint64_t name = mix64(pooled.tiles_key ^ rack_key) | 1;
  // Lanes of one board never share a place.
  Lane& lane = lanes_[(name >> 8) % kLanesKept / kLanes * kLanes + pooled.number];
  // A board's lanes take so many places at most, and none may be overwritten by another.
  constexpr std::uint64_t kMost = kBoardDim * kMostTiles;
  constexpr std::uint64_t kFresh = kPlacesKept - 2 * kLanes * kMost;
  if (lane.key != name || used_ - lane.places > kFresh) {
    lane.key = name;
    if (used_ % kPlacesKept + kMost > kPlacesKept) used_ += kPlacesKept - used_ % kPlacesKept;
    lane.places = used_;
    used_ += static_cast<std::uint64_t>(kBoardDim * rack_->kinds);
    make(pooled, lane);
  }
  return lane;
}

void SoloBound::make(const PooledLane& pooled, Lane& lane) {
  pooled_ = &pooled;
  made_ = &lane;
  lane.open = 0;
  const std::uint32_t beside = pooled.taken << 1 | pooled.taken >> 1;
  for (int i = 0; i < kBoardDim; ++i) {
    const auto at = static_cast<std::size_t>(i);
    premiums_[at] = layout_->at(square_of(pooled.number, i));
    // Beside tiles there is always a word.
    Place none;
    none.main = Levels{} + kNone;
    none.cross = (beside >> i & 1) != 0 ? Levels{} + kNone : Levels{};
    std::fill_n(square(lane, at), rack_->kinds, none);
  }
  left_ = rack_->counts;
  for (int first = 0, next = 0; first < kBoardDim; ++first) {
    if (first > 0 && (pooled.taken >> (first - 1) & 1) != 0) continue;
    next = std::max(next, first);
    while (next < kBoardDim && (pooled.taken >> next & 1) == 0) ++next;
    begin(first, next);
  }
  // What needs few tiles before can be had with more.
  Place* const places = square(lane, 0);
  for (int i = 0; i < kBoardDim * rack_->kinds; ++i)
    for (Levels* levels : {&places[i].main, &places[i].cross})
      for (std::size_t before = 1; before < kLevels; ++before)
        (*levels)[before] = std::max((*levels)[before], (*levels)[before - 1]);
}

void SoloBound::begin(int place, int next) {
  const int room = next - place, longest = next == kBoardDim ? room : room - 1;
  for (int length = 2; length <= std::min(longest, rack_->count); ++length)
    for (const SoloRack::Spelling& word : rack_->words[length]) {
      lay(place, word, length);
      emit();
    }
  laid_count_ = sum_ = length_ = 0;
  if (next == kBoardDim || room > rack_->count) return;
  if (room == 0) return extend(place, words_->dawg());
  const Letter letter = letter_of(pooled_->tiles[next]);
  for (const SoloRack::Beginning& its : rack_->beginnings[room]) {
    if (!contains(its.next, letter)) continue;
    lay(place, its.spelling, room);
    for (int i = 0; i < room; ++i) --left_[its.spelling[i]];
    extend(next, its.children);
    left_ = rack_->counts;
  }
  laid_count_ = sum_ = length_ = 0;
}

void SoloBound::lay(int place, const SoloRack::Spelling& spelling, int length) {
  sum_ = 0;
  laid_count_ = length_ = length;
  for (int i = 0; i < length; ++i) {
    const std::uint8_t kind = spelling[i];
    laid_[i] = {static_cast<std::uint8_t>(place + i), kind};
    sum_ += rack_->scores[kind];
  }
}

void SoloBound::extend(int place, NodeIndex siblings) {
  if (siblings == 0 || place == kBoardDim) return;
  const auto at = static_cast<std::size_t>(place);
  const bool closed = place + 1 == kBoardDim || pooled_->tiles[at + 1] == kEmpty;
  const LetterSet letters = ahead_->letters(siblings);
  ++length_;
  if (const Tile tile = pooled_->tiles[at]; tile != kEmpty) {
    if (contains(letters, letter_of(tile))) {
      const NodeIndex node = ahead_->sibling(siblings, letter_of(tile));
      sum_ += tiles_->score_on_board(tile);
      if (closed && words_->accepts(node)) emit();
      extend(place + 1, words_->child(node));
      sum_ -= tiles_->score_on_board(tile);
    }
  } else if (laid_count_ < rack_->count) {
    const auto lay = [&](std::size_t kind, NodeIndex node) {
      if (left_[kind] == 0) return;
      --left_[kind];
      laid_[laid_count_++] = {static_cast<std::uint8_t>(place), static_cast<std::uint8_t>(kind)};
      sum_ += rack_->scores[kind];
      if (closed && words_->accepts(node)) emit();
      extend(place + 1, words_->child(node));
      sum_ -= rack_->scores[kind];
      --laid_count_;
      ++left_[kind];
    };
    const bool blank = contains(rack_->own, kBlank);
    for (LetterSet fitting = blank ? letters : letters & rack_->own; fitting != 0;) {
      const Letter letter = pop_letter(fitting);
      const NodeIndex node = ahead_->sibling(siblings, letter);
      if (contains(rack_->own, letter)) lay(rack_->kind_of[letter], node);
      if (blank) lay(rack_->kind_of[kBlank], node);
    }
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
    const auto [place, kind] = laid_[i];
    if (premiums_[place].word > 1) multipliers[count++] = premiums_[place].word;
    faces[i] = rack_->scores[kind];
  }
  std::sort(multipliers.begin(), multipliers.begin() + count, std::greater<>());
  std::sort(faces.begin(), faces.begin() + laid_count_);
  for (int i = 0; i < laid_count_; ++i) {
    const auto [place, kind] = laid_[i];
    const int score = rack_->scores[kind];
    const Premium premium = premiums_[place];
    Place& its = square(*made_, place)[kind];
    const auto raise = [](Levels& levels, int level, int share) {
      const auto at = static_cast<std::size_t>(level);
      levels[at] =
          std::max<Share>(levels[at], static_cast<Share>(std::min<int>(share, kMostShare)));
    };
    int times = premium.word, others = sum_ - score;  // of tiles that lay there before
    const int own = kParts * premium.letter * score;
    bool own_times = premium.word > 1, own_face = true;  // still to be passed over
    raise(its.cross, laid_count_ - 1, times * (own + kParts * others));
    for (int tiles = 1, m = 0, f = 0; tiles <= laid_count_; ++tiles) {
      if (tiles > 1) {
        if (own_times && m < count && multipliers[m] == premium.word) own_times = false, ++m;
        if (m < count) times *= multipliers[m++];
        if (own_face && faces[f] == score) own_face = false, ++f;
        others -= faces[f++];
      }
      raise(its.main, laid_count_ - tiles,
            (kParts * times * others + tiles - 1) / tiles + times * own);
    }
    made_->open |= 1U << place;
  }
}

const SoloRack& SoloBound::known(const TileCounts& rack, std::uint64_t rack_key) {
  if (const auto found = racks_.find(rack_key); found != racks_.end()) return found->second;
  if (beginnings_ > kBeginningsKept) racks_.clear(), beginnings_ = 0;
  const SoloRack& made = racks_.emplace(rack_key, SoloRack(*tiles_, *words_, rack)).first->second;
  beginnings_ += made.beginning_count();
  return made;
}

// What a tile brings at most on a square with its main word along one lane and another across: the
// tiles before are some in the one, the rest in the other. Passed over where it would change
// neither the best nor the most.
void SoloBound::weigh(const Place& along, const Place& across, Levels& best, Share& most) const {
  const Levels all = along.main + across.cross;
  const auto more = std::bit_cast<std::array<std::uint64_t, 2>>(all > best);
  if ((more[0] | more[1]) == 0 && all[kLevels - 1] <= most) return;
  std::array<Levels, 2> cross{Levels{} + kNone, across.cross};
  const auto* later = reinterpret_cast<const std::byte*>(&cross[1]);
  Levels sum = Levels{} + kNone;
  for (std::size_t main = 0; main < kLevels; ++main) {
    Levels shifted;
    std::memcpy(&shifted, later - main * sizeof(Share), sizeof shifted);
    shifted += along.main[main];
    sum = sum > shifted ? sum : shifted;
  }
  best = best > sum ? best : sum;
  most = std::max<Share>(most, sum[rack_->count - 1]);
}

// The most that the tiles bring together, laid in the order that suits them, from each set of those
// laid on. `end` is what the end of the game brings. Whatever the price of a square: what is above
// it is paid once a square, the rest once a tile.
void SoloBound::share_out(const std::array<Share, kMostTiles + 1>& squares, int end) {
  Sums prices{}, above{};
  for (std::size_t n = 0, sum = 0; n < squares.size();
       sum += static_cast<std::size_t>(squares[n++])) {
    prices[n] = squares[n];
    above[n] = static_cast<int>(sum) - static_cast<int>(n) * squares[n];
  }
  std::array<std::array<Sums, kMostTiles>, kMostTiles> shares;
  for (std::size_t kind = 0; kind < static_cast<std::size_t>(rack_->kinds); ++kind)
    for (std::size_t laid = 0; laid < static_cast<std::size_t>(rack_->count); ++laid) {
      const Sums share = Sums{} + std::max<int>(best_[kind][laid], 0);
      shares[kind][laid] = share < prices ? share : prices;
    }
  std::array<Sums, 1 << kMostTiles> sums;
  std::fill_n(sums.begin(), rack_->steps.back().set + 1, Sums{});
  for (auto step = rack_->steps.rbegin(); step != rack_->steps.rend(); ++step) {
    const Sums sum = sums[step->set] + shares[step->letter][step->tiles];
    Sums& its = sums[step->from];
    its = its > sum ? its : sum;
  }
  for (std::size_t set = 0; set <= rack_->steps.back().set; ++set) {
    const Sums sum = sums[set] + above;
    int least = sum[0];
    for (std::size_t n = 1; n < squares.size(); ++n) least = std::min<int>(least, sum[n]);
    rests_[set] = static_cast<std::int16_t>(least / kParts + end);
  }
}

int SoloBound::rest(const LanePlay& play) const {
  std::size_t set = 0;
  for (int i = 0; i < play.count; ++i)
    set += rack_->strides[rack_->kind_of[source_of(play.tiles[i])]];
  return rests_[set];
}

int SoloBound::most(const SolverBoard& board, const TileCounts& rack, std::uint64_t rack_key,
                    int theirs) {
  rack_ = &known(rack, rack_key);
  const auto kinds = static_cast<std::size_t>(rack_->kinds),
             count = static_cast<std::size_t>(rack_->count);
  std::array<const Lane*, kLanes> lanes;
  for (int number = 0; number < kLanes; ++number)
    lanes[number] = &lane(pool_->lane(board, number), rack_key);
  std::array<std::uint32_t, kBoardDim> open;  // by row
  for (std::size_t row = 0; row < kBoardDim; ++row) open[row] = lanes[row]->open;
  for (std::size_t col = 0; col < kBoardDim; ++col)
    for (std::uint32_t rest = lanes[kBoardDim + col]->open; rest != 0; rest &= rest - 1)
      open[std::countr_zero(rest)] |= 1U << col;
  for (std::size_t kind = 0; kind < kinds; ++kind) best_[kind] = Levels{} + kNone;
  std::array<Share, kMostTiles + 1> squares{};  // the best squares, each with its best letter
  const auto column = [&](std::size_t x, std::size_t y) {
    return square(*lanes[kBoardDim + x], y);
  };
  for (std::size_t y = 0; y < kBoardDim; ++y) {
    // The columns of the next row are asked for ahead: most of the time is spent waiting for them.
    for (std::uint32_t rest = y + 1 < kBoardDim ? open[y + 1] : 0; rest != 0; rest &= rest - 1) {
      const Place* const ahead = column(static_cast<std::size_t>(std::countr_zero(rest)), y + 1);
      for (std::size_t kind = 0; kind < kinds; kind += 2) __builtin_prefetch(ahead + kind);
    }
    for (std::uint32_t rest = open[y]; rest != 0; rest &= rest - 1) {
      const auto x = static_cast<std::size_t>(std::countr_zero(rest));
      const Place *const in_row = square(*lanes[y], x), *const in_column = column(x, y);
      Share most = squares[count];
      for (std::size_t kind = 0; kind < kinds; ++kind) {
        weigh(in_row[kind], in_column[kind], best_[kind], most);
        weigh(in_column[kind], in_row[kind], best_[kind], most);
      }
      if (most == squares[count]) continue;
      for (Share& other : squares)
        if (most > other) std::swap(most, other);
    }
  }
  if (squares[0] >= kMostShare) {
    rests_.fill(kNoBound);
    return kNoBound;
  }

  int stuck = 0;
  bool out = true;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    if (best_[kind][count - 1] >= 0) continue;
    out = false;
    stuck += rack_->counts[kind] * rack_->scores[kind];
  }
  share_out(squares, out ? 2 * theirs : theirs - stuck);
  return rests_[0];
}

}  // namespace zymurgy
