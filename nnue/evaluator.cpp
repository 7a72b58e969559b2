#include "nnue/evaluator.h"

#include <algorithm>
#include <cstdint>

namespace zymurgy::nnue {

Evaluator::Evaluator(const Network& network, const TileSet& tiles)
    : network_(&network),
      features_(tiles),
      counts_(network, features_),
      dense_(by_fours(network.dense, network.sizes.hidden)),
      zero_(std::max(width(), 2 * units())),
      lane_updates_(network, zero_.data()),
      tile_changes_(zero_.data()) {
  ZYMURGY_CHECK(network.lane_rows == features_.lane_rows() &&
                network.tile_rows == features_.tile_rows());
  ZYMURGY_CHECK(network.sizes.fit());
  changed_.resize(kAtOnce * kLanes * width());
  changed_units_.resize(kAtOnce * kLanes * units());
  unseen_.resize(2 * units());
  tiles_.resize(kAtOnce * 2 * units());
}

void Evaluator::start(const Position& position, const Lanes& lanes) {
  if (!followed_) followed_.emplace(*network_, lanes.lexicon(), lane_updates_);
  followed_->follow(lanes, lane_updates_);
  lanes_ = &lanes;
  rack_ = position.rack();
  const TileCounts unseen = position.unseen(position.on_turn());
  bucket_ = bucket_of(unseen.size());
  RowCursor rows = tile_changes_.rows();
  features_.for_each_count_of_unseen(unseen, note_count(rows));
  features_.for_each_count_of_lead(position.spread(), unseen.size(), note_count(rows));
  tile_changes_.claim(zero_.data(), unseen_.data(), rows);
  tile_changes_.apply(2 * network_->sizes.units);
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
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Move& move = moves[i].move;
    works_[i] = followed_->worked();
    if (move.is_play()) {
      laid[i].look_up(lanes_->lexicon(), gaps_);
      lay(laid[i], i);
    }
    TileCounts leave = rack_;
    leave.remove(move.used());
    RowCursor rows = tile_changes_.rows();
    features_.for_each_count_of_leave(leave, note_count(rows));
    std::int16_t* tiles = &tiles_[i * 2 * units()];
    tile_changes_.claim(unseen_.data(), tiles, rows);
    activations[i] = {works_[i].units.data(), tiles};
  }
  lane_updates_.apply();
  tile_changes_.apply(2 * network_->sizes.units);
  const std::size_t before = predictions_.size();
  predictions_.resize(before + moves.size());
  finish(*network_, dense_.data(), {activations.data(), moves.size()}, bucket_,
         &predictions_[before]);
}

void Evaluator::lay(const LaidPlay& play, std::size_t nth) {
  const Direction along = play.along(), crossing = across(along);
  RowCursor note = lane_updates_.rows();
  WorkedLanes& work = works_[nth];
  const std::size_t first = nth * kLanes;
  // Claims a lane's update: its rows are those noted since the last claim.
  const auto claim = [&](Direction direction, int lane) __attribute__((always_inline)) {
    const std::size_t at = lane_index(direction, lane);
    std::int16_t* to = &changed_[(first + at) * width()];
    lane_updates_.claim(work.lanes[at], to, note);
    if (work.lanes[at] == to) return;
    std::int16_t* its_units = &changed_units_[(first + at) * units()];
    lane_updates_.claim_units(to, its_units);
    work.lanes[at] = to;
    work.units[at] = its_units;
  };

  play.for_each_tile([&](int place, Tile tile, const HookedRun*) {
    followed_->note_tile(along, play.lane(), place, tile, note);
  });
  claim(along, play.lane());
  for (const HookedRun::Side side : HookedRun::kSides) {
    if (!play.main().open(side)) continue;
    const int end = play.main().end(side);
    followed_->note_hook(crossing, end, play.lane(), play.main().hook(side), note);
    claim(crossing, end);
  }
  play.for_each_tile([&](int place, Tile tile, const HookedRun*) {
    followed_->note_tile(crossing, place, play.lane(), tile, note);
    claim(crossing, place);
  });
  // The ends of the runs that cross the play, on either side.
  for (const HookedRun::Side side : HookedRun::kSides) {
    const bool after = side == HookedRun::kAfter;
    int noted = -1;  // the lane of the rows noted so far: most ends share one
    play.for_each_tile([&](int place, Tile tile, const HookedRun* run) {
      const int end = run != nullptr ? run->end(side) : play.lane() + (after ? 1 : -1);
      if (end < 0 || end == kBoardDim) return;
      if (noted >= 0 && noted != end) claim(along, noted);
      noted = end;
      if (run != nullptr)
        followed_->note_hook(along, end, place, run->hook(side), note);
      else
        followed_->note_beside(end, place, tile, after, note);
    });
    if (noted >= 0) claim(along, noted);
  }
}

}  // namespace zymurgy::nnue
