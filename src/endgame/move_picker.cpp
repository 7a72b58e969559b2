#include "endgame/move_picker.h"

#include <algorithm>
#include <utility>

namespace zymurgy {

const RankedPlay& MovePicker::next(int tried) {
  const auto by_order = [](const RankedPlay& a, const RankedPlay& b) { return a.order > b.order; };
  if (tried < kFew)
    std::iter_swap(left_.begin(), std::min_element(left_.begin(), left_.end(), by_order));
  else if (!std::exchange(sorted_, true))
    std::sort(left_.begin(), left_.end(), by_order);
  const RankedPlay& likeliest = left_.front();
  left_ = left_.subspan(1);
  return likeliest;
}

}  // namespace zymurgy
