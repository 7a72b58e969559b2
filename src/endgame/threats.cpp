#include "endgame/threats.h"

#include <algorithm>
#include <tuple>

namespace zymurgy {

void Threats::sort() {
  std::sort(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(count_),
            [](const Threat& a, const Threat& b) {
              const auto place = [](const Threat& its) {
                return std::tuple(-its.score, its.place.lane, its.place.first, its.place.laid);
              };
              return place(a) < place(b);
            });
}

const Threat* Threats::untouched(LaneSet touched) const {
  for (const Threat& its : all())
    if ((touched >> its.place.lane & 1) == 0) return &its;
  return nullptr;
}

const Threat* Threats::apart(const LanePool& pool, const SolverBoard& board,
                             const Footprint& move) const {
  for (const Threat& its : all())
    if (pool.apart(board, move, its.place)) return &its;
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
