// An upper bound on the scores of a rack's plays on a lane, without listing them.
#pragma once

#include <array>
#include <cstdint>

#include "endgame/anagrams.h"
#include "endgame/lane_pool.h"
#include "game/rules.h"

namespace zymurgy {

class LaneCeiling {
 public:
  struct Scores {
    static constexpr int kNoPlay = -30000;
    int whole = kNoPlay, others = kNoPlay;  // of plays of the whole rack, and of the others
  };

  // `anagrams` are of the words that can still be spelled. All must outlive this.
  LaneCeiling(const TileSet& tiles, const Layout& layout, const Rules& rules,
              const Anagrams& anagrams, const LanePool& pool)
      : tiles_(&tiles), layout_(&layout), rules_(&rules), anagrams_(&anagrams), pool_(&pool) {}

  // Sets the rack whose plays are bounded.
  void set(const TileCounts& rack);
  Scores of(const PooledLane& lane) const;

 private:
  const TileSet* tiles_;
  const Layout* layout_;
  const Rules* rules_;
  const Anagrams* anagrams_;
  const LanePool* pool_;

  LetterSet own_ = 0;  // the rack's letters, or all with a blank
  bool blank_ = false;
  int count_ = 0;
  std::array<int, kRackSize> points_{};  // of the rack's tiles, highest first
  std::uint64_t letters_ = 0;            // the rack's sum of Anagrams::of
};

}  // namespace zymurgy
