#include "nnue/evaluator.h"

#include <algorithm>
#include <cstdint>

#include "game/bits.h"

namespace zymurgy::nnue {
namespace {

std::uint32_t places_that_differ(const Lane& before, const Lane& after) {
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

Evaluator::Evaluator(const Network& network, const TileSet& tiles)
    : network_(&network),
      features_(tiles),
      counts_(network, features_),
      mix_(network),
      dense_(by_fours(network.dense, network.sizes.hidden)),
      zero_(std::max(wide(), 2 * units())),
      lane_changes_(zero_.data()),
      tile_changes_(zero_.data()) {
  ZYMURGY_CHECK(network.lane_rows == features_.lane_rows() &&
                network.tile_rows == features_.tile_rows());
  ZYMURGY_CHECK(network.sizes.fit());
  base_.resize(kLanes * wide());
  shows_.resize(kLanes * kBoardDim * wide());
  changed_.resize(kAtOnce * kLanes * wide());
  base_units_.resize(kLanes * units());
  changed_units_.resize(kAtOnce * kLanes * units());
  for (std::size_t i = 0; i < kLanes; ++i) {
    base_rows_[i] = &base_[i * wide()];
    base_unit_rows_[i] = &base_units_[i * units()];
  }
  unseen_.resize(2 * units());
  tiles_.resize(kAtOnce * 2 * units());
}

void Evaluator::start(const Position& position, const Lanes& lanes) {
  if (!rows_) {
    rows_.emplace(*network_, lanes.lexicon());
    for (std::size_t i = 0; i < kLanes; ++i) {
      std::copy_n(rows_->of_lane(static_cast<int>(i % kBoardDim)), wide(), &base_[i * wide()]);
      mixings_.push_back({base_rows_[i], &base_units_[i * units()]});
    }
  }
  lanes_ = &lanes;
  rack_ = position.rack();
  follow(lanes);
  const TileCounts unseen = position.unseen(position.on_turn());
  bucket_ = bucket_of(unseen.size());
  RowCursor rows = tile_changes_.rows();
  features_.for_each_count_of_unseen(unseen, note_count(rows));
  features_.for_each_count_of_lead(position.spread(), unseen.size(), note_count(rows));
  tile_changes_.claim(zero_.data(), unseen_.data(), rows);
  tile_changes_.apply(2 * network_->sizes.units);
}

void Evaluator::follow(const Lanes& lanes) {
  RowCursor rows = lane_changes_.rows();
  for (const Direction direction : {Direction::kHorizontal, Direction::kVertical}) {
    for (int i = 0; i < kBoardDim; ++i) {
      const Lane& lane = lanes.lane(direction, i);
      const std::size_t at = index(direction, i);
      Lane& before = shown_[at];
      if (before.key == lane.key) continue;
      if (!lane_changes_.room(kOfLane)) {
        lane_changes_.apply(network_->sizes.width);
        rows = lane_changes_.rows();
      }
      const std::uint32_t different = places_that_differ(before, lane);
      for (const int place : Bits(different)) {
        if (((before.taken | before.crossed) >> place & 1) != 0) rows(taken_away(at, place));
        note_place(lane, i, place, rows);
      }
      summed_[at] &= ~different;
      before = lane;
      std::int16_t* base = &base_[at * wide()];
      lane_changes_.claim(base, base, rows);
      mixings_.push_back({base, &base_units_[at * units()]});
    }
  }
  lane_changes_.apply(network_->sizes.width);
  mix(*network_, mix_, mixings_);
  mixings_.clear();
}

void Evaluator::note_place(const Lane& lane, int index, int place, RowCursor& note) const {
  if (lane.tiles[place] != kEmpty)
    note(rows_->of_tile(index, place, lane.tiles[place]));
  else if ((lane.crossed >> place & 1) != 0)
    rows_->note_hook(index, place, {lane.cross[place], lane.cross_points[place]}, note);
}

void Evaluator::sum_up(std::size_t index, int place, std::int16_t* sum) {
  summed_[index] |= 1U << place;
  std::fill_n(sum, wide(), std::int16_t{0});
  std::array<Row, kLetterCodes + 3> rows;
  RowCursor note(rows.data());
  note_place(shown_[index], static_cast<int>(index % kBoardDim), place, note);
  for (const Row* row = rows.data(); row != note.at(); ++row)
    for (std::size_t j = 0; j < wide(); ++j) sum[j] = static_cast<std::int16_t>(sum[j] - (*row)[j]);
}

Prediction Evaluator::predict(const Move& move) {
  const Candidate candidate{move, 0};
  return predict({&candidate, 1}).front();
}

const std::vector<Prediction>& Evaluator::predict(std::span<const Candidate> moves) {
  laid_.clear();
  predictions_.clear();
  for (const Candidate& candidate : moves) laid_.emplace_back(*lanes_, candidate.move);
  for (std::size_t i = 0; i < moves.size(); i += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, moves.size() - i);
    predict_few(moves.subspan(i, count), {&laid_[i], count});
  }
  return predictions_;
}

void Evaluator::predict_few(std::span<const Candidate> moves, std::span<LaidPlay> laid) {
  std::array<Activations, kAtOnce> activations;
  for (work_ = 0; work_ < moves.size(); ++work_) {
    const Move& move = moves[work_].move;
    works_[work_] = {base_rows_, base_unit_rows_};
    if (move.is_play()) {
      laid[work_].look_up(lanes_->lexicon(), gaps_);
      lay(laid[work_]);
    }
    TileCounts leave = rack_;
    leave.remove(move.used());
    RowCursor rows = tile_changes_.rows();
    features_.for_each_count_of_leave(leave, note_count(rows));
    std::int16_t* tiles = &tiles_[work_ * 2 * units()];
    tile_changes_.claim(unseen_.data(), tiles, rows);
    activations[work_] = {works_[work_].units.data(), tiles};
  }
  lane_changes_.apply(network_->sizes.width);
  mix(*network_, mix_, mixings_);
  mixings_.clear();
  tile_changes_.apply(2 * network_->sizes.units);
  const std::size_t before = predictions_.size();
  predictions_.resize(before + moves.size());
  finish(*network_, dense_.data(), {activations.data(), moves.size()}, bucket_,
         &predictions_[before]);
}

void Evaluator::lay(const LaidPlay& play) {
  const Direction along = play.along(), crossing = across(along);
  RowCursor note = lane_changes_.rows();
  Work& work = works_[work_];
  const std::size_t first = work_ * kLanes;
  // The rows noted since are the lane's.
  const auto claim = [&](Direction direction, int lane) __attribute__((always_inline)) {
    const std::size_t at = index(direction, lane);
    std::int16_t* to = &changed_[(first + at) * wide()];
    lane_changes_.claim(work.lanes[at], to, note);
    if (work.lanes[at] == to) return;
    std::int16_t* its_units = &changed_units_[(first + at) * units()];
    mixings_.push_back({to, its_units});
    work.lanes[at] = to;
    work.units[at] = its_units;
  };
  // What a place of the position shows is gone.
  const auto note_gone = [&](std::size_t lane, int place) __attribute__((always_inline)) {
    if ((shown_[lane].crossed >> place & 1) != 0) note(taken_away(lane, place));
  };
  const auto note_tile = [&](Direction direction, int lane, int place, Tile tile)
      __attribute__((always_inline)) {
    note_gone(index(direction, lane), place);
    note(rows_->of_tile(lane, place, tile));
  };
  const auto note_hook = [&](Direction direction, int lane, int place, const Hook& hook)
      __attribute__((always_inline)) {
    note_gone(index(direction, lane), place);
    rows_->note_hook(lane, place, hook, note);
  };

  play.for_each_tile(
      [&](int place, Tile tile, const HookedRun*) { note_tile(along, play.lane(), place, tile); });
  claim(along, play.lane());
  for (const HookedRun::Side side : HookedRun::kSides) {
    if (!play.main().open(side)) continue;
    const int end = play.main().end(side);
    note_hook(crossing, end, play.lane(), play.main().hook(side));
    claim(crossing, end);
  }
  play.for_each_tile([&](int place, Tile tile, const HookedRun*) {
    note_tile(crossing, place, play.lane(), tile);
    claim(crossing, place);
  });
  // The ends of the runs that cross the play, on either side.
  for (const HookedRun::Side side : HookedRun::kSides) {
    const bool after = side == HookedRun::kAfter;
    int noted = -1;  // the lane that rows are noted of: most ends are in one
    play.for_each_tile([&](int place, Tile tile, const HookedRun* run) {
      const int end = run != nullptr ? run->end(side) : play.lane() + (after ? 1 : -1);
      if (end < 0 || end == kBoardDim) return;
      if (noted >= 0 && noted != end) claim(along, noted);
      noted = end;
      if (run != nullptr)
        note_hook(along, end, place, run->hook(side));
      else
        note(rows_->beside(end, place, tile, after));
    });
    if (noted >= 0) claim(along, noted);
  }
}

}  // namespace zymurgy::nnue
