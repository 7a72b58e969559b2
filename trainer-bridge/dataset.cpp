#include "trainer-bridge/dataset.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "game/random.h"
#include "game/threads.h"
#include "nnue/network.h"
#include "trainer-bridge/worth.h"

namespace zymurgy::trainer {
namespace {

// Appends a list: its length, then what fill() appends.
template <typename F>
void add_list(std::vector<Row>& cells, F&& fill) {
  const std::size_t length_at = cells.size();
  cells.push_back(0);
  fill();
  cells[length_at] = static_cast<Row>(cells.size() - length_at - 1);
}

}  // namespace

Result<void> Dataset::add(const std::string& path) {
  shards_.emplace_back();
  const Lanes empty(*lexicon_, Layout::standard());
  Lanes lanes = empty;
  const auto header =
      replay_contrast(path, *lexicon_, evaluator_,
                      [&](const Position& position, const Turn& next, const auto& plays) {
                        if (position.board() == Board{}) lanes = empty;
                        if (plays.size() > 1) add_group(position, lanes, plays);
                        if (next.move.is_play()) lanes.lay(next.move);
                      });
  shards_.back().cells.shrink_to_fit();
  shards_.back().labels.shrink_to_fit();
  if (!header) return tl::unexpected(header.error());
  if (shards_.size() == 1) plies_ = header->plies;
  if (plies_ != header->plies) return failure(path + ": labels of another number of plies");
  return {};
}

Result<void> Dataset::add(std::span<const std::string> paths, int threads,
                          const std::function<void(std::int64_t)>& progress,
                          const std::stop_token& stop) {
  std::vector<Dataset> pieces(
      paths.size(), Dataset(*lexicon_, evaluator_.leaves(), wins_,
                            teacher_evaluator_ ? &teacher_evaluator_->leaves() : nullptr));
  std::mutex mutex;
  std::size_t next = 0;
  std::int64_t done = 0;
  Result<void> result;
  in_threads(threads, [&](int) {
    std::unique_lock lock(mutex);
    while (result && next < paths.size() && !stop.stop_requested()) {
      const std::size_t mine = next++;
      lock.unlock();
      auto added = pieces[mine].add(paths[mine]);
      lock.lock();
      if (!added && result) result = std::move(added);
      if (progress) progress(++done);
    }
  });
  if (!result) return result;
  if (next < paths.size())
    return failure("stopped when " + std::to_string(next) + " of " + std::to_string(paths.size()) +
                   " shards were read");
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (!shards_.empty() && plies_ != pieces[i].plies_)
      return failure(paths[i] + ": labels of another number of plies");
    append(std::move(pieces[i]));
  }
  return {};
}

void Dataset::append(Dataset&& other) {
  const auto before = static_cast<std::uint32_t>(shards_.size());
  for (Group group : other.groups_) {
    group.shard += before;
    groups_.push_back(group);
  }
  std::move(other.shards_.begin(), other.shards_.end(), std::back_inserter(shards_));
  plies_ = other.plies_;
  plays_ += other.plays_;
}

std::vector<Dataset::LaneIndices> Dataset::add_lanes(const Lanes& lanes,
                                                     const std::vector<ContrastPlay>& plays) {
  std::vector<Row>& cells = shards_.back().cells;
  const std::size_t count_at = cells.size();
  cells.push_back(0);
  std::unordered_map<std::uint64_t, Row> known;
  std::vector<Row> rows, rows_before;
  // The lane's index in the group. A new lane is added, as its difference from `before`, which has
  // index `from`, or whole if `before` is nullptr.
  const auto index_of = [&](const Lane& lane, int i, const Lane* before, Row from) {
    const int lane_class = nnue::FeatureSet::lane_class(i);
    const auto [entry, fresh] = known.try_emplace(
        mix64(lane.key + static_cast<std::uint64_t>(lane_class)), static_cast<Row>(known.size()));
    if (!fresh) return entry->second;
    // In ascending order.
    const auto rows_of = [&](const Lane& of, std::vector<Row>& list) {
      list.clear();
      features_.for_each_of_lane(of, lane_class,
                                 [&](int row) { list.push_back(static_cast<Row>(row)); });
    };
    const auto add_difference = [&](const std::vector<Row>& of, const std::vector<Row>& less) {
      add_list(cells, [&] { std::ranges::set_difference(of, less, std::back_inserter(cells)); });
    };
    rows_of(lane, rows);
    rows_before.clear();
    if (before != nullptr) rows_of(*before, rows_before);
    cells.push_back(before != nullptr ? static_cast<Row>(from + 1) : Row{0});
    add_difference(rows, rows_before);
    add_difference(rows_before, rows);
    return entry->second;
  };
  LaneIndices indices;
  for_each_lane([&](int at, Direction direction, int i) {
    indices[at] = index_of(lanes.lane(direction, i), i, nullptr, 0);
  });
  std::vector<LaneIndices> used(plays.size(), indices);
  for (std::size_t p = 0; p < plays.size(); ++p) {
    if (!plays[p].move.is_play()) continue;
    Lanes after = lanes;
    after.lay(plays[p].move);
    for_each_lane([&](int at, Direction direction, int i) {
      used[p][at] = index_of(after.lane(direction, i), i, &lanes.lane(direction, i), indices[at]);
    });
  }
  cells[count_at] = static_cast<Row>(known.size());
  return used;
}

