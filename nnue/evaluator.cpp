#include "nnue/evaluator.h"

#include "nnue/kernels.h"

namespace zymurgy::nnue {
namespace {

std::uint32_t places_that_differ(const Lane& before, const Lane& after) {
  std::uint32_t different = before.hooks ^ after.hooks;
  for (int place = 0; place < kBoardDim; ++place) {
    const std::uint64_t difference =
        static_cast<std::uint64_t>(before.tiles[place] ^ after.tiles[place]) |
        static_cast<std::uint64_t>(before.cross_points[place] ^ after.cross_points[place]) |
        (before.cross[place] ^ after.cross[place]);
    different |= std::uint32_t{difference != 0} << place;
  }
  return different;
}

// Notes rows in a list.
auto into(std::vector<std::uint16_t>& rows) {
  return [&rows](int row) { rows.push_back(static_cast<std::uint16_t>(row)); };
}

}  // namespace

Evaluator::Evaluator(const Network& network, const TileSet& tiles)
    : network_(&network), features_(tiles) {
  ZYMURGY_CHECK(network.lane_rows == features_.lane_rows() &&
                network.tile_rows == features_.tile_rows());
  base_.resize(kLanes * wide());
  changed_.resize(kLanes * wide());
  unseen_.resize(2 * wide());
  tiles_.resize(2 * wide());
}

void Evaluator::start(const Position& position, const Lanes& lanes) {
  lanes_ = &lanes;
  rack_ = position.rack();
  follow(lanes);
  const TileCounts unseen = position.unseen(position.on_turn());
  bucket_ = bucket_of(unseen.size());
  features_.for_each_of_unseen(unseen, into(added_));
  features_.for_each_of_lead(position.spread(), unseen.size(), into(added_));
  std::fill(unseen_.begin(), unseen_.end(), std::int16_t{0});
  update_rows(network_->tiles.data(), 2 * network_->width, added_, removed_, unseen_.data(),
              unseen_.data());
  added_.clear();
}

void Evaluator::follow(const Lanes& lanes) {
  for (const Direction direction : {Direction::kHorizontal, Direction::kVertical}) {
    for (int i = 0; i < kBoardDim; ++i) {
      const Lane& lane = lanes.lane(direction, i);
      if (!shown_) {
        features_.for_each_of_lane(lane, FeatureSet::lane_class(i), into(added_));
      } else {
        const Lane& before = shown_->lane(direction, i);
        if (before.key == lane.key) continue;
        for (std::uint32_t rest = places_that_differ(before, lane); rest != 0; rest &= rest - 1) {
          const int place = std::countr_zero(rest);
          note(features_.shown(before, place), features_.shown(lane, place), i, place);
        }
      }
      std::int16_t* base = &base_[index(direction, i) * wide()];
      apply(base, base);
    }
  }
  shown_ = lanes;
}

Words Evaluator::words(const Move& move) {
  for (std::size_t i = 0; i < kLanes; ++i) after_[i] = &base_[i * wide()];
  if (move.is_play()) lay(move);
  TileCounts leave = rack_;
  leave.remove(move.used());
  features_.for_each_of_leave(leave, into(added_));
  update_rows(network_->tiles.data(), 2 * network_->width, added_, removed_, unseen_.data(),
              tiles_.data());
  added_.clear();
  return finish(*network_, after_.data(), tiles_.data(), bucket_);
}

void Evaluator::lay(const Move& play) {
  const Direction along = play.direction, crossing = across(along);
  const bool horizontal = along == Direction::kHorizontal;
  const int lane = horizontal ? play.row : play.col, first = horizontal ? play.col : play.row;
  const Lane& before = lanes_->lane(along, lane);
  std::array<Tile, kBoardDim> tiles = before.tiles;
  for (int i = 0; i < play.length; ++i)
    if (play.tiles[i] != kEmpty) tiles[first + i] = play.tiles[i];

  for (int place = first; place < first + play.length; ++place)
    if (tiles[place] != before.tiles[place])
      note(features_.shown(before, place), features_.shown(tiles[place]), lane, place);
  change(along, lane);
  hook_ends(tiles, first, along, lane);
  for (int place = first; place < first + play.length; ++place) {
    if (tiles[place] == before.tiles[place]) continue;
    const Lane& crossed = lanes_->lane(crossing, place);
    note(features_.shown(crossed, lane), features_.shown(tiles[place]), place, lane);
    change(crossing, place);
    std::array<Tile, kBoardDim> crossed_tiles = crossed.tiles;
    crossed_tiles[lane] = tiles[place];
    hook_ends(crossed_tiles, lane, crossing, place);
  }
}

void Evaluator::hook_ends(const std::array<Tile, kBoardDim>& tiles, int place, Direction run,
                          int lane) {
  const auto [before, after] = run_ends(tiles, place);
  for (const int end : {before, after}) {
    if (end < 0 || end == kBoardDim) continue;
    const Hook hook = hook_at(lanes_->lexicon(), tiles, end, &memo_);
    note(features_.shown(lanes_->lane(across(run), end), lane), features_.shown(hook), end, lane);
    change(across(run), end);
  }
}

void Evaluator::note(const Shown& before, const Shown& after, int lane, int place) {
  const int lane_class = FeatureSet::lane_class(lane);
  features_.for_each_of_place(before.without(after), lane_class, place, into(removed_));
  features_.for_each_of_place(after.without(before), lane_class, place, into(added_));
}

void Evaluator::apply(const std::int16_t* from, std::int16_t* to) {
  update_rows(network_->lanes.data(), network_->width, added_, removed_, from, to);
  added_.clear();
  removed_.clear();
}

void Evaluator::change(Direction direction, int lane) {
  const std::size_t at = index(direction, lane);
  std::int16_t* to = &changed_[at * wide()];
  apply(after_[at], to);
  after_[at] = to;
}

}  // namespace zymurgy::nnue
