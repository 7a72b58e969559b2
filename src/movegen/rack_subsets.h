// The distinct sub-multisets of a rack: up to 128 ways to choose what to play and what to keep.
//
// Subset i and its leave, subset `count() - 1 - i`, are each other's complements.
#pragma once

#include <array>
#include <cstdint>

#include "game/tile_counts.h"
#include "lexicon/leave_table.h"
#include "lexicon/word_table.h"

namespace zymurgy {

class RackSubsets {
 public:
  static constexpr int kMax = 1 << kRackSize;
  static constexpr int kMaxOfSize = 35;  // C(7, 3)

  // A rack of at most kRackSize tiles.
  void assign(const Rack& rack, const WordTable& words, const LeaveTable& leaves);

  const Rack& rack() const { return rack_; }
  int count() const { return count_; }
  int complement(int i) const { return count_ - 1 - i; }
  int size(int i) const { return sizes_[i]; }
  int blanks(int i) const { return blanks_[i]; }
  MultisetKey key(int i) const { return keys_[i]; }  // of its letters without blanks
  // The rank in the leave table, for a subset smaller than kRackSize.
  std::uint32_t leave_rank(int i) const { return ranks_[i]; }
  // How many of the rack's j-th distinct letter (letter(j), ascending) subset i takes.
  int taken(int i, int j) const { return static_cast<int>(taken_[i] >> (8 * j) & 0xff); }
  int distinct() const { return distinct_; }
  Letter letter(int j) const { return letters_[j]; }
  int stride(int j) const { return strides_[j]; }  // added to i for one more of letter(j)
  TileCounts tiles(int i) const;

  // Indices of subsets of some sizes.
  struct Range {
    const std::uint8_t* first;
    const std::uint8_t* last;
    const std::uint8_t* begin() const { return first; }
    const std::uint8_t* end() const { return last; }
    std::size_t size() const { return static_cast<std::size_t>(last - first); }
  };
  Range of_size(int size) const { return of_sizes(size, size); }
  Range of_sizes(int least, int most) const {
    return {by_size_.data() + starts_[least], by_size_.data() + starts_[most + 1]};
  }

 private:
  Rack rack_;
  int count_ = 0;
  int distinct_ = 0;
  std::array<Letter, kRackSize> letters_;
  std::array<std::uint8_t, kRackSize> strides_;
  std::array<std::uint64_t, kMax> taken_;  // a byte for each distinct letter
  std::array<std::uint8_t, kMax> sizes_, blanks_, by_size_;
  std::array<std::uint8_t, kRackSize + 2> starts_;
  std::array<MultisetKey, kMax> keys_;
  std::array<std::uint32_t, kMax> ranks_;
};

}  // namespace zymurgy
