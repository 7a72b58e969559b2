// Iterates over the set bits of a word, lowest first: for (const int place : Bits(mask)). A place
// may also be a Letter (game/letters.h).
#pragma once

#include <bit>
#include <concepts>

namespace zymurgy {

template <std::unsigned_integral Word, typename Place = int>
class Bits {
 public:
  constexpr explicit Bits(Word word) : word_(word) {}

  struct End {};
  class Iterator {
   public:
    constexpr explicit Iterator(Word rest) : rest_(rest) {}
    constexpr Place operator*() const { return static_cast<Place>(std::countr_zero(rest_)); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    constexpr bool operator!=(End) const { return rest_ != 0; }

   private:
    Word rest_;
  };
  constexpr Iterator begin() const { return Iterator(word_); }
  constexpr End end() const { return {}; }

 private:
  Word word_;
};

}  // namespace zymurgy