void Dataset::add_group(const Position& position, const Lanes& lanes,
                        const std::vector<ContrastPlay>& plays) {
  std::vector<Row>& cells = shards_.back().cells;
  std::vector<float>& labels = shards_.back().labels;
  groups_.push_back({static_cast<std::uint32_t>(shards_.size() - 1),
                     nnue::bucket_of(position.unseen_count(position.on_turn())), cells.size(),
                     labels.size()});
  plays_ += plays.size();
  const std::vector<LaneIndices> used = add_lanes(lanes, plays);
  const auto push = [&cells](int row) { cells.push_back(static_cast<Row>(row)); };
  const auto note = nnue::FeatureSet::each_row(push);
  add_list(cells, [&] {
    const TileCounts unseen = position.unseen(position.on_turn());
    features_.for_each_count_of_unseen(unseen, note);
    features_.for_each_count_of_lead(position.spread(), unseen.size(), note);
  });
  cells.push_back(static_cast<Row>(plays.size()));
  for (std::size_t p = 0; p < plays.size(); ++p) {
    cells.insert(cells.end(), used[p].begin(), used[p].end());
    const TileCounts leave = position.leave_after(plays[p].move);
    add_list(cells, [&] { features_.for_each_count_of_leave(leave, note); });
  }
  const Worth worth(wins_, position, plays);
  labels.push_back(worth.weight());
  for (const ContrastPlay& play : plays) {
    labels.push_back(static_cast<float>(play.equity) / kPoint);
    const Equity teacher_equity =
        teacher_evaluator_ ? teacher_evaluator_->equity(position, play.move) : play.equity;
    labels.push_back(static_cast<float>(teacher_equity) / kPoint);
    for (int plies = 1; plies <= std::ssize(play.gains); ++plies)
      labels.push_back(worth.of_gain(play, plies));
    for (const auto gain : play.gains) labels.push_back(static_cast<float>(gain) / kPoint);
  }
}

void Dataset::view(std::size_t group, GroupView& view) const {
  const Shard& shard = shards_[groups_[group].shard];
  const Row* at = &shard.cells[groups_[group].cells];
  const float* label = &shard.labels[groups_[group].labels];
  const auto list = [&at] {
    const std::span<const Row> rows(at + 1, *at);
    at += 1 + rows.size();
    return rows;
  };
  view.lanes.clear();
  for (int n = *at++; n > 0; --n) {
    const int from = *at++ - 1;
    const auto added = list();
    view.lanes.push_back({from, added, list()});
  }
  view.unseen = list();
  view.weight = *label++;
  view.bucket = groups_[group].bucket;
  view.plays.clear();
  for (int n = *at++; n > 0; --n) {
    PlayView& play = view.plays.emplace_back();
    play.lanes = {at, kLanes};
    at += kLanes;
    play.leave = list();
    play.equity = *label++;
    play.teacher_equity = *label++;
    play.gains = {label, static_cast<std::size_t>(nnue::kHeads * plies_)};
    label += play.gains.size();
  }
}

}  // namespace zymurgy::trainer
