// A filter for gaps: whether any letter forms a word between two runs of letters. Mostly none does,
// and one memory read here (the filter has a byte for each gap of each word) says so.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "game/huge_pages.h"
#include "game/random.h"
#include "lexicon/hash_slots.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

class GapFilter {
 public:
  // Covers the words of 4 to kBoardDim letters.
  explicit GapFilter(const WordGraph& graph);

  // The hash key of a gap. Two gaps share a key with probability 2^-64.
  static std::uint64_t key_of(const Gap& gap) {
    std::uint64_t before = 0, after = 0;
    for (const Letter letter : gap.before) before = longer(before, letter);
    for (std::size_t i = gap.after.size(); i-- > 0;) after = longer(after, gap.after[i]);
    return key_of(before, after);
  }

  // False means that no letter fits. Of gaps that no letter fits, one in eight is a false positive.
  bool may_be_filled(std::uint64_t key) const {
    const std::size_t bit = bit_of(key);
    return (bits_[bit / 64] >> (bit % 64) & 1) != 0;
  }
  // The address that may_be_filled reads, to prefetch.
  const void* place(std::uint64_t key) const { return &bits_[bit_of(key) / 64]; }

 private:
  // A run's key is built letter by letter towards the gap, so that the next gap of a word extends
  // the key of the previous one by one letter.
  static std::uint64_t longer(std::uint64_t key, Letter letter) { return (key + letter) * kGolden; }
  static std::uint64_t key_of(std::uint64_t before, std::uint64_t after) {
    return (before ^ std::rotl(after, 32)) * kGolden;
  }
  std::size_t bit_of(std::uint64_t key) const { return slot_of(key, size_); }

  std::size_t size_ = 64;  // bits
  HugeVector<std::uint64_t> bits_;
};

}  // namespace zymurgy
