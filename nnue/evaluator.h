// What the network says of the plays of a position: points beyond the static equity. Predictions
// compare within one position only, for training does no more: each position has a level of its
// own, unknown. What is shown and played is measured from the static best play, which is worth its
// equity on average.
//
// `start` brings the accumulators of the lanes from the last position to this one, place by place
// where they differ, so that a game followed turn by turn costs little. A play costs what it
// changes: its own lane, those that its tiles cross, and the lanes of the places that its words now
// hook. One for each thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "game/position.h"
#include "movegen/candidate.h"
#include "nnue/count_rows.h"
#include "nnue/laid_play.h"
#include "nnue/lane_rows.h"
#include "nnue/row_changes.h"

namespace zymurgy::nnue {

class Evaluator {
 public:
  // The network must outlive the evaluator; it must be for the tile set of the positions, which are
  // of one lexicon.
  Evaluator(const Network& network, const TileSet& tiles);
  Evaluator(Evaluator&&) = default;
  Evaluator& operator=(Evaluator&&) = default;

  // `lanes` are those of the position, and must stay until the last `predict`.
  void start(const Position& position, const Lanes& lanes);
  // Of a legal move of the side on turn, level included.
  Prediction predict(const Move& move);
  // Of several, which costs less: what is to be read of the next is on its way from memory while
  // one is worked out, and the kernels do the same for many at a time.
  const std::vector<Prediction>& predict(std::span<const Candidate> moves);

  // Makes what is predicted of a move the level, also for the next positions: mostly it is much the
  // same a few plies on.
  void level_at(const Move& best) { level_ = predict(best); }
  // The prediction beyond the level.
  Prediction gain(const Move& move) {
    const Prediction its = predict(move);
    return {its.win - level_.win, its.spread - level_.spread};
  }

 private:
  using Numbers = CacheLines<std::int16_t>;  // accumulators
  using Rows = std::array<Row, kLanes>;
  static constexpr std::size_t kOfLine = kCacheLine / sizeof(std::int16_t);

  // Plays worked out at a time.
  static constexpr std::size_t kAtOnce = 4;
  // The most rows that a place asks for where a tile comes to lie or a hook changes: what it no
  // longer shows, then the tile, or the points and each letter.
  static constexpr std::size_t kOfTile = 2, kOfHook = 2 + kMaxLetters;
  // The most lanes that a play changes, some of them twice: its own, those that hook its two ends
  // and those that its tiles cross, and for each tile two more beside it, where its runs end.
  static constexpr std::size_t kLanesOfPlay = 1 + 2 + kRackSize + 2 * kRackSize;
  // The most rows of a play, and of a lane that is followed, each lane's filled up by RowChanges.
  static constexpr std::size_t kOfPlay =
      2 * kRackSize * kOfTile + (2 + 2 * kRackSize) * kOfHook + kLanesOfPlay * (kRowsAtOnce - 1);
  static constexpr std::size_t kOfLane = kBoardDim * kOfHook + kRowsAtOnce - 1;
  static_assert(kAtOnce * kOfPlay <= RowChanges::kMostRows - kRowsAtOnce);
  static_assert(kOfLane <= RowChanges::kMostRows - kRowsAtOnce);
  static_assert(kAtOnce * kLanesOfPlay <= RowChanges::kMostUpdates);

  // Brings base_ to these lanes.
  void follow(const Lanes& lanes);
  // Notes what a place of a lane shows.
  void note_place(const Lane& lane, int index, int place, RowCursor& note) const;
  // What a place of the position shows, negative: summed when it is first asked for.
  Row taken_away(std::size_t index, int place) {
    std::int16_t* sum = &shows_[(index * kBoardDim + static_cast<std::size_t>(place)) * wide()];
    if ((summed_[index] >> place & 1) == 0) sum_up(index, place, sum);
    return sum;
  }
  void sum_up(std::size_t index, int place, std::int16_t* sum);
  // Notes what counts reach.
  auto note_count(RowCursor& note) {
    return [this, &note](int first, int reached) {
      const Row row = counts_.of(first, reached);
      for (std::size_t at = kOfLine; at < 2 * units(); at += kOfLine) __builtin_prefetch(row + at);
      note(row);
    };
  }

  // Adds what is predicted of a few plays to predictions_.
  void predict_few(std::span<const Candidate> moves, std::span<LaidPlay> laid);
  // Claims what a play changes, the `work_`th of those worked out.
  void lay(const LaidPlay& play);

  std::size_t wide() const { return static_cast<std::size_t>(network_->sizes.width); }
  std::size_t units() const { return static_cast<std::size_t>(network_->sizes.units); }
  static std::size_t index(Direction direction, int lane) {
    return static_cast<std::size_t>(direction) * kBoardDim + static_cast<std::size_t>(lane);
  }

  const Network* network_;
  FeatureSet features_;
  CountRows counts_;
  MixTable mix_;
  CacheLines<std::int8_t> dense_;  // by fours
  std::optional<LaneRows> rows_;   // once the lexicon is known
  const Lanes* lanes_ = nullptr;
  Rack rack_;
  Prediction level_;
  int bucket_ = 0;
  Numbers base_, base_units_;       // of the position, by lane
  std::array<Lane, kLanes> shown_;  // what base_ shows
  Numbers shows_;  // of each place of these lanes: what it shows, summed and negative
  std::array<std::uint32_t, kLanes> summed_{};  // bit per place of which shows_ holds the sum
  Numbers unseen_;                              // of twice the units
  // Of plays, one after the other: lanes where they change, and the tiles.
  Numbers changed_, changed_units_, tiles_;
  Rows base_rows_, base_unit_rows_;
  struct Work {
    Rows lanes, units;
  };
  std::array<Work, kAtOnce> works_;
  std::size_t work_ = 0;
  Numbers zero_;
  RowChanges lane_changes_, tile_changes_;
  GapMemory gaps_;
  std::vector<Mixing> mixings_;
  std::vector<LaidPlay> laid_;
  std::vector<Prediction> predictions_;
};

}  // namespace zymurgy::nnue
