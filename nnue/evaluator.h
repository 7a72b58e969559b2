// What the network says of the plays of a position: points beyond the static equity, but for a
// level of the position's own, since training compares the plays of one position only. What is
// shown and played is measured from the static best play, which is worth its equity on average.
//
// `start` brings the accumulators of the lanes from the last position to this one, place by place
// where they differ, so that a game followed turn by turn costs little. A play costs what it
// changes: its own lane, those that its tiles cross, and the lanes of the places that its words now
// hook. One for each thread.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "game/position.h"
#include "nnue/network.h"

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

  // Makes a move's words the level, also for the next positions: it is much the same a few plies
  // on.
  void level_at(const Move& best) { level_ = words(best); }
  // The words beyond the level.
  Words gain(const Move& move) {
    const Words its = words(move);
    return {its.win - level_.win, its.spread - level_.spread};
  }

 private:
  using Rows = std::vector<std::int16_t>;  // each as wide as an accumulator
  using Shown = FeatureSet::Shown;

  void follow(const Lanes& lanes);
  void lay(const Move& play);
  // Hooks the empty places at the ends of a run of tiles through a place.
  void hook_ends(const std::array<Tile, kBoardDim>& tiles, int place, Direction run, int lane);

  // Notes the rows by which a place of a lane changes.
  void note(const Shown& before, const Shown& after, int lane, int place);
  // Adds the rows noted to an accumulator and forgets them.
  void apply(const std::int16_t* from, std::int16_t* to);
  // The same, to that of a lane after the play.
  void change(Direction direction, int lane);

  std::size_t wide() const { return static_cast<std::size_t>(network_->width); }
  static std::size_t index(Direction direction, int lane) {
    return static_cast<std::size_t>(direction) * kBoardDim + static_cast<std::size_t>(lane);
  }

  const Network* network_;
  FeatureSet features_;
  const Lanes* lanes_ = nullptr;
  std::optional<Lanes> shown_;  // what base_ shows
  CrossSetMemo memo_;
  Rack rack_;
  Words level_;
  int bucket_ = 0;
  Rows base_;                                        // of the position, by lane
  Rows changed_;                                     // the same, of a play, where it differs
  std::array<const std::int16_t*, kLanes> after_{};  // a play
  Rows unseen_, tiles_;                              // of two rows each
  std::vector<std::uint16_t> added_, removed_;
};

}  // namespace zymurgy::nnue
