#include "movegen/rack_subsets.h"

#include "game/counting.h"
#include "game/result.h"

namespace zymurgy {

void RackSubsets::assign(const Rack& rack, const WordTable& words, const LeaveTable& leaves) {
  ZYMURGY_CHECK(rack.size() <= kRackSize);
  rack_ = rack;
  distinct_ = 0;
  taken_[0] = 0;
  sizes_[0] = blanks_[0] = 0;
  keys_[0] = 0;
  ranks_[0] = 0;
  std::uint64_t one = 0;  // one tile of the letter at hand, as in taken_
  count_ = for_each_part(rack, [&](int part, int with, Letter letter) {
    if (part == 0) {
      one = std::uint64_t{1} << (8 * distinct_);
      strides_[distinct_] = static_cast<std::uint8_t>(with);
      letters_[distinct_++] = letter;
    }
    const int size = sizes_[part] + 1;
    taken_[with] = taken_[part] + one;
    sizes_[with] = static_cast<std::uint8_t>(size);
    blanks_[with] = static_cast<std::uint8_t>(blanks_[part] + (letter == kBlank));
    keys_[with] = keys_[part] + words.key(letter);
    ranks_[with] = size < kRackSize ? ranks_[part] + leaves.step(size, letter) : 0;
  });

  std::array<int, kRackSize + 2> cursor{};
  for (int i = 0; i < count_; ++i) ++cursor[sizes_[i] + 1];
  for (int size = 0; size <= kRackSize; ++size) {
    cursor[size + 1] += cursor[size];
    starts_[size] = static_cast<std::uint8_t>(cursor[size]);
  }
  starts_[kRackSize + 1] = static_cast<std::uint8_t>(count_);
  for (int i = 0; i < count_; ++i) by_size_[cursor[sizes_[i]]++] = static_cast<std::uint8_t>(i);

  for (int i = 0; i < count_; ++i)
    if (sizes_[i] < kRackSize) ranks_[i] += leaves.base(sizes_[i]);
}

TileCounts RackSubsets::tiles(int i) const {
  TileCounts tiles;
  for (int j = 0; j < distinct_; ++j) tiles.add(letters_[j], taken(i, j));
  return tiles;
}

}  // namespace zymurgy
