// A play beside the lanes that it would change: its lane with its tiles, and the runs that they
// make. Made in two steps as a HookedRun is: of several plays, make all before the first is looked
// up.
#pragma once

#include <array>
#include <cstdint>

#include "game/bits.h"
#include "game/move.h"
#include "movegen/lanes.h"

namespace zymurgy::nnue {

class LaidPlay {
 public:
  // Of a legal move; nothing is laid by what is no play.
  LaidPlay(const Lanes& lanes, const Move& move);
  // `memory`: of that lexicon.
  void look_up(const Lexicon& lexicon, GapMemory& memory);

  Direction along() const { return along_; }
  int lane() const { return lane_; }
  // The run along the lane.
  const HookedRun& main() const { return main_; }
  // Calls f(place, tile, run) for each tile laid, with the run that crosses the lane there; with
  // nullptr for the run if that is the tile alone and nothing else touches the places beside it.
  template <typename F>
  void for_each_tile(F&& f) const {
    const HookedRun* run = crossing_.data();
    for (const int place : Bits(places_)) {
      f(place, tiles_[place], (crossed_ >> place & 1) != 0 ? run++ : nullptr);
    }
  }

 private:
  Direction along_;
  int lane_ = 0;
  std::array<Tile, kBoardDim> tiles_;       // of the lane
  std::uint32_t places_ = 0, crossed_ = 0;  // bit per tile laid, and per one with a run
  HookedRun main_;
  std::array<HookedRun, kRackSize> crossing_;
};

}  // namespace zymurgy::nnue
