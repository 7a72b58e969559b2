// A play laid on a copy of its lane: the lane with the play's tiles, and the runs that these form.
// Built in two steps, as a HookedRun is: for several plays, construct all before the first look_up.
#pragma once

#include <array>
#include <cstdint>

#include "game/bits.h"
#include "game/move.h"
#include "movegen/lanes.h"

namespace zymurgy::nnue {

class LaidPlay {
 public:
  // `move` must be legal; one that is not a play lays nothing.
  LaidPlay(const Lanes& lanes, const Move& move);
  // `memory` must be of `lexicon`.
  void look_up(const Lexicon& lexicon, GapCache& memory);

  Direction along() const { return along_; }
  int lane() const { return lane_; }
  // The run along the lane.
  const HookedRun& main() const { return main_; }
  // Calls f(place, tile, run) for each tile laid, with the run that crosses the lane there, or with
  // nullptr if that run is the tile alone and nothing else touches the places beside it.
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
  std::array<Tile, kBoardDim> tiles_;       // the lane's, with those of the play
  std::uint32_t places_ = 0, crossed_ = 0;  // bit per tile laid; bit per laid tile with a run
  HookedRun main_;
  std::array<HookedRun, kRackSize> crossing_;
};

}  // namespace zymurgy::nnue
