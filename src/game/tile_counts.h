// A multiset of letters: a rack, a leave, a bag, the tiles one does not see.
#pragma once

#include <array>
#include <cstdint>

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
  bool includes(const TileCounts& other) const {
    for (int l = 0; l < kLetterCodes; ++l)
      if (counts_[l] < other.counts_[l]) return false;
    return true;
  }

  // The letters held at least once, the blank (bit 0) among them.
  LetterSet letters() const {
    LetterSet set = 0;
    for (int l = 0; l < kLetterCodes; ++l) set |= LetterSet{counts_[l] != 0} << l;
    return set;
  }

  // Calls f(letter) once a tile, in ascending order.
  template <typename F>
  void for_each_tile(F&& f) const {
    for (LetterSet rest = letters(); rest != 0;) {
      const Letter letter = pop_letter(rest);
      for (int n = counts_[letter]; n > 0; --n) f(letter);
    }
  }

  bool operator==(const TileCounts&) const = default;

 private:
  std::array<std::uint8_t, kLetterCodes> counts_{};
  std::uint16_t size_ = 0;
};

using Rack = TileCounts;

}  // namespace zymurgy
