// The seam between simulation and judgement: which move a rollout plays, and what its last position
// is worth. The static guide uses the best static play and the win table; a network fits in here.
// One guide for each thread; a call costs nothing beside finding a move.
#pragma once

#include <functional>
#include <memory>

#include "evaluate/network_finder.h"
#include "evaluate/win_table.h"

namespace zymurgy {

class Guide {
 public:
  struct Leaf {
    int win;        // chance of the side on turn, out of WinTable::kOne
    Equity spread;  // expected lead of the side on turn
  };

  virtual ~Guide() = default;
  // Valid until the next call.
  virtual const Candidate& reply(const Position& position, const Lanes& lanes) = 0;
  // `leaves`: the side on turn's last leave minus the other's; `unseen`: tiles it does not see.
  virtual Leaf value(const Position& position, Equity leaves, int unseen) = 0;
};

// What the win table and the leaves say of a last position.
inline Guide::Leaf static_leaf(const WinTable& wins, const Position& position, Equity leaves,
                               int unseen) {
  const Equity spread = position.spread() * kPoint + leaves;
  return {wins.at((spread + (spread < 0 ? -kPoint : kPoint) / 2) / kPoint, unseen), spread};
}

// Plays a finder's best; what else the finder needs (a network) comes last.
template <typename Finder>
class FinderGuide final : public Guide {
 public:
  template <typename... More>
  FinderGuide(const Lexicon& lexicon, const LeaveTable& leaves, const WinTable& wins,
              const More&... more)
      : finder_(lexicon, leaves, more...), wins_(&wins) {}

  const Candidate& reply(const Position& position, const Lanes& lanes) override {
    return finder_.best(position, lanes);
  }
  Leaf value(const Position& position, Equity leaves, int unseen) override {
    return static_leaf(*wins_, position, leaves, unseen);
  }

 private:
  Finder finder_;
  const WinTable* wins_;
};

using StaticGuide = FinderGuide<MoveFinder>;
using NetworkGuide = FinderGuide<NetworkFinder>;  // costs three times as much

using GuideMaker = std::function<std::unique_ptr<Guide>()>;

}  // namespace zymurgy
