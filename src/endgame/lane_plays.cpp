#include "endgame/lane_plays.h"

#include <algorithm>
#include <bit>

#include "game/random.h"

namespace zymurgy {

LanePlays::LanePlays(const TileSet& tiles, const Layout& layout, const Rules& rules,
                     const WordGraph& words, const LettersAhead& ahead, const LanePool& pool)
    : tiles_(&tiles),
      layout_(&layout),
      rules_(&rules),
      words_(&words),
      ahead_(&ahead),
      pool_(&pool),
      entries_(1 << 14) {}

LanePlays::Entry* LanePlays::slot_of(std::uint64_t key) {
  const std::size_t mask = entries_.size() - 1;
  for (std::size_t i = key & mask;; i = (i + 1) & mask)
    if (entries_[i].key == 0 || entries_[i].key == key) return &entries_[i];
}

LaneList LanePlays::of(const PooledLane& lane, const TileCounts& rack, std::uint64_t rack_key) {
  const std::uint64_t key = mix64(lane.key ^ rack_key) | 1;
  const Entry* entry = slot_of(key);
  if (entry->key == 0) entry = add(key, lane, rack);
  return {plays_.data() + entry->first, static_cast<int>(entry->count),
          static_cast<int>(entry->best_out)};
}

const LanePlays::Entry* LanePlays::add(std::uint64_t key, const PooledLane& lane,
                                       const TileCounts& rack) {
  make_room();
  const std::size_t first = plays_.size();
  make(lane, rack);
  const auto size = static_cast<std::uint8_t>(rack.size());
  std::sort(plays_.begin() + static_cast<std::ptrdiff_t>(first), plays_.end(),
            [size](const LanePlay& a, const LanePlay& b) {
              if ((a.count == size) != (b.count == size)) return a.count == size;
              return a.score != b.score ? a.score > b.score : a.key < b.key;
            });
  const std::size_t count = plays_.size() - first;
  ZYMURGY_CHECK(count <= kMask);
  Entry* const entry = slot_of(key);
  entry->key = key;
  entry->first = first & kMask;
  entry->count = count & kMask;
  if (count > 0 && plays_[first].count == size) entry->best_out = plays_[first].score;
  ++used_;
  return entry;
}

// Makes room for one more list; drops all lists if there are too many.
void LanePlays::make_room() {
  if (plays_.size() > kMostPlays || used_ == kMostLists) {
    plays_.clear();
    std::fill(entries_.begin(), entries_.end(), Entry{});
    used_ = 0;
  }
  if (2 * (used_ + 1) <= entries_.size()) return;
  std::vector<Entry> old(2 * entries_.size());
  old.swap(entries_);
  for (const Entry& entry : old)
    if (entry.key != 0) *slot_of(entry.key) = entry;
}

void LanePlays::make(const PooledLane& lane, const TileCounts& rack) {
  lane_ = &lane;
  for (int i = 0; i < kBoardDim; ++i) premiums_[i] = layout_->at(square_of(lane.number, i));
  for (int l = 0; l < kLetterCodes; ++l)
    left_[l] = static_cast<std::uint8_t>(rack[static_cast<Letter>(l)]);
  left_count_ = rack.size();
  own_ = rack[kBlank] > 0 ? ~LetterSet{0} : rack.letters();
  for (first_ = 0; lane.meeting >> first_ != 0; ++first_) {
    if (first_ > 0 && (lane.taken >> (first_ - 1) & 1) != 0) continue;
    // A word must touch a tile in this lane or a crossing one: can the rack reach one?
    touch_ = first_ + std::countr_zero(lane.meeting >> first_);
    const Tile tile = lane.tiles[touch_];
    if (touch_ - first_ + (tile == kEmpty ? 1 : 0) > left_count_) continue;
    touching_ = tile != kEmpty ? LetterSet{1} << letter_of(tile)
                               : own_ & pool_->cross(lane.in[touch_]).letters;
    if (ahead_->may_have(words_->dawg(), touch_ - first_, touching_))
      extend(first_, words_->dawg(), {});
  }
}

void LanePlays::extend(int place, NodeIndex siblings, const Spelled& before) {
  if (place == kBoardDim) return;
  const bool closed = place + 1 == kBoardDim || lane_->tiles[place + 1] == kEmpty;
  const LetterSet letters = ahead_->letters(siblings);
  Spelled word = before;
  if (const Tile tile = lane_->tiles[place]; tile != kEmpty) {
    if (!contains(letters, letter_of(tile))) return;
    const NodeIndex node = ahead_->sibling(siblings, letter_of(tile));
    word.touches = true;
    word.sum += tiles_->score_on_board(tile);
    if (closed && words_->accepts(node)) emit(place, word);
    extend(place + 1, words_->child(node), word);
    return;
  }
  if (left_count_ == 0) return;
  const std::uint16_t in = lane_->in[place];
  const Cross& cross = pool_->cross(in);
  const LetterSet fitting = cross.letters & own_ & letters;
  if (fitting == 0) return;
  const Premium premium = premiums_[place];
  word.touches |= in != 0;
  word.last_laid = place;
  word.multiplier *= premium.word;
  --left_count_;
  ++laid_;
  for (const Letter letter : Letters(fitting)) {
    const NodeIndex node = ahead_->sibling(siblings, letter);
    const NodeIndex next = words_->child(node);
    const bool goes_on = place >= touch_ || ahead_->may_have(next, touch_ - place - 1, touching_);
    for (const Letter source : {letter, kBlank}) {
      if (left_[source] == 0) continue;
      const int points = source == kBlank ? 0 : tiles_->score(letter) * premium.letter;
      word.sum = before.sum + points;
      word.crosses = before.crosses + (in != 0 ? (points + cross.points) * premium.word : 0);
      --left_[source];
      laying_[laid_ - 1] = source == kBlank ? blank_as(letter) : letter;
      if (closed && words_->accepts(node)) emit(place, word);
      if (goes_on) extend(place + 1, next, word);
      ++left_[source];
    }
  }
  --laid_;
  ++left_count_;
}

void LanePlays::emit(int last, const Spelled& word) {
  if (laid_ == 0 || !word.touches || last == first_) return;
  // A single tile that makes words both ways is listed in its row only.
  if (laid_ == 1 && lane_->number >= kBoardDim && lane_->in[word.last_laid] != 0) return;
  LanePlay play{};
  play.score =
      static_cast<std::int16_t>(word.sum * word.multiplier + word.crosses + rules_->bonus(laid_));
  play.lane = lane_->number;
  play.first = static_cast<std::uint8_t>(first_);
  play.count = static_cast<std::uint8_t>(laid_);
  std::uint64_t key = static_cast<std::uint64_t>(play.lane) << 8 | play.first;
  for (int i = 0; i < laid_; ++i) {
    play.tiles[i] = laying_[i];
    key = mix64(key * kGolden + laying_[i] + 1);
  }
  play.key = static_cast<std::uint32_t>(key >> 32) | 1;
  plays_.push_back(play);
}

}  // namespace zymurgy
