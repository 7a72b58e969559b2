// What the network says of the plays of a position: points beyond the static equity.
//
// `start` adds up the accumulators of the position's lanes. A play costs the rows that it changes:
// of the lanes that it or its cross-sets touch, each place that differs. One for each thread.
#pragma once

#include <array>
#include <vector>

#include "game/position.h"
#include "nnue/network.h"

namespace zymurgy::nnue {

class Evaluator {
 public:
  // The network must outlive the evaluator; it must be for the position's tile set.
  Evaluator(const Network& network, const TileSet& tiles);

  // `lanes` are those of the position, and must stay until the last `value`.
  void start(const Position& position, const Lanes& lanes);
  // Of a legal move of the side on turn.
  Equity value(const Move& move);

 private:
  using Accumulator = std::vector<std::int16_t>;

  // The accumulator of a lane after a play, from the one before it.
  void change(const Lane& before, const Lane& after, int lane_class, const std::int16_t* base,
              std::int16_t* out);

  const Network* network_;
  FeatureSet features_;
  const Lanes* lanes_ = nullptr;
  Rack rack_;
  Accumulator base_;     // kLanes x width, of the position
  Accumulator changed_;  // the same, of a play, where it differs
  Accumulator unseen_, tiles_;
  std::vector<std::uint16_t> added_, removed_;
};

}  // namespace zymurgy::nnue
