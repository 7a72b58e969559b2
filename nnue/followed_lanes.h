// The accumulators of a position's lanes, and the units mixed from them. Each position is reached
// from the previous one by updating the places that differ, so that following a game turn by turn
// costs little.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "movegen/lanes.h"
#include "nnue/lane_rows.h"
#include "nnue/lane_updates.h"

namespace zymurgy::nnue {

// Where each lane's accumulator and units are stored, rows before columns.
struct WorkedLanes {
  std::array<Row, kLanes> lanes, units;
};
constexpr std::size_t lane_index(Direction direction, int lane) {
  return static_cast<std::size_t>(direction) * kBoardDim + static_cast<std::size_t>(lane);
}

class FollowedLanes {
 public:
  // The most rows noted for a place that gets a tile or a new hook: what it no longer shows, then
  // the tile, or the hook's points and each of its letters.
  static constexpr std::size_t kOfTile = 2, kOfHook = 2 + kMaxLetters;

  // The network must outlive this object; the lanes followed must be of `lexicon`. Claims the units
  // of an empty board.
  FollowedLanes(const Network& network, const Lexicon& lexicon, LaneUpdates& updates);

  // Updates accumulators and units to `lanes`, and applies all claimed updates.
  void follow(const Lanes& lanes, LaneUpdates& updates);
  const WorkedLanes& worked() const { return worked_; }

  // Note what changes where a play lays a tile, where it hooks a place, and where a single tile of
  // it hooks a place (as LaneRows::beside) that nothing has hooked so far.
  void note_tile(Direction direction, int lane, int place, Tile tile, RowCursor& note) {
    note_gone(lane_index(direction, lane), place, note);
    note(rows_.of_tile(lane, place, tile));
  }
  void note_hook(Direction direction, int lane, int place, const Hook& hook, RowCursor& note) {
    note_gone(lane_index(direction, lane), place, note);
    rows_.note_hook(lane, place, hook, note);
  }
  void note_beside(int lane, int place, Tile tile, bool before, RowCursor& note) const {
    note(rows_.beside(lane, place, tile, before));
  }

 private:
  // The most rows of one lane's update in `follow`, with RowChanges' padding.
  static constexpr std::size_t kOfLane = kBoardDim * kOfHook + kRowsAtOnce - 1;
  static_assert(kOfLane <= RowChanges::kMostRows - kRowsAtOnce);

  // Notes what a place of a lane shows.
  void note_place(const Lane& lane, int index, int place, RowCursor& note) const;
  // For an empty place: notes that its present hook, if any, is gone.
  void note_gone(std::size_t lane, int place, RowCursor& note) {
    if ((shown_[lane].crossed >> place & 1) != 0) note(taken_away(lane, place));
  }
  // The negated sum of what a place shows, computed when first needed.
  Row taken_away(std::size_t lane, int place) {
    std::int16_t* sum =
        &negated_sums_[(lane * kBoardDim + static_cast<std::size_t>(place)) * width_];
    if ((summed_[lane] >> place & 1) == 0) sum_up(lane, place, sum);
    return sum;
  }
  void sum_up(std::size_t lane, int place, std::int16_t* sum);
  std::int16_t* accumulator(std::size_t lane) { return &accumulators_[lane * width_]; }
  std::int16_t* units(std::size_t lane) { return &units_[lane * units_of_lane_]; }

  std::size_t width_, units_of_lane_;
  LaneRows rows_;
  CacheLines<std::int16_t> accumulators_, units_;
  WorkedLanes worked_;                          // points into accumulators_ and units_
  std::array<Lane, kLanes> shown_;              // what the accumulators hold
  CacheLines<std::int16_t> negated_sums_;       // for each place: the negated sum of what it shows
  std::array<std::uint32_t, kLanes> summed_{};  // bit per place whose sum is in negated_sums_
};

}  // namespace zymurgy::nnue
