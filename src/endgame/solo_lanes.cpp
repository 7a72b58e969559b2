#include "endgame/solo_lanes.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <new>

#include "game/bits.h"
#include "game/random.h"

namespace zymurgy {
namespace {

constexpr std::size_t kLanesKept = std::size_t{16384} * kLanes;

}  // namespace

SoloLanes::SoloLanes(const TileSet& tiles, const Layout& layout, const WordGraph& words,
                     const LettersAhead& ahead)
    : tiles_(&tiles),
      layout_(&layout),
      words_(&words),
      ahead_(&ahead),
      lanes_(static_cast<Lane*>(std::calloc(kLanesKept, sizeof(Lane)))),
      // Uninitialised: most searches need little of it. A block may extend past the last lane.
      shares_(std::make_unique_for_overwrite<Share[]>(kSharesKept + SoloRack::kBlock)) {
  if (lanes_ == nullptr) throw std::bad_alloc();
}

const SoloLanes::Lane& SoloLanes::of(const PooledLane& pooled, const SoloRack& rack,
                                     std::uint64_t rack_key) {
  const std::uint64_t key = mix64(pooled.tiles_key ^ rack_key) | 1;
  // Lanes of one board never share a slot.
  Lane& lane = lanes_[(key >> 8) % kLanesKept / kLanes * kLanes + pooled.number];
  // kMost is the most shares a lane takes. Lanes of one board must not overwrite each other's
  // shares.
  constexpr std::uint64_t kMost = kBoardDim * 2 * SoloRack::kMostWidth;
  constexpr std::uint64_t kFresh = kSharesKept - 2 * kLanes * kMost;
  if (lane.key != key || used_ - lane.first > kFresh) {
    lane.key = key;
    if (used_ % kSharesKept + kMost > kSharesKept) used_ += kSharesKept - used_ % kSharesKept;
    lane.first = used_;
    lane.beside = pooled.taken << 1 | pooled.taken >> 1;
    make(pooled, rack, lane.beside);
    keep(lane);
  }
  return lane;
}

void SoloLanes::make(const PooledLane& pooled, const SoloRack& rack, std::uint32_t beside) {
  pooled_ = &pooled;
  rack_ = &rack;
  open_ = 0;
  for (int i = 0; i < kBoardDim; ++i) {
    premiums_[i] = layout_->at(square_of(pooled.number, i));
    // A tile laid beside others is always in a word.
    Place none;
    none.main.fill(kNone);
    none.cross.fill((beside >> i & 1) != 0 ? kNone : 0);
    std::fill_n(places_[i].begin(), rack.kinds, none);
  }
  left_ = rack.counts;
  for (int first = 0, next = 0; first < kBoardDim; ++first) {
    if (first > 0 && (pooled.taken >> (first - 1) & 1) != 0) continue;
    next = std::max(next, first);
    while (next < kBoardDim && (pooled.taken >> next & 1) == 0) ++next;
    begin(first, next);
  }
}

// A share that needs few tiles laid before also holds with more.
void SoloLanes::keep(Lane& lane) {
  lane.open = open_;
  const auto kinds = static_cast<std::size_t>(rack_->kinds);
  Share* to = &shares_[lane.first % kSharesKept];
  for (const int place : Bits(open_)) {
    const auto& places = places_[static_cast<std::size_t>(place)];
    const auto write = [&](auto levels) {
      for (std::size_t kind = 0; kind < kinds; ++kind) {
        Share most = kNone;
        for (std::size_t level = 0; level < static_cast<std::size_t>(rack_->count); ++level) {
          most = std::max(most, (places[kind].*levels)[level]);
          to[level * kinds + kind] = most;
        }
      }
      std::fill(to + rack_->count * rack_->kinds, to + rack_->width, Share{0});
      to += rack_->width;
    };
    write(&Place::main);
    write(&Place::cross);
  }
  std::fill_n(to, SoloRack::kBlock, Share{0});
  used_ += static_cast<std::uint64_t>(to - &shares_[lane.first % kSharesKept]);
}

void SoloLanes::begin(int place, int next) {
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
  for (const SoloRack::Beginning& beginning : rack_->beginnings[room]) {
    if (!contains(beginning.next, letter)) continue;
    lay(place, beginning.spelling, room);
    for (int i = 0; i < room; ++i) --left_[beginning.spelling[i]];
    extend(next, beginning.children);
    left_ = rack_->counts;
  }
  laid_count_ = sum_ = length_ = 0;
}

void SoloLanes::lay(int place, const SoloRack::Spelling& spelling, int length) {
  sum_ = 0;
  laid_count_ = length_ = length;
  for (int i = 0; i < length; ++i) {
    const std::uint8_t kind = spelling[i];
    laid_[i] = {static_cast<std::uint8_t>(place + i), kind};
    sum_ += rack_->scores[kind];
  }
}

void SoloLanes::extend(int place, NodeIndex siblings) {
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
    for (const Letter letter : Letters(blank ? letters : letters & rack_->own)) {
      const NodeIndex node = ahead_->sibling(siblings, letter);
      if (contains(rack_->own, letter)) lay(rack_->kind_of[letter], node);
      if (blank) lay(rack_->kind_of[kBlank], node);
    }
  }
  --length_;
}

// The last play may lay any of the word's tiles; the others are then on the board before it.
void SoloLanes::emit() {
  if (laid_count_ == 0 || length_ < 2) return;
  // The play that brings a tile most also takes the squares that multiply the word.
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
    Place& best = places_[place][kind];
    const auto raise = [](auto& levels, int level, int share) {
      const auto at = static_cast<std::size_t>(level);
      levels[at] =
          std::max<Share>(levels[at], static_cast<Share>(std::min<int>(share, kMostShare)));
    };
    int times = premium.word, others = sum_ - score;  // of tiles laid before
    const int own = kParts * premium.letter * score;
    bool own_times = premium.word > 1, own_face = true;  // its entries are yet to be skipped
    raise(best.cross, laid_count_ - 1, times * (own + kParts * others));
    for (int tiles = 1, m = 0, f = 0; tiles <= laid_count_; ++tiles) {
      if (tiles > 1) {
        if (own_times && m < count && multipliers[m] == premium.word) own_times = false, ++m;
        if (m < count) times *= multipliers[m++];
        if (own_face && faces[f] == score) own_face = false, ++f;
        others -= faces[f++];
      }
      raise(best.main, laid_count_ - tiles,
            (kParts * times * others + tiles - 1) / tiles + times * own);
    }
    open_ |= 1U << place;
  }
}

}  // namespace zymurgy
