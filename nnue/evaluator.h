// What the network says of the plays of a position: points beyond the static equity, but for a
// level of the position's own, since training compares the plays of one position only. What is
// shown and played is measured from the static best play, which is worth its equity on average.
//
// `start` brings the accumulators of the lanes from the last position to this one, place by place
// where they differ, so that a game followed turn by turn costs little. A play costs what it
// changes: its own lane, those that its tiles cross, and the lanes of the places that its words now
// hook; where lanes are mixed, those that it changes are mixed anew. One for each thread.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "game/position.h"
#include "movegen/generator.h"
#include "nnue/count_rows.h"
#include "nnue/kernels.h"
#include "nnue/laid_play.h"
#include "nnue/lane_rows.h"

namespace zymurgy::nnue {

class Evaluator {
 public:
  // The network must outlive the evaluator; it must be for the tile set of the positions, which are
  // of one lexicon.
  Evaluator(const Network& network, const TileSet& tiles);

  // `lanes` are those of the position, and must stay until the last `words`.
  void start(const Position& position, const Lanes& lanes);
  // Of a legal move of the side on turn, level included.
  Words words(const Move& move);
  // Of several: while one is worked out, what is to be read of the others is on its way from
  // memory.
  const std::vector<Words>& words(std::span<const Candidate> moves);

  // Makes a move's words the level, also for the next positions: mostly it is much the same a few
  // plies on.
  void level_at(const Move& best) { level_ = words(best); }
  // The words beyond the level.
  Words gain(const Move& move) {
    const Words its = words(move);
    return {its.win - level_.win, its.spread - level_.spread};
  }

 private:
  using Numbers = CacheLines<std::int16_t>;  // accumulators
  using Row = LaneRows::Row;
  static constexpr std::size_t kOfLine = kCacheLine / sizeof(std::int16_t);

  // Rows to be added, or to be removed: on their way from memory until then.
  struct Notes {
    // What one lane can show, and more than all lanes of a play can ask for.
    static constexpr std::size_t kOfLane = kBoardDim * (kLetterCodes + 1);
    std::size_t count = 0;
    std::array<Row, 2 * kOfLane> rows;
    std::size_t claimed = 0;
    // Whether another lane fits.
    bool room() const { return count + kOfLane <= rows.size(); }

    void operator()(Row row) {
      __builtin_prefetch(row);
      rows[count++] = row;
    }
    // How many since the last time.
    int claim() { return static_cast<int>(count - std::exchange(claimed, count)); }
  };

  // Brings base_ to these lanes; bit per lane that differed.
  std::uint64_t follow(const Lanes& lanes);
  void note_place(Notes& notes, const Lane& lane, int index, int place) const;
  // Notes what counts reach.
  auto note_count() {
    return [this](int first, int reached) {
      const Row row = counts_.of(first, reached);
      for (std::size_t at = kOfLine; at < 2 * units(); at += kOfLine) __builtin_prefetch(row + at);
      added_(row);
    };
  }

  Words words(const Move& move, LaidPlay& laid);
  void lay(const LaidPlay& play);
  // Hooks the ends, on one side of the play's lane, of the runs that cross it.
  void hook_beside(const LaidPlay& play, HookedRun::Side side);

  void note_tile(Direction direction, int lane, int place, Tile tile);
  void note_hook(Direction direction, int lane, int place, const Hook& hook);
  // Notes that what hooks a place of the position is gone.
  void note_unhooked(Direction direction, int lane, int place);

  // The units of all lanes, with the play's.
  const Row* units_after();

  // Claims the rows noted for an accumulator. `apply` makes them all.
  void claim(Row from, std::int16_t* to);
  void claim_lane(Direction direction, int lane);  // of the play
  void apply(std::size_t width);

  bool mixed() const { return network_->sizes.mixed > 0; }
  std::size_t wide() const { return static_cast<std::size_t>(network_->sizes.width); }
  std::size_t units() const { return static_cast<std::size_t>(network_->sizes.units()); }
  static std::size_t index(Direction direction, int lane) {
    return static_cast<std::size_t>(direction) * kBoardDim + static_cast<std::size_t>(lane);
  }
  std::int16_t* hook_sum(std::size_t index, int place) {
    return &hooks_[(index * kBoardDim + static_cast<std::size_t>(place)) * wide()];
  }

  const Network* network_;
  FeatureSet features_;
  CountRows counts_;
  Numbers mix_, dense_;           // paired
  std::optional<LaneRows> rows_;  // once the lexicon is known
  const Lanes* lanes_ = nullptr;
  Rack rack_;
  Words level_;
  int bucket_ = 0;
  Numbers base_;                        // of the position, by lane
  std::array<Lane, kLanes> shown_;      // what base_ shows
  Numbers changed_;                     // the same, of a play, where it differs
  std::array<Row, kLanes> after_{};     // a play
  Numbers base_units_, changed_units_;  // the same mixed, if lanes are
  std::array<Row, kLanes> units_after_{};
  Numbers hooks_;  // of each place of the position's lanes: what hooks it, summed
  std::array<std::uint32_t, kLanes> summed_{};  // bit per place of which hooks_ holds the sum
  Numbers unseen_, tiles_;                      // of twice the units
  Notes added_, removed_;
  std::vector<LaidPlay> laid_;
  std::vector<Words> said_;
  std::array<Update, kLanes> updates_;
  std::size_t claims_ = 0;
};

}  // namespace zymurgy::nnue
