#include "movegen/slots.h"

#include <algorithm>
#include <bit>

#include "game/bits.h"

namespace zymurgy {
namespace {

// A mask of the squares from a place on.
constexpr std::uint32_t squares_from(int place) { return ~std::uint32_t{0} << place; }

class SlotBuilder {
 public:
  SlotBuilder(const Lanes& lanes, Direction direction, int index, LaneSlots& made)
      : lanes_(lanes), lane_(lanes.lane(direction, index)), direction_(direction), made_(made) {
    for (int i = 0; i < kBoardDim; ++i)
      premiums_[i] = lanes.layout().at(square_at(direction, index, i));
    touching_ = lane_.taken | lane_.crossed;
    const Square start = lanes.layout().start();
    if (lanes.empty() && index == lane_through(start, direction))
      touching_ |= 1U << place_along(start, direction);
  }

  template <typename ExtensionOf>
  void build(ExtensionOf&& extension_of) {
    made_.slots.clear();
    if (touching_ == 0) {
      made_.checked = 0;
      return;
    }
    narrow(extension_of);
    sum_up();
    for (const int first : Bits(kWholeLane & ~(lane_.taken << 1))) build_from(first);
  }

 private:
  // Sums over the squares before a place; a stretch of squares has the difference of two.
  struct Sums {
    MultisetKey through_key = 0;
    int through_points = 0, cross_points = 0;
    // How many unchecked squares multiply a letter by 1, 2, 3, 4 at least: one byte for each.
    std::uint32_t multipliers = 0;
  };

  // Finds the letters that each empty square accepts.
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
        const Extension extension =
            extension_of(LetterRun(run).first(static_cast<std::size_t>(end - first)));
        if (first > 0) usable[first - 1] &= extension.before;
        if (end < kBoardDim) usable[end] &= extension.after;
      }
      first = end;
    }
    made_.checked = lane_.crossed;
    const LetterSet all = lanes_.lexicon().tiles().all_letters();
    for (const int i : Bits(kWholeLane & ~lane_.taken)) {
      if (usable[i] != all) made_.checked |= 1U << i;
      if (usable[i] == 0) dead_ |= 1U << i;
    }
  }

  void sum_up() {
    const TileSet& tiles = lanes_.lexicon().tiles();
    const WordTable& words = lanes_.lexicon().words();
    for (int i = 0; i < kBoardDim; ++i) {
      Sums sums = sums_[i];
      if (const Tile tile = lane_.tiles[i]; tile != kEmpty) {
        sums.through_key += words.key(letter_of(tile));
        sums.through_points += tiles.score_on_board(tile);
      } else {
        if ((lane_.crossed >> i & 1) != 0)
          sums.cross_points += lane_.cross_points[i] * premiums_[i].word;
        if ((made_.checked >> i & 1) == 0)
          sums.multipliers += 0x01010101U >> (8 * (4 - premiums_[i].letter));
      }
      sums_[i + 1] = sums;
    }
  }

  // Adds every slot that starts at a place: it ends where no tile follows, touches something, and
  // has no more empty squares than a rack has tiles.
  void build_from(int first) {
    const std::uint32_t ahead = squares_from(first) & kWholeLane;
    if ((touching_ & ahead) == 0) return;
    std::uint32_t too_far = ahead & ~lane_.taken;  // the eighth empty square and those after it
    for (int i = 0; i < kRackSize; ++i) too_far &= too_far - 1;
    too_far |= dead_ & ahead;
    const int limit = too_far == 0 ? kBoardDim : std::countr_zero(too_far);
    const int nearest = std::max(std::countr_zero(touching_ & ahead), first + 1);
    const std::uint32_t closed = ~(lane_.taken >> 1);

    int multiplier = 1, place = first;  // word multiplier of the squares before `place`
    for (const int last :
         Bits(closed & squares_from(nearest) & ~squares_from(limit) & kWholeLane)) {
      const int end = last + 1;
      for (; place < end; ++place)
        if (lane_.tiles[place] == kEmpty) multiplier *= premiums_[place].word;
      add(first, end, multiplier);
    }
  }

  void add(int first, int end, int multiplier) {
    const std::uint32_t squares = squares_from(first) & ~squares_from(end);
    const std::uint32_t free = squares & ~lane_.taken;
    if (free == 0) return;
    const int tiles = std::popcount(free);
    // A single tile that forms words both ways belongs to the horizontal lane.
    if (tiles == 1 && (free & lane_.crossed) != 0 && direction_ == Direction::kVertical) return;
    const Sums &low = sums_[first], &high = sums_[end];
    const std::uint32_t through = squares & lane_.taken;

    Slot& slot = made_.slots.emplace_back();
    slot.through_key = high.through_key - low.through_key;
    slot.free = free;
    slot.base = static_cast<std::int16_t>((high.through_points - low.through_points) * multiplier +
                                          high.cross_points - low.cross_points);
    slot.word_multiplier = static_cast<std::int16_t>(multiplier);
    slot.first = static_cast<std::uint8_t>(first);
    slot.length = static_cast<std::uint8_t>(end - first);
    slot.tiles = static_cast<std::uint8_t>(tiles);
    slot.through = through == 0 ? kBlank
                   : (through & (through - 1)) != 0
                       ? Slot::kSeveral
                       : letter_of(lane_.tiles[std::countr_zero(through)]);
    slot.weights = weights(high.multipliers - low.multipliers, multiplier);
  }

  // The square with the i-th highest multiplier (from 0) is in each of the counts above i.
  static Descending weights(std::uint32_t multipliers, int word_multiplier) {
    Descending weights{};
    for (; multipliers != 0; multipliers >>= 8) {
      const auto count = static_cast<std::int16_t>(multipliers & 0xff);
      for (std::int16_t i = 0; i < std::ssize(weights); ++i)
        weights[i] = static_cast<std::int16_t>(weights[i] + (i < count ? word_multiplier : 0));
    }
    return weights;
  }

  const Lanes& lanes_;
  const Lane& lane_;
  const Direction direction_;
  LaneSlots& made_;
  std::uint32_t touching_ = 0;  // squares of which a slot must hold one
  std::uint32_t dead_ = 0;      // empty squares that take no letter
  std::array<Premium, kBoardDim> premiums_;
  std::array<Sums, kBoardDim + 1> sums_;
};

}  // namespace

const LaneSlots& SlotCache::find(const Lanes& lanes, Direction direction, int index) {
  const Lane& lane = lanes.lane(direction, index);
  Set& set = sets_[static_cast<int>(direction)][index];
  // An empty lane's slots differ between an empty board and one with tiles.
  const std::uint64_t key = lane.key ^ (lanes.empty() ? 1 : 0);
  for (Entry& entry : set.ways)
    if (entry.key == key) return entry.slots;
  Entry& entry = set.ways[set.next];
  set.next = (set.next + 1) % kWays;
  entry.key = key;
  SlotBuilder(lanes, direction, index, entry.slots).build([&](LetterRun run) {
    const std::string text(run.begin(), run.end());
    const auto [known, fresh] = extensions_.try_emplace(text);
    if (fresh) known->second = lanes.lexicon().extensions().of(run);
    return known->second;
  });
  return entry.slots;
}

}  // namespace zymurgy
