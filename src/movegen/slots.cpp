#include "movegen/slots.h"

#include <algorithm>

namespace zymurgy {
namespace {

class SlotBuilder {
 public:
  SlotBuilder(const Lanes& lanes, Direction direction, int index, LaneSlots& made)
      : lanes_(lanes),
        lane_(lanes.lane(direction, index)),
        direction_(direction),
        index_(index),
        made_(made) {
    for (int i = 0; i < kBoardDim; ++i)
      premiums_[i] = direction == Direction::kHorizontal ? lanes.layout().at(index, i)
                                                         : lanes.layout().at(i, index);
  }

  template <typename ExtensionOf>
  void build(ExtensionOf&& extension_of) {
    narrow(extension_of);
    made_.slots.clear();
    for (int first = 0; first < kBoardDim; ++first)
      if (first == 0 || lane_.tiles[first - 1] == kEmpty) build_from(first);
  }

 private:
  // Finds what each empty square takes.
  template <typename ExtensionOf>
  void narrow(ExtensionOf&& extension_of) {
    auto& usable = made_.usable;
    usable = lane_.cross;
    std::array<Letter, kBoardDim> run;
    for (int first = 0; first < kBoardDim; ++first) {
      if (lane_.tiles[first] == kEmpty) continue;
      int end = first;
      for (; end < kBoardDim && lane_.tiles[end] != kEmpty; ++end)
        run[end - first] = letter_of(lane_.tiles[end]);
      if (end - first > 1) {
        const Extension extension = extension_of(run.data(), end - first);
        if (first > 0) usable[first - 1] &= extension.before;
        if (end < kBoardDim) usable[end] &= extension.after;
      }
      first = end;
    }
    made_.checked = 0;
    const LetterSet all = lanes_.lexicon().tiles().all_letters();
    for (int i = 0; i < kBoardDim; ++i)
      if (lane_.tiles[i] == kEmpty && usable[i] != all) made_.checked |= 1U << i;
  }

  // Lengthens a slot square by square and keeps each stage that can hold a play.
  void build_from(int first) {
    const TileSet& tiles = lanes_.lexicon().tiles();
    const WordTable& words = lanes_.lexicon().words();
    Slot slot{};
    slot.first = static_cast<std::uint8_t>(first);
    slot.word_multiplier = 1;
    int through_points = 0, cross_points = 0, through_count = 0;
    std::array<std::int16_t, 8> letter_multipliers{};
    bool touches = false, crossed = false;
    const Square start = lanes_.layout().start();
    const bool on_start_lane =
        index_ == (direction_ == Direction::kHorizontal ? start.row : start.col);
    const int start_place = direction_ == Direction::kHorizontal ? start.col : start.row;

    for (int i = first; i < kBoardDim; ++i) {
      const Tile tile = lane_.tiles[i];
      if (tile != kEmpty) {
        touches = true;
        slot.through = ++through_count == 1 ? letter_of(tile) : Slot::kSeveral;
        slot.through_key += words.key(letter_of(tile));
        through_points += tiles.score_on_board(tile);
      } else {
        if (slot.tiles == kRackSize || made_.usable[i] == 0) return;
        ++slot.tiles;
        slot.free |= 1U << i;
        slot.word_multiplier = static_cast<std::int16_t>(slot.word_multiplier * premiums_[i].word);
        if (((lane_.hooks >> i) & 1) != 0) {
          touches = true;
          crossed = true;
          cross_points += lane_.cross_points[i] * premiums_[i].word;
        }
        // A crossed square that takes every letter still weighs more, so it counts as checked.
        if (((lane_.hooks | made_.checked) >> i & 1) != 0) {
          slot.checked |= 1U << i;
        } else {
          insert(letter_multipliers, premiums_[i].letter);
        }
        if (lanes_.empty()) touches |= on_start_lane && i == start_place;
      }
      const bool closed = i + 1 == kBoardDim || lane_.tiles[i + 1] == kEmpty;
      slot.length = static_cast<std::uint8_t>(i - first + 1);
      if (!closed || !touches || slot.tiles == 0 || slot.length < 2) continue;
      // A single tile that makes words both ways is the horizontal lane's.
      if (slot.tiles == 1 && crossed && direction_ == Direction::kVertical) continue;
      slot.base = static_cast<std::int16_t>(through_points * slot.word_multiplier + cross_points);
      for (std::size_t w = 0; w < 8; ++w)
        slot.weights[w] = static_cast<std::int16_t>(letter_multipliers[w] * slot.word_multiplier);
      made_.slots.push_back(slot);
    }
  }

  // Slips the letter multiplier of one more unchecked square into its place in descending order.
  static void insert(std::array<std::int16_t, 8>& sorted, std::int16_t multiplier) {
    int i = kRackSize;
    for (; i > 0 && sorted[i - 1] < multiplier; --i) sorted[i] = sorted[i - 1];
    sorted[i] = multiplier;
  }

  const Lanes& lanes_;
  const Lane& lane_;
  const Direction direction_;
  const int index_;
  LaneSlots& made_;
  std::array<Premium, kBoardDim> premiums_;
};

}  // namespace

const LaneSlots& SlotCache::find(const Lanes& lanes, Direction direction, int index) {
  const Lane& lane = lanes.lane(direction, index);
  Set& set = sets_[static_cast<int>(direction)][static_cast<std::size_t>(index)];
  // An empty board's slots differ from those of an empty lane beside tiles.
  const std::uint64_t key = lane.key ^ (lanes.empty() ? 1 : 0);
  for (Entry& entry : set.ways)
    if (entry.key == key) return entry.slots;
  Entry& entry = set.ways[static_cast<std::size_t>(set.next)];
  set.next = (set.next + 1) % kWays;
  entry.key = key;
  SlotBuilder(lanes, direction, index, entry.slots).build([&](const Letter* run, int length) {
    const std::string text(reinterpret_cast<const char*>(run), static_cast<std::size_t>(length));
    const auto [known, fresh] = extensions_.try_emplace(text);
    if (fresh)
      known->second = lanes.lexicon().extensions().of({run, static_cast<std::size_t>(length)});
    return known->second;
  });
  return entry.slots;
}

}  // namespace zymurgy
