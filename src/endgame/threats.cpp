#include "endgame/threats.h"

#include <algorithm>
#include <tuple>

namespace zymurgy {

void Threats::sort() {
  std::sort(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(count_),
            [](const Threat& a, const Threat& b) {
              const auto place = [](const Threat& threat) {
                return std::tuple(-threat.score, threat.place.lane, threat.place.first,
                                  threat.place.laid);
              };
              return place(a) < place(b);
            });
}

const Threat* Threats::untouched(LaneSet touched) const {
  for (const Threat& threat : all())
    if ((touched >> threat.place.lane & 1) == 0) return &threat;
  return nullptr;
}

const Threat* Threats::apart(const LanePool& pool, const SolverBoard& board,
                             const Footprint& move) const {
  for (const Threat& threat : all())
    if (pool.apart(board, move, threat.place)) return &threat;
  return nullptr;
}

std::uint64_t Threats::all_apart(const LanePool& pool, const SolverBoard& board,
                                 const Footprint& move) const {
  std::uint64_t set = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(count_, 64); ++i)
    set |= std::uint64_t{pool.apart(board, move, all_[i].place)} << i;
  return set;
}

}  // namespace zymurgy
