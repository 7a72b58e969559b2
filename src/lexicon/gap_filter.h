// Whether any letter makes a word between two runs of letters. Mostly none does, and one read of
// memory here (a byte for each gap of each word) says so.
#pragma once

#include <cstdint>

#include "lexicon/huge_pages.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

class GapFilter {
 public:
  // Of the words of 4 to kBoardDim letters.
  explicit GapFilter(const WordGraph& graph);

  // False if no letter does; true in one case in eight though none does.
  bool may_be_filled(const Letter* before, int before_length, const Letter* after,
                     int after_length) const {
    const std::size_t bit = bit_of(before, before_length, after, after_length);
    return (bits_[bit / 64] >> (bit % 64) & 1) != 0;
  }
  // What that reads, to be fetched ahead.
  const void* place(const Letter* before, int before_length, const Letter* after,
                    int after_length) const {
    return &bits_[bit_of(before, before_length, after, after_length) / 64];
  }

 private:
  // A run's key is made letter by letter towards the gap, so that the next gap of a word has the
  // last one's key and one letter more.
  static std::uint64_t longer(std::uint64_t key, Letter letter) {
    return (key + letter) * 0x9e3779b97f4a7c15U;
  }
  std::size_t bit_of(std::uint64_t before, std::uint64_t after) const {
    const std::uint64_t both = (before ^ after >> 32) * 0x9e3779b97f4a7c15U;
    return static_cast<std::size_t>(((both >> 32) * size_) >> 32);
  }
  std::size_t bit_of(const Letter* before, int before_length, const Letter* after,
                     int after_length) const {
    std::uint64_t before_key = 0, after_key = 0;
    for (int i = 0; i < before_length; ++i) before_key = longer(before_key, before[i]);
    for (int i = after_length; i-- > 0;) after_key = longer(after_key, after[i]);
    return bit_of(before_key, after_key);
  }

  std::size_t size_ = 64;  // bits
  HugeVector<std::uint64_t> bits_;
};

}  // namespace zymurgy
