#include "trainer-bridge/dataset.h"

#include <unordered_map>

#include "game/random.h"

namespace zymurgy::trainer {

Result<void> Dataset::add(const std::string& path) {
  Result<void> result;
  const Lanes empty(*lexicon_, Layout::standard());
  const auto header = read_contrast(path, [&](const ContrastGame& game) {
    if (!result) return;
    Position position(lexicon_->tiles(), Layout::standard());
    Lanes lanes = empty;
    std::size_t turn = 0;
    result = replay(game.record, position, [&](const Position& at, const Turn& next) {
      const auto& plays = game.groups[turn++];
      for (const ContrastPlay& play : plays)
        if (!at.rack().includes(play.move.used())) result = failure("a play of tiles not held");
      if (plays.size() > 1 && result) add_group(at, lanes, plays);
      if (next.move.is_play()) lanes.lay(next.move);
    });
  });
  if (!header) return tl::unexpected(header.error());
  if (!result) return failure(path + ": " + result.error().message);
  if (header->lexicon != lexicon_->code())
    return failure(path + ": games of lexicon " + header->lexicon + ", not " + lexicon_->code());
  if (plies_ != header->plies) return failure(path + ": labels of another number of plies");
  return {};
}

void Dataset::add_group(const Position& position, const Lanes& lanes,
                        const std::vector<ContrastPlay>& plays) {
  if (groups_.empty()) plies_ = static_cast<int>(plays.front().gains.size());
  groups_.push_back({words_.size(), labels_.size()});
  // Distinct lanes first: their number, and for each its length and its rows.
  const std::size_t count_at = words_.size();
  words_.push_back(0);
  std::unordered_map<std::uint64_t, Row> known;
  std::vector<std::array<Row, nnue::kLanes>> used;
  for (const ContrastPlay& play : plays) {
    Lanes after = lanes;
    if (play.move.is_play()) after.lay(play.move);
    auto& indices = used.emplace_back();
    std::size_t at = 0;
    for (const Direction direction : {Direction::kHorizontal, Direction::kVertical}) {
      for (int i = 0; i < kBoardDim; ++i) {
        const Lane& lane = after.lane(direction, i);
        const int lane_class = nnue::FeatureSet::lane_class(i);
        const auto [entry, fresh] =
            known.try_emplace(mix64(lane.key + static_cast<std::uint64_t>(lane_class)),
                              static_cast<Row>(known.size()));
        indices[at++] = entry->second;
        if (!fresh) continue;
        const std::size_t length_at = words_.size();
        words_.push_back(0);
        features_.for_each_of_lane(lane, lane_class,
                                   [&](int row) { words_.push_back(static_cast<Row>(row)); });
        words_[length_at] = static_cast<Row>(words_.size() - length_at - 1);
      }
    }
  }
  words_[count_at] = static_cast<Row>(known.size());

  const auto add_list = [&](auto&& list) {
    const std::size_t length_at = words_.size();
    words_.push_back(0);
    list([&](int row) { words_.push_back(static_cast<Row>(row)); });
    words_[length_at] = static_cast<Row>(words_.size() - length_at - 1);
  };
  add_list([&](auto&& f) { features_.for_each_of_unseen(position.unseen(position.on_turn()), f); });
  words_.push_back(static_cast<Row>(plays.size()));
  for (std::size_t p = 0; p < plays.size(); ++p) {
    words_.insert(words_.end(), used[p].begin(), used[p].end());
    TileCounts leave = position.rack();
    leave.remove(plays[p].move.used());
    add_list([&](auto&& f) { features_.for_each_of_leave(leave, f); });
    labels_.push_back(static_cast<float>(plays[p].equity) / kPoint);
    for (const Equity gain : plays[p].gains) labels_.push_back(static_cast<float>(gain) / kPoint);
  }
}

void Dataset::view(std::size_t group, GroupView& view) const {
  const Row* at = &words_[groups_[group].words];
  const float* label = &labels_[groups_[group].labels];
  const auto list = [&at] {
    const std::span<const Row> rows(at + 1, *at);
    at += 1 + rows.size();
    return rows;
  };
  view.lanes.clear();
  for (int n = *at++; n > 0; --n) view.lanes.push_back(list());
  view.unseen = list();
  view.plays.clear();
  for (int n = *at++; n > 0; --n) {
    PlayView& play = view.plays.emplace_back();
    play.lanes = {at, nnue::kLanes};
    at += nnue::kLanes;
    play.leave = list();
    play.equity = *label++;
    play.gains = {label, static_cast<std::size_t>(plies_)};
    label += plies_;
  }
}

}  // namespace zymurgy::trainer
