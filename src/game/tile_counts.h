// A multiset of letters: a rack, a leave, a bag, or the unseen tiles.
//
// At most 255 of a letter. `remove` takes tiles that must be there; `without` takes as many of them
// as there are. Multisets of the same tiles are equal, whatever order the tiles were added in.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <cstring>

#include "game/letters.h"

namespace zymurgy {

class TileCounts {
 public:
  int operator[](Letter letter) const { return counts_[letter]; }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }

  void add(Letter letter, int n = 1) {
    counts_[letter] = static_cast<std::uint8_t>(counts_[letter] + n);
    size_ = static_cast<std::uint16_t>(size_ + n);
  }
  void remove(Letter letter, int n = 1) { add(letter, -n); }

  void add(const TileCounts& other) {
    for (int l = 0; l < kLetterCodes; ++l)
      counts_[l] = static_cast<std::uint8_t>(counts_[l] + other.counts_[l]);
    size_ = static_cast<std::uint16_t>(size_ + other.size_);
  }
  void remove(const TileCounts& other) {
    for (int l = 0; l < kLetterCodes; ++l)
      counts_[l] = static_cast<std::uint8_t>(counts_[l] - other.counts_[l]);
    size_ = static_cast<std::uint16_t>(size_ - other.size_);
  }
  // Adds the tiles that are missing to include all of `other`.
  void include(const TileCounts& other) { add(other.without(*this)); }
  // The tiles in excess of `other`.
  TileCounts without(const TileCounts& other) const {
    TileCounts rest = *this;
    for (const Letter letter : Letters(other.letters())) {
      rest.remove(letter, std::min(rest[letter], other[letter]));
    }
    return rest;
  }
  bool includes(const TileCounts& other) const {
    for (int l = 0; l < kLetterCodes; ++l)
      if (counts_[l] < other.counts_[l]) return false;
    return true;
  }

  // The letters held at least once, the blank (bit 0) among them.
  LetterSet letters() const {
    LetterSet set = 0;
    for (std::size_t l = 0; l < kCodes; l += 8) {
      // Eight counts at a time: set a bit in each byte that is not 0, then gather the bits.
      std::uint64_t counts;
      std::memcpy(&counts, &counts_[l], sizeof counts);
      constexpr std::uint64_t kLow = 0x7f7f7f7f7f7f7f7f;
      const std::uint64_t held = ((((counts & kLow) + kLow) | counts) & ~kLow) >> 7;
      set |= (held * 0x0102040810204080) >> 56 << l;
    }
    return set;
  }

  // Calls f(letter) once per tile, in ascending order.
  template <typename F>
  void for_each_tile(F&& f) const {
    for (const Letter letter : Letters(letters())) {
      for (int n = counts_[letter]; n > 0; --n) f(letter);
    }
  }

  // The greater has more of the first letter in which they differ.
  auto operator<=>(const TileCounts&) const = default;

 private:
  static constexpr std::size_t kCodes = (kLetterCodes + 7) / 8 * 8;
  static_assert(std::endian::native == std::endian::little);

  std::array<std::uint8_t, kCodes> counts_{};
  std::uint16_t size_ = 0;
};

using Rack = TileCounts;

}  // namespace zymurgy
