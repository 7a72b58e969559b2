#include "endgame/lane_plays.h"

#include <algorithm>

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

LanePlays::Entry* LanePlays::place_of(std::uint64_t key) {
  const std::size_t mask = entries_.size() - 1;
  for (std::size_t i = key & mask;; i = (i + 1) & mask)
    if (entries_[i].key == 0 || entries_[i].key == key) return &entries_[i];
}

LaneList LanePlays::of(const PooledLane& lane, const TileCounts& rack, std::uint64_t rack_key) {
  const std::uint64_t key = mix64(lane.key ^ rack_key) | 1;
  Entry* entry = place_of(key);
  if (entry->key == 0) {
    if (plays_.size() > kMostPlays) {
      plays_.clear();
      std::fill(entries_.begin(), entries_.end(), Entry{});
      used_ = 0;
    }
    if (2 * ++used_ > entries_.size()) {
      std::vector<Entry> old(2 * entries_.size());
      old.swap(entries_);
      for (const Entry& its : old)
        if (its.key != 0) *place_of(its.key) = its;
    }
    const std::size_t first = plays_.size();
    make(lane, rack);
    const auto size = static_cast<std::uint8_t>(rack.size());
    std::sort(plays_.begin() + static_cast<std::ptrdiff_t>(first), plays_.end(),
              [size](const LanePlay& a, const LanePlay& b) {
                if ((a.count == size) != (b.count == size)) return a.count == size;
                return a.score != b.score ? a.score > b.score : a.name < b.name;
              });
    const std::size_t count = plays_.size() - first;
    ZYMURGY_CHECK(count <= kMask);
    entry = place_of(key);
    entry->key = key;
    entry->first = first & kMask;
    entry->count = count & kMask;
    if (count > 0 && plays_[first].count == size) entry->best_out = plays_[first].score;
  }
  return {plays_.data() + entry->first, static_cast<int>(entry->count),
          static_cast<int>(entry->best_out)};
}

void LanePlays::make(const PooledLane& lane, const TileCounts& rack) {
  lane_ = &lane;
  for (int i = 0; i < kBoardDim; ++i) premiums_[i] = layout_->at(square_of(lane.number, i));
  for (int l = 0; l < kLetterCodes; ++l)
    left_[l] = static_cast<std::uint8_t>(rack[static_cast<Letter>(l)]);
  left_count_ = rack.size();
  own_ = rack[kBlank] > 0 ? ~LetterSet{0} : rack.letters();
  for (first_ = 0; first_ < kBoardDim; ++first_) {
    if (first_ > 0 && lane.tiles[first_ - 1] != kEmpty) continue;
    // A word must touch a tile here or in a crossing lane: is one in reach, and none barred before?
    int free = 0, place = first_;
    while (place < kBoardDim && lane.tiles[place] == kEmpty && lane.in[place] == 0) ++place, ++free;
    if (place == kBoardDim) break;
    if (lane.tiles[place] == kEmpty) ++free;
    if (free > left_count_) continue;
    touch_ = place;
    touching_ = lane.tiles[place] != kEmpty ? LetterSet{1} << letter_of(lane.tiles[place])
                                            : own_ & pool_->cross(lane.in[place]).letters;
    if (ahead_->may_have(words_->dawg(), touch_ - first_, touching_))
      extend(first_, words_->dawg());
  }
}

void LanePlays::extend(int place, NodeIndex siblings) {
  if (siblings == 0 || place == kBoardDim) return;
  const bool closed = place + 1 == kBoardDim || lane_->tiles[place + 1] == kEmpty;
  if (const Tile tile = lane_->tiles[place]; tile != kEmpty) {
    const NodeIndex node = words_->find(siblings, letter_of(tile));
    if (node == 0) return;
    const bool touched = touches_;
    touches_ = true;
    sum_ += tiles_->score_on_board(tile);
    if (closed && words_->accepts(node)) emit(place);
    extend(place + 1, words_->child(node));
    sum_ -= tiles_->score_on_board(tile);
    touches_ = touched;
    return;
  }
  if (left_count_ == 0) return;
  const std::uint16_t in = lane_->in[place];
  if (in == 1) return;
  const Cross& cross = pool_->cross(in);
  const Premium premium = premiums_[place];
  const bool touched = touches_;
  const int before = last_laid_;
  touches_ |= in != 0;
  last_laid_ = place;
  multiplier_ *= premium.word;
  --left_count_;
  ++laid_;
  const LetterSet fitting = cross.letters & own_;
  for (NodeIndex node = siblings;; ++node) {
    const Letter letter = words_->tile(node);
    if (contains(fitting, letter)) {
      for (const Letter source : {letter, kBlank}) {
        if (left_[source] == 0) continue;
        const int points = source == kBlank ? 0 : tiles_->score(letter) * premium.letter;
        const int crossing = in != 0 ? (points + cross.points) * premium.word : 0;
        --left_[source];
        laying_[laid_ - 1] = source == kBlank ? blank_as(letter) : letter;
        sum_ += points;
        crosses_ += crossing;
        if (closed && words_->accepts(node)) emit(place);
        if (place >= touch_ || ahead_->may_have(words_->child(node), touch_ - place - 1, touching_))
          extend(place + 1, words_->child(node));
        crosses_ -= crossing;
        sum_ -= points;
        ++left_[source];
      }
    }
    if (words_->last(node)) break;
  }
  --laid_;
  ++left_count_;
  multiplier_ /= premium.word;
  last_laid_ = before;
  touches_ = touched;
}

void LanePlays::emit(int last) {
  if (laid_ == 0 || !touches_ || last == first_) return;
  // A single tile that makes words both ways is the row's.
  if (laid_ == 1 && lane_->number >= kBoardDim && lane_->in[last_laid_] != 0) return;
  LanePlay play{};
  play.score = static_cast<std::int16_t>(sum_ * multiplier_ + crosses_ + rules_->bonus(laid_));
  play.lane = lane_->number;
  play.first = static_cast<std::uint8_t>(first_);
  play.count = static_cast<std::uint8_t>(laid_);
  std::uint64_t name = static_cast<std::uint64_t>(play.lane) << 8 | play.first;
  for (int i = 0; i < laid_; ++i) {
    play.tiles[i] = laying_[i];
    name = mix64(name * kGolden + laying_[i] + 1);
  }
  play.name = static_cast<std::uint32_t>(name >> 32) | 1;
  plays_.push_back(play);
}

}  // namespace zymurgy
