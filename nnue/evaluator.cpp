#include "nnue/evaluator.h"

#include <algorithm>

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

}  // namespace

Evaluator::Evaluator(const Network& network, const TileSet& tiles)
    : network_(&network),
      features_(tiles),
      counts_(network, features_),
      mix_(paired(network.mix, network.sizes.mixed)),
      dense_(paired(network.dense, network.sizes.hidden)) {
  ZYMURGY_CHECK(network.lane_rows == features_.lane_rows() &&
                network.tile_rows == features_.tile_rows());
  ZYMURGY_CHECK(network.sizes.fit());
  base_.resize(kLanes * wide());
  changed_.resize(kLanes * wide());
  hooks_.resize(kLanes * kBoardDim * wide());
  if (mixed()) {
    base_units_.resize(kLanes * units());
    changed_units_.resize(kLanes * units());
  }
  unseen_.resize(2 * units());
  tiles_.resize(2 * units());
}

void Evaluator::start(const Position& position, const Lanes& lanes) {
  std::uint64_t different = 0;
  if (!rows_) {
    different = (std::uint64_t{1} << kLanes) - 1;
    rows_.emplace(*network_, lanes.lexicon());
    for (std::size_t i = 0; i < kLanes; ++i)
      std::copy_n(rows_->of_lane(static_cast<int>(i % kBoardDim)), wide(), &base_[i * wide()]);
  }
  lanes_ = &lanes;
  rack_ = position.rack();
  different |= follow(lanes);
  if (!mixed()) different = 0;
  for (; different != 0; different &= different - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(different));
    mix(*network_, mix_.data(), &base_[i * wide()], &base_units_[i * units()]);
  }
  const TileCounts unseen = position.unseen(position.on_turn());
  bucket_ = bucket_of(unseen.size());
  features_.for_each_count_of_unseen(unseen, note_count());
  features_.for_each_count_of_lead(position.spread(), unseen.size(), note_count());
  std::fill(unseen_.begin(), unseen_.end(), std::int16_t{0});
  claim(unseen_.data(), unseen_.data());
  apply(2 * units());
}

std::uint64_t Evaluator::follow(const Lanes& lanes) {
  std::uint64_t lanes_that_differ = 0;
  for (const Direction direction : {Direction::kHorizontal, Direction::kVertical}) {
    for (int i = 0; i < kBoardDim; ++i) {
      const Lane& lane = lanes.lane(direction, i);
      const std::size_t at = index(direction, i);
      Lane& before = shown_[at];
      if (before.key == lane.key) continue;
      const std::uint32_t different = places_that_differ(before, lane);
      for (std::uint32_t rest = different; rest != 0; rest &= rest - 1) {
        const int place = std::countr_zero(rest);
        if ((summed_[at] >> place & 1) != 0)
          removed_(hook_sum(at, place));
        else
          note_place(removed_, before, i, place);
        note_place(added_, lane, i, place);
      }
      summed_[at] &= ~different;
      before = lane;
      lanes_that_differ |= std::uint64_t{1} << at;
      std::int16_t* base = &base_[at * wide()];
      claim(base, base);
      if (!added_.room() || !removed_.room()) apply(wide());
    }
  }
  apply(wide());
  return lanes_that_differ;
}

void Evaluator::note_place(Notes& notes, const Lane& lane, int index, int place) const {
  if (lane.tiles[place] != kEmpty)
    notes(rows_->of_tile(index, place, lane.tiles[place]));
  else if ((lane.hooks >> place & 1) != 0)
    rows_->for_each_of_hook(index, place, {lane.cross[place], lane.cross_points[place]}, notes);
}

Words Evaluator::words(const Move& move) {
  LaidPlay laid(*lanes_, move);
  return words(move, laid);
}

const std::vector<Words>& Evaluator::words(std::span<const Candidate> moves) {
  laid_.clear();
  said_.clear();
  for (const Candidate& candidate : moves) laid_.emplace_back(*lanes_, candidate.move);
  for (std::size_t i = 0; i < moves.size(); ++i) said_.push_back(words(moves[i].move, laid_[i]));
  return said_;
}

