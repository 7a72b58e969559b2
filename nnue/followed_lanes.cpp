#include "nnue/followed_lanes.h"

#include <algorithm>
#include <cstdint>

#include "game/bits.h"

namespace zymurgy::nnue {
namespace {

std::uint32_t differing_places(const Lane& before, const Lane& after) {
  std::uint32_t different = before.crossed ^ after.crossed;
  for (int place = 0; place < kBoardDim; ++place) {
    const std::uint64_t difference =
        static_cast<std::uint64_t>(before.tiles[place] ^ after.tiles[place]) |
        static_cast<std::uint64_t>(before.cross_points[place] ^ after.cross_points[place]) |
        (before.cross[place] ^ after.cross[place]);
    different |= std::uint32_t{difference != 0} << place;
  }
  return different;
}

}  // namespace

FollowedLanes::FollowedLanes(const Network& network, const Lexicon& lexicon, LaneUpdates& updates)
    : width_(static_cast<std::size_t>(network.sizes.width)),
      units_of_lane_(static_cast<std::size_t>(network.sizes.units)),
      rows_(network, lexicon),
      accumulators_(kLanes * width_),
      units_(kLanes * units_of_lane_),
      negated_sums_(kLanes * kBoardDim * width_) {
  for (std::size_t i = 0; i < kLanes; ++i) {
    std::copy_n(rows_.of_lane(static_cast<int>(i % kBoardDim)), width_, accumulator(i));
    worked_.lanes[i] = accumulator(i);
    worked_.units[i] = units(i);
    updates.claim_units(accumulator(i), units(i));
  }
}

void FollowedLanes::follow(const Lanes& lanes, LaneUpdates& updates) {
  RowCursor note = updates.rows();
  for_each_lane([&](int at, Direction direction, int i) {
    const Lane& lane = lanes.lane(direction, i);
    const auto index = static_cast<std::size_t>(at);
    Lane& before = shown_[index];
    if (before.key == lane.key) return;
    if (!updates.room(kOfLane)) {
      updates.apply();
      note = updates.rows();
    }
    const std::uint32_t different = differing_places(before, lane);
    for (const int place : Bits(different)) {
      if (((before.taken | before.crossed) >> place & 1) != 0) note(taken_away(index, place));
      note_place(lane, i, place, note);
    }
    summed_[index] &= ~different;
    before = lane;
    updates.claim(accumulator(index), accumulator(index), note);
    updates.claim_units(accumulator(index), units(index));
  });
  updates.apply();
}

void FollowedLanes::note_place(const Lane& lane, int index, int place, RowCursor& note) const {
  if (lane.tiles[place] != kEmpty)
    note(rows_.of_tile(index, place, lane.tiles[place]));
  else if ((lane.crossed >> place & 1) != 0)
    rows_.note_hook(index, place, {lane.cross[place], lane.cross_points[place]}, note);
}

void FollowedLanes::sum_up(std::size_t lane, int place, std::int16_t* sum) {
  summed_[lane] |= 1U << place;
  std::fill_n(sum, width_, std::int16_t{0});
  std::array<Row, kLetterCodes + 3> rows;
  RowCursor note(rows.data());
  note_place(shown_[lane], static_cast<int>(lane % kBoardDim), place, note);
  for (const Row* row = rows.data(); row != note.at(); ++row)
    for (std::size_t j = 0; j < width_; ++j) sum[j] = static_cast<std::int16_t>(sum[j] - (*row)[j]);
}

}  // namespace zymurgy::nnue
