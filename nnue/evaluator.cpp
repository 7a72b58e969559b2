#include "nnue/evaluator.h"

#include <bit>

#include "nnue/kernels.h"

namespace zymurgy::nnue {

Evaluator::Evaluator(const Network& network, const TileSet& tiles)
    : network_(&network), features_(tiles) {
  ZYMURGY_CHECK(network.lane_rows == features_.lane_rows() &&
                network.tile_rows == features_.tile_rows());
  const auto wide = static_cast<std::size_t>(network.width);
  base_.resize(kLanes * wide);
  changed_.resize(kLanes * wide);
  unseen_.resize(2 * wide);
  tiles_.resize(2 * wide);
}

void Evaluator::start(const Position& position, const Lanes& lanes) {
  lanes_ = &lanes;
  rack_ = position.rack();
  const int width = network_->width;
  const auto add = [&](int row) { added_.push_back(static_cast<std::uint16_t>(row)); };
  std::int16_t* acc = base_.data();
  for (const Direction direction : {Direction::kHorizontal, Direction::kVertical}) {
    for (int i = 0; i < kBoardDim; ++i, acc += width) {
      const Lane& lane = lanes.lane(direction, i);
      const int lane_class = FeatureSet::lane_class(i);
      if (after_) {
        const Lane& shown = after_->lane(direction, i);
        if (shown.key != lane.key) change(shown, lane, lane_class, acc, acc);
        continue;
      }
      added_.clear();
      removed_.clear();
      features_.for_each_of_lane(lane, lane_class, add);
      update_rows(network_->lanes.data(), width, added_, removed_, acc, acc);
    }
  }
  after_ = lanes;
  added_.clear();
  removed_.clear();
  const TileCounts unseen = position.unseen(position.on_turn());
  features_.for_each_of_unseen(unseen, add);
  features_.for_each_of_lead(position.spread(), unseen.size(), add);
  std::fill(unseen_.begin(), unseen_.end(), std::int16_t{0});
  update_rows(network_->tiles.data(), 2 * width, added_, removed_, unseen_.data(), unseen_.data());
}

Equity Evaluator::word(const Move& move) {
  const int width = network_->width;
  std::array<const std::int16_t*, kLanes> accumulators;
  for (std::size_t i = 0; i < kLanes; ++i)
    accumulators[i] = &base_[i * static_cast<std::size_t>(width)];
  if (move.is_play()) {
    const Lanes::Some changed = after_->try_out(move, memo_);
    for (const Direction direction : {Direction::kHorizontal, Direction::kVertical}) {
      const auto d = static_cast<std::size_t>(direction);
      for (std::uint32_t rest = changed[d]; rest != 0; rest &= rest - 1) {
        const int i = std::countr_zero(rest);
        const std::size_t at = d * kBoardDim + static_cast<std::size_t>(i);
        std::int16_t* out = &changed_[at * static_cast<std::size_t>(width)];
        change(lanes_->lane(direction, i), after_->lane(direction, i), FeatureSet::lane_class(i),
               accumulators[at], out);
        accumulators[at] = out;
      }
    }
    after_->take_back(*lanes_, changed);
  }
  TileCounts leave = rack_;
  leave.remove(move.used());
  added_.clear();
  removed_.clear();
  features_.for_each_of_leave(leave,
                              [&](int row) { added_.push_back(static_cast<std::uint16_t>(row)); });
  update_rows(network_->tiles.data(), 2 * width, added_, removed_, unseen_.data(), tiles_.data());
  return finish(*network_, accumulators.data(), tiles_.data());
}

void Evaluator::change(const Lane& before, const Lane& after, int lane_class,
                       const std::int16_t* base, std::int16_t* out) {
  added_.clear();
  removed_.clear();
  std::uint32_t different = before.hooks ^ after.hooks;
  for (int place = 0; place < kBoardDim; ++place) {
    const std::uint64_t difference =
        static_cast<std::uint64_t>(before.tiles[place] ^ after.tiles[place]) |
        static_cast<std::uint64_t>(before.cross_points[place] ^ after.cross_points[place]) |
        (before.cross[place] ^ after.cross[place]);
    different |= std::uint32_t{difference != 0} << place;
  }
  for (; different != 0; different &= different - 1) {
    const int place = std::countr_zero(different);
    features_.for_each_change(
        before, after, lane_class, place,
        [&](int row) { removed_.push_back(static_cast<std::uint16_t>(row)); },
        [&](int row) { added_.push_back(static_cast<std::uint16_t>(row)); });
  }
  update_rows(network_->lanes.data(), network_->width, added_, removed_, base, out);
}

}  // namespace zymurgy::nnue
