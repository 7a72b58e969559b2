// The network's predictions for the moves of a position, in points beyond the static equity.
// Predictions are comparable only within one position, since training compares no others: each
// position has an unknown level of its own. What is shown and played is measured from the static
// best play, which is worth its equity on average.
//
// `start` updates from the last position to this one (FollowedLanes). A play costs what it changes:
// its own lane, the lanes that its tiles cross, and the lanes of the places that its words newly
// hook. Use one evaluator per thread.
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
  // The network must outlive the evaluator and be for the tile set of the positions, which must all
  // be of one lexicon.
  Evaluator(const Network& network, const TileSet& tiles);
  Evaluator(Evaluator&&) = default;
  Evaluator& operator=(Evaluator&&) = default;

  // `lanes` are the position's lanes; they must stay valid until the last `predict`.
  void start(const Position& position, const Lanes& lanes);
  // The prediction for a legal move of the side on turn, level included.
  Prediction predict(const Move& move);
  // Predictions for several moves, at less cost per move: rows for the next play are prefetched
  // while one is worked out, and the kernels process many plays at a time.
  const std::vector<Prediction>& predict(std::span<const Candidate> moves);

  // Makes a move's prediction the level, for the next positions too: it mostly changes little
  // within a few plies.
  void level_at(const Move& best) { level_ = predict(best); }
  // A move's prediction beyond the level.
  Prediction gain(const Move& move) {
    const Prediction prediction = predict(move);
    return {prediction.win - level_.win, prediction.spread - level_.spread};
  }

 private:
  using Numbers = CacheLines<std::int16_t>;  // accumulators
  static constexpr std::size_t kOfLine = kCacheLine / sizeof(std::int16_t);

  // Plays evaluated at a time.
  static constexpr std::size_t kAtOnce = 4;
  // The most lanes that a play changes, some counted twice: its own, the two that cross it just
  // beyond its ends, those that its tiles cross, and for each tile two parallel ones, at the ends
  // of its crossing run.
  static constexpr std::size_t kLanesOfPlay = 1 + 2 + kRackSize + 2 * kRackSize;
  // The most rows of a play, with RowChanges' padding for each lane.
  static constexpr std::size_t kOfPlay = 2 * kRackSize * FollowedLanes::kOfTile +
                                         (2 + 2 * kRackSize) * FollowedLanes::kOfHook +
                                         kLanesOfPlay * (kRowsAtOnce - 1);
  static_assert(kAtOnce * kOfPlay <= RowChanges::kMostRows - kRowsAtOnce);
  static_assert(kAtOnce * kLanesOfPlay <= RowChanges::kMostUpdates);

  // A callback for the counts of FeatureSet: notes and prefetches the row of each.
  auto note_count(RowCursor& note) {
    return [this, &note](int first, int reached) {
      const Row row = counts_.of(first, reached);
      for (std::size_t at = kOfLine; at < 2 * units(); at += kOfLine) __builtin_prefetch(row + at);
      note(row);
    };
  }

  // Appends the predictions for at most kAtOnce moves to predictions_.
  void predict_few(std::span<const Candidate> moves, std::span<LaidPlay> laid);
  // Claims the updates of a play, the `nth` of those evaluated together.
  void lay(const LaidPlay& play, std::size_t nth);

  std::size_t width() const { return static_cast<std::size_t>(network_->sizes.width); }
  std::size_t units() const { return static_cast<std::size_t>(network_->sizes.units); }

  const Network* network_;
  FeatureSet features_;
  CountRows counts_;
  CacheLines<std::int8_t> dense_;  // in the order of nnue::by_fours
  Numbers zero_;
  LaneUpdates lane_updates_;
  RowChanges tile_changes_;
  // The current position.
  const Lanes* lanes_ = nullptr;
  std::optional<FollowedLanes> followed_;  // set once the lexicon is known
  Rack rack_;
  Numbers unseen_;  // 2 * units numbers
  int bucket_ = 0;
  Prediction level_;
  // The plays evaluated together, one after another: lanes where they change, and the tiles.
  Numbers changed_, changed_units_, tiles_;
  std::array<WorkedLanes, kAtOnce> works_;
  GapCache gaps_;
  std::vector<LaidPlay> laid_;
  std::vector<Prediction> predictions_;
};

}  // namespace zymurgy::nnue
