#include "play/bag.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace zymurgy {

void Bag::fill(const TileCounts& tiles, std::uint64_t seed) {
  row_.clear();
  tiles.for_each_tile([&](Letter letter) { row_.push_back(letter); });
  begin_ = 0;
  end_ = row_.size();
  Random random = Random::stream(seed, 0);
  shuffle(std::span(row_), random);
  for (std::uint64_t seat = 0; seat < 2; ++seat) places_[seat] = Random::stream(seed, 1, seat);
}

TileCounts Bag::draw(int seat, int count) {
  TileCounts drawn;
  for (int n = std::min(count, size()); n > 0; --n)
    drawn.add(seat == 0 ? row_[--end_] : row_[begin_++]);
  return drawn;
}

void Bag::put_back(int seat, const TileCounts& tiles) {
  tiles.for_each_tile([&](Letter letter) {
    const auto place = places_[seat].below(static_cast<std::uint32_t>(size() + 1));
    // Make room at an end that has space; the other tiles keep their order.
    const auto first = row_.begin() + static_cast<std::ptrdiff_t>(begin_);
    const auto last = row_.begin() + static_cast<std::ptrdiff_t>(end_);
    if (begin_ > 0) {
      std::move(first, first + place, first - 1);
      --begin_;
    } else {
      std::move_backward(first + place, last, last + 1);
      ++end_;
    }
    row_[begin_ + place] = letter;
  });
}

}  // namespace zymurgy
