// A node's plays in the order in which they are tried.
#pragma once

#include <cstdint>
#include <span>

#include "endgame/lane_pool.h"

namespace zymurgy {

struct RankedPlay {
  std::int32_t order;
  std::int16_t cap;  // the value is no more than this
  LanePlay play;
};

// Gives out moves, the likeliest first: selected one by one, until a few were tried and a cut is
// less likely; then the rest is sorted.
class MovePicker {
 public:
  explicit MovePicker(std::span<RankedPlay> moves) : left_(moves) {}
  bool empty() const { return left_.empty(); }
  const RankedPlay& next(int tried);

 private:
  static constexpr int kFew = 6;
  std::span<RankedPlay> left_;
  bool sorted_ = false;
};

}  // namespace zymurgy
