// What a full rack is worth: the equity of its best play above that of a random rack.
//
// A leave table holds up to kRackSize - 1 tiles. A full rack's value is continued from it: the mean
// over pairs of its tiles of V(without one) + V(without the other) - V(without both).
#pragma once

#include "lexicon/leave_table.h"

namespace zymurgy {

double rack_points(const LeaveTable& leaves, const Rack& rack);

}  // namespace zymurgy
