// A multiset of letters: a rack, a leave, a bag, the tiles one does not see.
//
// At most 255 of a letter. `remove` takes tiles that are there; `without`, of two multisets, takes
// as many as there are. Two of the same tiles are equal, whatever order they came in.
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
  // Adds what is lacking to include all of `other`.
  void include(const TileCounts& other) { add(other.without(*this)); }
  // What there is more of than in `other`.
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
      // Eight at a time: a bit in each byte that is not 0, then the bits side by side.
      std::uint64_t counts;
      std::memcpy(&counts, &counts_[l], sizeof counts);
      constexpr std::uint64_t kLow = 0x7f7f7f7f7f7f7f7f;
      const std::uint64_t held = ((((counts & kLow) + kLow) | counts) & ~kLow) >> 7;
      set |= (held * 0x0102040810204080) >> 56 << l;
    }
    return set;
  }

  // Calls f(letter) once a tile, in ascending order.
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
