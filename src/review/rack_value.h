// The worth of a full rack: the equity of its best play above that of a random rack. Tables of it
// are made by self-play (making/rack_values.h).
//
// Without a table it is extrapolated from the leaves (extrapolated_value).
#pragma once

#include "lexicon/leave_table.h"

namespace zymurgy {

// In points. `racks` may be nullptr.
double rack_points(const LeaveTable& leaves, const LeaveTable* racks, const Rack& rack);

}  // namespace zymurgy
