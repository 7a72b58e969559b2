#include "review/rack_value.h"

namespace zymurgy {

double rack_points(const LeaveTable& leaves, const LeaveTable* racks, const Rack& rack) {
  if (rack.size() < kRackSize) return static_cast<double>(leaves.value(rack)) / kPoint;
  if (racks != nullptr) return static_cast<double>(racks->value(rack)) / kPoint;
  const auto value = [&](std::uint32_t rank) { return leaves.at(rank); };
  return from_fewer_tiles(leaves, rack, value) / kPoint;
}

}  // namespace zymurgy