Words Evaluator::words(const Move& move, LaidPlay& laid) {
  for (std::size_t i = 0; i < kLanes; ++i) after_[i] = &base_[i * wide()];
  if (move.is_play()) {
    laid.look_up(lanes_->lexicon());
    lay(laid);
    apply(wide());
  }
  TileCounts leave = rack_;
  leave.remove(move.used());
  features_.for_each_count_of_leave(leave, note_count());
  claim(unseen_.data(), tiles_.data());
  apply(2 * units());
  return finish(*network_, dense_.data(), units_after(), tiles_.data(), bucket_);
}

const Evaluator::Row* Evaluator::units_after() {
  if (!mixed()) return after_.data();
  for (std::size_t i = 0; i < kLanes; ++i) {
    units_after_[i] = &base_units_[i * units()];
    if (after_[i] == &base_[i * wide()]) continue;
    std::int16_t* changed = &changed_units_[i * units()];
    mix(*network_, mix_.data(), after_[i], changed);
    units_after_[i] = changed;
  }
  return units_after_.data();
}

void Evaluator::lay(const LaidPlay& play) {
  const Direction crossing = across(play.along());
  play.for_each_tile([&](int place, Tile tile, const HookedRun*) {
    note_tile(play.along(), play.lane(), place, tile);
  });
  claim_lane(play.along(), play.lane());
  for (const HookedRun::Side side : HookedRun::kSides) {
    if (!play.main().open(side)) continue;
    const int end = play.main().end(side);
    note_hook(crossing, end, play.lane(), play.main().hook(side));
    claim_lane(crossing, end);
  }
  play.for_each_tile([&](int place, Tile tile, const HookedRun*) {
    note_tile(crossing, place, play.lane(), tile);
    claim_lane(crossing, place);
  });
  for (const HookedRun::Side side : HookedRun::kSides) hook_beside(play, side);
}

void Evaluator::hook_beside(const LaidPlay& play, HookedRun::Side side) {
  const bool after = side == HookedRun::kAfter;
  int noted = -1;  // the lane that rows are noted of: most ends are in one
  play.for_each_tile([&](int place, Tile tile, const HookedRun* run) {
    const int end = run != nullptr ? run->end(side) : play.lane() + (after ? 1 : -1);
    if (end < 0 || end == kBoardDim) return;
    if (noted >= 0 && noted != end) claim_lane(play.along(), noted);
    noted = end;
    if (run != nullptr)
      note_hook(play.along(), end, place, run->hook(side));
    else
      added_(rows_->beside(end, place, tile, after));
  });
  if (noted >= 0) claim_lane(play.along(), noted);
}

void Evaluator::note_tile(Direction direction, int lane, int place, Tile tile) {
  note_unhooked(direction, lane, place);
  added_(rows_->of_tile(lane, place, tile));
}

void Evaluator::note_hook(Direction direction, int lane, int place, const Hook& hook) {
  note_unhooked(direction, lane, place);
  rows_->for_each_of_hook(lane, place, hook, added_);
}

void Evaluator::note_unhooked(Direction direction, int lane, int place) {
  const Lane& before = lanes_->lane(direction, lane);
  if ((before.hooks >> place & 1) == 0) return;
  const std::size_t at = index(direction, lane);
  std::int16_t* sum = hook_sum(at, place);
  if ((summed_[at] >> place & 1) == 0) {
    summed_[at] |= 1U << place;
    std::fill_n(sum, wide(), std::int16_t{0});
    Notes hook;
    note_place(hook, before, lane, place);
    const Update update{sum, sum, hook.claim(), 0};
    update_rows(network_->sizes.width, {&update, 1}, hook.rows.data(), nullptr);
  }
  removed_(sum);
}

void Evaluator::claim(Row from, std::int16_t* to) {
  updates_[claims_++] = {from, to, added_.claim(), removed_.claim()};
}

void Evaluator::claim_lane(Direction direction, int lane) {
  const std::size_t at = index(direction, lane);
  std::int16_t* to = &changed_[at * wide()];
  claim(after_[at], to);
  after_[at] = to;
}

void Evaluator::apply(std::size_t width) {
  update_rows(static_cast<int>(width), {updates_.data(), claims_}, added_.rows.data(),
              removed_.rows.data());
  claims_ = added_.count = added_.claimed = removed_.count = removed_.claimed = 0;
}

}  // namespace zymurgy::nnue
