// Contrast data as a student sees it. Each group has the distinct lanes of the board before and
// after its plays, as lists of first-layer rows, and each play the lanes after it, its leave and
// its labels. A lane that a play changes is stored as its difference from the lane before.
//
// Everything of a group lies in one run of 16-bit cells, made from the shards at load.
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
  int from;  // the lane of the group, one before this, that it differs from; -1: from none
  std::span<const Row> added, removed;
};

struct PlayView {
  std::span<const Row> lanes;    // kLanes indices of the group's lanes
  std::span<const Row> leave;    // rows
  float equity;                  // static, in points
  float taught_equity;           // the same by the leaves that a teacher adds to
  std::span<const float> gains;  // after each ply: what they are worth (worth.h), then the points
};

struct GroupView {
  std::vector<LaneView> lanes;
  std::span<const Row> unseen;  // rows of the tiles unseen and of the lead
  float weight = 1;             // of its errors
  int bucket = 0;               // nnue::bucket_of
  std::vector<PlayView> plays;
};

class Dataset {
 public:
  // Static equities are by `leaves`. `wins` may be nullptr: points are all that counts. A teacher's
  // words may go with leaves of its own, `taught`; nullptr for the same.
  Dataset(const Lexicon& lexicon, const LeaveTable& leaves, const WinTable* wins,
          const LeaveTable* taught = nullptr)
      : lexicon_(&lexicon), wins_(wins), evaluator_(leaves), features_(lexicon.tiles()) {
    if (taught != nullptr) taught_.emplace(*taught);
    ZYMURGY_CHECK(features_.lane_rows() <= 1 << 16 && features_.tile_rows() <= 1 << 16);
  }

  // Appends the groups of a shard; its games must be of the lexicon. All shards have as many plies.
  Result<void> add(const std::string& path);
  // Appends the groups of many, in their order, read by so many threads. Calls progress(shards
  // read) from one thread at a time. That `stop` has ended it is an error.
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
    std::size_t cells, labels;  // where it begins in the shard
  };
  using LaneIndices = std::array<Row, kLanes>;

  void append(Dataset&& other);
  // Adds the group's distinct lanes: their number, and for each what it differs from and by which
  // rows. Which of them each play leaves.
  std::vector<LaneIndices> add_lanes(const Lanes& lanes, const std::vector<ContrastPlay>& plays);
  void add_group(const Position& position, const Lanes& lanes,
                 const std::vector<ContrastPlay>& plays);

  const Lexicon* lexicon_;
  const WinTable* wins_;
  StaticEvaluator evaluator_;
  std::optional<StaticEvaluator> taught_;  // if not the same
  nnue::FeatureSet features_;
  int plies_ = 0;
  std::size_t plays_ = 0;
  std::vector<Group> groups_;
  std::vector<Shard> shards_;  // apart: one vector of it all would need twice the room to grow
};

}  // namespace zymurgy::trainer
