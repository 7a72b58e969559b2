#include "review/rack_value.h"

#include <cstdint>

namespace zymurgy {

double rack_points(const LeaveTable& leaves, const LeaveTable* racks, const Rack& rack) {
  if (rack.size() < kRackSize) return in_points(leaves.value(rack));
  if (racks != nullptr) return in_points(racks->value(rack));
  const auto value = [&](std::uint32_t rank) { return leaves.at(rank); };
  return extrapolated_value(leaves, rack, value) / kPoint;
}

}  // namespace zymurgy
