// What the network says of the plays of a position: points beyond the static equity, measured from
// one of them, the anchor. (Training compares the plays of one position only, so that the level of
// the network's own sums means nothing; the static best play is worth its equity on average.)
//
// `start` adds up the accumulators of the position's lanes, those that have changed since the last
// position, so that a game followed turn by turn costs a third of them. A play costs the rows that
// it changes: of the lanes that it or its cross-sets touch, each place that differs. One for each
// thread.
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

  // `lanes` are those of the position, and must stay until the last `value`.
  void start(const Position& position, const Lanes& lanes, const Move& anchor);
  // Of a legal move of the side on turn.
  Equity value(const Move& move);

 private:
  using Accumulator = std::vector<std::int16_t>;

  Equity sum(const Move& move);

  // The accumulator of a lane after a play, from the one before it.
  void change(const Lane& before, const Lane& after, int lane_class, const std::int16_t* base,
              std::int16_t* out);

  const Network* network_;
  FeatureSet features_;
  const Lanes* lanes_ = nullptr;
  std::optional<Lanes> after_;  // a copy of them, to try plays out on
  CrossSetMemo memo_;
  Equity anchor_ = 0;
  Rack rack_;
  std::array<std::uint64_t, kLanes> shown_{};  // the keys of the lanes that base_ is of
  Accumulator base_;                           // kLanes x width, of the position
  Accumulator changed_;                        // the same, of a play, where it differs
  Accumulator unseen_, tiles_;
  std::vector<std::uint16_t> added_, removed_;
};

}  // namespace zymurgy::nnue
