// The places of a word's ones, the lowest first: for (const int place : Bits(mask)).
#pragma once

#include <bit>
#include <concepts>

namespace zymurgy {

template <std::unsigned_integral Word>
class Bits {
 public:
  constexpr explicit Bits(Word word) : word_(word) {}

  struct End {};
  class Iterator {
   public:
    constexpr explicit Iterator(Word rest) : rest_(rest) {}
    constexpr int operator*() const { return std::countr_zero(rest_); }
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
