// A node's plays in the order in which they are tried.
#pragma once

#include <cstdint>
#include <span>

#include "endgame/lane_pool.h"

namespace zymurgy {

struct RankedPlay {
  std::int32_t order;
  std::int16_t cap;  // an upper bound on the play's value
  LanePlay play;
};

// Yields moves, the most promising first. The first few are selected one by one; after those a cut
// is less likely, so the rest are sorted.
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
