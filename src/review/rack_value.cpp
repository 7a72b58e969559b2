#include "review/rack_value.h"

namespace zymurgy {

double rack_points(const LeaveTable& leaves, const LeaveTable* racks, const Rack& rack) {
  if (rack.size() < kRackSize) return static_cast<double>(leaves.value(rack)) / kPoint;
  if (racks != nullptr) return static_cast<double>(racks->value(rack)) / kPoint;
  std::array<Letter, kRackSize> tiles{};
  std::size_t size = 0;
  rack.for_each_tile([&](Letter letter) { tiles[size++] = letter; });
  Rack rest = rack;
  double singles = 0, pairs = 0;
  for (std::size_t i = 0; i < size; ++i) {
    rest.remove(tiles[i]);
    singles += leaves.value(rest);
    for (std::size_t j = i + 1; j < size; ++j) {
      rest.remove(tiles[j]);
      pairs += leaves.value(rest);
      rest.add(tiles[j]);
    }
    rest.add(tiles[i]);
  }
  constexpr double kPairs = kRackSize * (kRackSize - 1) / 2;
  return ((kRackSize - 1) * singles - pairs) / kPairs / kPoint;
}

}  // namespace zymurgy
