// The accumulators of a position's lanes, and the units that are mixed of them. They follow from
// one position to the next, place by place where these differ, so that a game followed turn by turn
// costs little.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "movegen/lanes.h"
#include "nnue/lane_rows.h"
#include "nnue/lane_updates.h"

namespace zymurgy::nnue {

// Where the accumulator of each lane stands, rows before columns, and where its units do.
struct WorkedLanes {
  std::array<Row, kLanes> lanes, units;
};
constexpr std::size_t lane_index(Direction direction, int lane) {
  return static_cast<std::size_t>(direction) * kBoardDim + static_cast<std::size_t>(lane);
}

class FollowedLanes {
 public:
  // The most rows that are noted of a place where a tile comes to lie or a hook changes: what it no
  // longer shows, then the tile, or the points and each letter.
  static constexpr std::size_t kOfTile = 2, kOfHook = 2 + kMaxLetters;

  // The network must outlive it; the lanes are of that lexicon. Claims the units of an empty board.
  FollowedLanes(const Network& network, const Lexicon& lexicon, LaneUpdates& updates);

  // Brings them to these lanes; applies all that is claimed.
  void follow(const Lanes& lanes, LaneUpdates& updates);
  const WorkedLanes& worked() const { return worked_; }

  // Notes what changes where a play lays a tile, where it hooks a place, and where a single tile of
  // it hooks one (as LaneRows::beside) that nothing has hooked so far.
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
  // The most rows of a lane that is followed, filled up by RowChanges.
  static constexpr std::size_t kOfLane = kBoardDim * kOfHook + kRowsAtOnce - 1;
  static_assert(kOfLane <= RowChanges::kMostRows - kRowsAtOnce);

  // Notes what a place of a lane shows.
  void note_place(const Lane& lane, int index, int place, RowCursor& note) const;
  // Of an empty place: that what hooks it so far is gone.
  void note_gone(std::size_t lane, int place, RowCursor& note) {
    if ((shown_[lane].crossed >> place & 1) != 0) note(taken_away(lane, place));
  }
  // What a place shows, negative: summed when it is first asked for.
  Row taken_away(std::size_t lane, int place) {
    std::int16_t* sum = &shows_[(lane * kBoardDim + static_cast<std::size_t>(place)) * wide_];
    if ((summed_[lane] >> place & 1) == 0) sum_up(lane, place, sum);
    return sum;
  }
  void sum_up(std::size_t lane, int place, std::int16_t* sum);
  std::int16_t* accumulator(std::size_t lane) { return &accumulators_[lane * wide_]; }
  std::int16_t* units(std::size_t lane) { return &units_[lane * units_of_lane_]; }

  std::size_t wide_, units_of_lane_;
  LaneRows rows_;
  CacheLines<std::int16_t> accumulators_, units_;
  WorkedLanes worked_;                          // these
  std::array<Lane, kLanes> shown_;              // what they show
  CacheLines<std::int16_t> shows_;              // of each place: what it shows, summed and negative
  std::array<std::uint32_t, kLanes> summed_{};  // bit per place of which shows_ holds the sum
};

}  // namespace zymurgy::nnue
