// What the network says of the plays of a position: points beyond the static equity. Predictions
// compare within one position only, for training does no more: each position has a level of its
// own, unknown. What is shown and played is measured from the static best play, which is worth its
// equity on average.
//
// `start` follows from the last position to this one (FollowedLanes). A play costs what it changes:
// its own lane, those that its tiles cross, and the lanes of the places that its words now hook.
// One for each thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "game/position.h"
#include "movegen/candidate.h"
#include "nnue/count_rows.h"
#include "nnue/followed_lanes.h"
#include "nnue/laid_play.h"
#include "nnue/lane_updates.h"
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
  static constexpr std::size_t kOfLine = kCacheLine / sizeof(std::int16_t);

  // Plays worked out at a time.
  static constexpr std::size_t kAtOnce = 4;
  // The most lanes that a play changes, some of them twice: its own, those that hook its two ends
  // and those that its tiles cross, and for each tile two more beside it, where its runs end.
  static constexpr std::size_t kLanesOfPlay = 1 + 2 + kRackSize + 2 * kRackSize;
  // The most rows of a play, each lane's filled up by RowChanges.
  static constexpr std::size_t kOfPlay = 2 * kRackSize * FollowedLanes::kOfTile +
                                         (2 + 2 * kRackSize) * FollowedLanes::kOfHook +
                                         kLanesOfPlay * (kRowsAtOnce - 1);
  static_assert(kAtOnce * kOfPlay <= RowChanges::kMostRows - kRowsAtOnce);
  static_assert(kAtOnce * kLanesOfPlay <= RowChanges::kMostUpdates);

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
  // Claims what a play changes, the `nth` of a few.
  void lay(const LaidPlay& play, std::size_t nth);

  std::size_t wide() const { return static_cast<std::size_t>(network_->sizes.width); }
  std::size_t units() const { return static_cast<std::size_t>(network_->sizes.units); }

  const Network* network_;
  FeatureSet features_;
  CountRows counts_;
  CacheLines<std::int8_t> dense_;  // by fours
  Numbers zero_;
  LaneUpdates lane_updates_;
  RowChanges tile_changes_;
  // Of the position.
  const Lanes* lanes_ = nullptr;
  std::optional<FollowedLanes> followed_;  // once the lexicon is known
  Rack rack_;
  Numbers unseen_;  // of twice the units
  int bucket_ = 0;
  Prediction level_;
  // Of a few plays, one after the other: lanes where they change, and the tiles.
  Numbers changed_, changed_units_, tiles_;
  std::array<WorkedLanes, kAtOnce> works_;
  GapMemory gaps_;
  std::vector<LaidPlay> laid_;
  std::vector<Prediction> predictions_;
};

}  // namespace zymurgy::nnue
