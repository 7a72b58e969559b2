// What the network says of the plays of a position: points beyond the static equity, but for a
// level of the position's own. (Training compares the plays of one position only; whoever shows the
// points measures them from the static best play, which is worth its equity on average.)
//
// `start` brings the accumulators of the lanes from the last position to this one, place by place
// where they differ, so that a game followed turn by turn costs little. A play costs the rows that
// it changes in the same way: of the lanes that it or its cross-sets touch. One for each thread.
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

  // `lanes` are those of the position, and must stay until the last `word`.
  void start(const Position& position, const Lanes& lanes);
  // Of a legal move of the side on turn.
  Equity word(const Move& move);

 private:
  using Accumulator = std::vector<std::int16_t>;

  // The accumulator of a lane after a play, from the one before it.
  void change(const Lane& before, const Lane& after, int lane_class, const std::int16_t* base,
              std::int16_t* out);

  const Network* network_;
  FeatureSet features_;
  const Lanes* lanes_ = nullptr;
  std::optional<Lanes> after_;  // a copy of them, to try plays out on; base_ is of these
  CrossSetMemo memo_;
  Rack rack_;
  Accumulator base_;     // kLanes x width, of the position
  Accumulator changed_;  // the same, of a play, where it differs
  Accumulator unseen_, tiles_;
  std::vector<std::uint16_t> added_, removed_;
};

}  // namespace zymurgy::nnue
