// Contrast data as a student sees it. Each group has the distinct lanes of the board before and
// after its plays, as lists of first-layer rows; each play has the lanes after it, its leave and
// its labels. A lane that a play changes is stored as its difference from the lane before.
//
// All rows of a group lie in one run of 16-bit cells, made from the shards at load.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "evaluate/win_table.h"
#include "lexicon/lexicon.h"
#include "making/contrast_file.h"
#include "nnue/features.h"

namespace zymurgy::trainer {

using Row = std::uint16_t;

struct LaneView {
  int from;  // the earlier lane of the group that this one differs from; -1: none
  std::span<const Row> added, removed;
};

struct PlayView {
  std::span<const Row> lanes;    // kLanes indices of the group's lanes
  std::span<const Row> leave;    // rows
  float equity;                  // static, in points
  float teacher_equity;          // the same, by the leaves that the teacher's outputs add to
  std::span<const float> gains;  // the worths (worth.h) after each ply, then the points after each
};

struct GroupView {
  std::vector<LaneView> lanes;
  std::span<const Row> unseen;  // rows of the unseen tiles and of the lead
  float weight = 1;             // of the group's errors
  int bucket = 0;               // nnue::bucket_of
  std::vector<PlayView> plays;
};

class Dataset {
 public:
  // Static equities are by `leaves`. `wins` may be nullptr: then only points count.
  // `teacher_leaves`: the leaves that a teacher's outputs add to; nullptr for the same ones.
  Dataset(const Lexicon& lexicon, const LeaveTable& leaves, const WinTable* wins,
          const LeaveTable* teacher_leaves = nullptr)
      : lexicon_(&lexicon), wins_(wins), evaluator_(leaves), features_(lexicon.tiles()) {
    if (teacher_leaves != nullptr) teacher_evaluator_.emplace(*teacher_leaves);
    ZYMURGY_CHECK(features_.lane_rows() <= 1 << 16 && features_.tile_rows() <= 1 << 16);
  }

  // Appends the groups of a shard; its games must be of the lexicon. All shards must have the same
  // number of plies.
  Result<void> add(const std::string& path);
  // Appends the groups of many shards, in order, read by `threads` threads. Calls progress(shards
  // read) from one thread at a time. Being stopped by `stop` is an error.
  Result<void> add(std::span<const std::string> paths, int threads,
                   const std::function<void(std::int64_t)>& progress = {},
                   const std::stop_token& stop = {});

  std::size_t groups() const { return groups_.size(); }
  std::size_t plays() const { return plays_; }
  int plies() const { return plies_; }
  const nnue::FeatureSet& features() const { return features_; }
  void view(std::size_t group, GroupView& view) const;

 private:
  struct Shard {
    std::vector<Row> cells;
    // The group's weight; for each play its equities and its gains.
    std::vector<float> labels;
  };
  struct Group {
    std::uint32_t shard;
    int bucket;                 // nnue::bucket_of
    std::size_t cells, labels;  // where the group begins in the shard
  };
  using LaneIndices = std::array<Row, kLanes>;

  void append(Dataset&& other);
  // Adds the group's distinct lanes: their number, and for each the lane that it differs from and
  // the rows added and removed. Returns the lanes after each play.
  std::vector<LaneIndices> add_lanes(const Lanes& lanes, const std::vector<ContrastPlay>& plays);
  void add_group(const Position& position, const Lanes& lanes,
                 const std::vector<ContrastPlay>& plays);

  const Lexicon* lexicon_;
  const WinTable* wins_;
  StaticEvaluator evaluator_;
  std::optional<StaticEvaluator> teacher_evaluator_;  // if not the same
  nnue::FeatureSet features_;
  int plies_ = 0;
  std::size_t plays_ = 0;
  std::vector<Group> groups_;
  std::vector<Shard> shards_;  // separate: a single vector would need twice the memory to grow
};

}  // namespace zymurgy::trainer
