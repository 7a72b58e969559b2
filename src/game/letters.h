// Letters, tiles and sets of letters: the small integers that everything else is made of.
//
// A Letter is 0 for the blank and 1..kMaxLetters for the letters of a tile set in its own order.
// A Tile is what lies on a square: 0 for nothing, a letter, or a letter with kBlankFlag for a
// blank played as that letter.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "game/bits.h"

namespace zymurgy {

using Letter = std::uint8_t;
using Tile = std::uint8_t;
using LetterSet = std::uint64_t;  // bit l is letter l
using Equity = std::int32_t;      // millipoints

inline constexpr int kMaxLetters = 50;
inline constexpr int kLetterCodes = kMaxLetters + 1;  // with the blank
inline constexpr Letter kBlank = 0;
inline constexpr Tile kEmpty = 0;
inline constexpr Tile kBlankFlag = 0x80;
inline constexpr int kRackSize = 7;
inline constexpr Equity kPoint = 1000;
constexpr double in_points(Equity equity) { return equity / static_cast<double>(kPoint); }
// `equity` in multiples of `unit`, rounded to nearest; halves go away from 0.
constexpr Equity in_units(Equity equity, Equity unit) {
  return (equity + (equity < 0 ? -unit : unit) / 2) / unit;
}

constexpr Letter letter_of(Tile tile) { return static_cast<Letter>(tile & 0x7f); }
constexpr bool is_blank(Tile tile) { return (tile & kBlankFlag) != 0; }
constexpr Tile blank_as(Letter letter) { return static_cast<Tile>(letter | kBlankFlag); }
// The rack letter that a tile on the board was played from.
constexpr Letter source_of(Tile tile) { return is_blank(tile) ? kBlank : tile; }

using LetterRun = std::span<const Letter>;  // consecutive letters
// One missing letter between two runs.
struct Gap {
  LetterRun before, after;
  constexpr std::size_t letters() const { return before.size() + after.size(); }
};

constexpr LetterSet set_of(Letter letter) { return LetterSet{1} << letter; }
constexpr bool contains(LetterSet set, Letter letter) { return ((set >> letter) & 1) != 0; }

// The letters of a set, the lowest first: for (const Letter letter : Letters(set)).
class Letters : public Bits<LetterSet, Letter> {
 public:
  constexpr explicit Letters(LetterSet set) : Bits(set) {}
};

// Removes and returns the lowest letter of a set that is not empty.
constexpr Letter pop_letter(LetterSet& set) {
  const auto letter = static_cast<Letter>(std::countr_zero(set));
  set &= set - 1;
  return letter;
}

}  // namespace zymurgy
