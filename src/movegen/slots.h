// Slots: the places of a lane where a main word can stand.
//
// A slot is a run of squares with no tile right before or after it, at least one and at most
// kRackSize of them empty, that touches a tile (or covers the start square of an empty board).
// Every play is one slot and one word, so generating plays means fitting words to slots. But for
// the tiles laid, a slot's score depends on the board alone, so slots are kept from turn to turn
// for lanes that did not change.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "lexicon/word_table.h"
#include "movegen/lanes.h"

namespace zymurgy {

// Points of a rack's tiles, or weights of as many squares, in descending order, padded with zeros
// to fill a register.
using Descending = std::array<std::int16_t, 8>;

struct Slot {
  MultisetKey through_key;  // of the letters played through
  std::uint32_t free;       // bit per square of the lane where a tile is laid
  std::int16_t base;        // points that do not depend on the tiles laid, without the bonus
  std::int16_t word_multiplier;
  std::uint8_t first, length;  // squares of the lane
  std::uint8_t tiles;          // number to lay
  Letter through;              // the letter played through, kBlank for none, kSeveral
  Descending weights;  // what one point of a tile on each unchecked square adds to the score

  static constexpr Letter kSeveral = kLetterCodes;

  // A bit per square of the lane that is played through.
  std::uint32_t through_squares() const { return (((1U << length) - 1) << first) & ~free; }
};

// What one point of a tile laid on a place of the lane adds to the score of a word there.
inline int weight_at(const Lane& lane, const Layout& layout, Direction direction, int index,
                     int place, int word_multiplier) {
  const Premium premium = layout.at(square_at(direction, index, place));
  const bool crossed = ((lane.crossed >> place) & 1) != 0;
  return premium.letter * (word_multiplier + (crossed ? premium.word : 0));
}

// The slots of a lane, and the letters that its squares accept: the cross-set without the letters
// that no word has beside the lane's tiles before and after the square.
struct LaneSlots {
  std::vector<Slot> slots;
  std::array<LetterSet, kBoardDim> usable;
  // Squares that do not accept every letter, or whose tiles also score in a cross word.
  std::uint32_t checked = 0;
};

// A cache of the slots of the latest lanes, including a few earlier boards (searches come back to
// them). Use one per layout: the key of a lane does not include its premiums.
class SlotCache {
 public:
  const LaneSlots& find(const Lanes& lanes, Direction direction, int index);

 private:
  struct Entry {
    std::uint64_t key = 0;
    LaneSlots slots;
  };
  static constexpr int kWays = 4;
  struct Set {
    std::array<Entry, kWays> ways;
    int next = 0;
  };
  std::array<std::array<Set, kBoardDim>, 2> sets_;
  // Extensions of runs of tiles: the same few runs lie on the board all game long.
  std::unordered_map<std::string, Extension> extensions_;
};

}  // namespace zymurgy
