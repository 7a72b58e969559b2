// A filter that tells whether some word has exactly the given letters, in any order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "game/random.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

class Anagrams {
 public:
  explicit Anagrams(const WordGraph& words);

  // A multiset of letters is represented by the sum of its letters' numbers.
  static std::uint64_t of(Letter letter) { return kNumbers[letter]; }
  // False means that there is no such word; true, that there almost certainly is one.
  bool may_have(std::uint64_t letters) const {
    const std::uint64_t bit = letters & mask_;
    return (bits_[bit / 64] >> (bit % 64) & 1) != 0;
  }

 private:
  static constexpr auto kNumbers = [] {
    std::array<std::uint64_t, kLetterCodes> numbers{};
    for (std::size_t i = 0; i < kLetterCodes; ++i) numbers[i] = mix64(kGolden * (i + 1));
    return numbers;
  }();

  std::uint64_t mask_ = 0;
  std::vector<std::uint64_t> bits_;
};

}  // namespace zymurgy
