// The plays that a side threatens, and which of them the other side's moves leave intact.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "endgame/lane_pool.h"

namespace zymurgy {

// How many plays that go out are kept for each lane.
inline constexpr int kOutsALane = 3;

struct Threat {  // a play
  int score;
  Footprint place;
};

// Once sorted, the highest scores come first.
class Threats {
 public:
  bool empty() const { return count_ == 0; }
  int best() const { return all_[0].score; }
  int best_of(std::uint64_t set) const { return all_[std::countr_zero(set)].score; }
  void clear() { count_ = 0; }
  void add(const Threat& threat) { all_[count_++] = threat; }
  void sort();
  // The best threat on none of these lanes; null if there is none.
  const Threat* untouched(LaneSet touched) const;
  // The best threat that can still be made after the move; null if there is none.
  const Threat* apart(const LanePool& pool, const SolverBoard& board, const Footprint& move) const;
  // All such threats as a bit set, with the best in bit 0. Only the best 64 are covered.
  std::uint64_t all_apart(const LanePool& pool, const SolverBoard& board,
                          const Footprint& move) const;

 private:
  std::span<const Threat> all() const { return std::span(all_).first(count_); }

  std::array<Threat, kOutsALane * kLanes> all_;
  std::size_t count_ = 0;
};

}  // namespace zymurgy
