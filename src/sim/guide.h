// The interface between simulation and evaluation: which move a rollout plays, and what its last
// position is worth. One guide per thread.
#pragma once

#include <functional>
#include <memory>

#include "evaluate/win_table.h"
#include "game/position.h"
#include "movegen/candidate.h"
#include "nnue/network.h"

namespace zymurgy {

class Guide {
 public:
  struct Leaf {
    int win;        // chance of the side on turn, out of WinTable::kOne
    Equity spread;  // expected lead of the side on turn
  };

  virtual ~Guide() = default;
  // Called before a simulation. A network takes its level from `first`, one of the candidates.
  virtual void start(const Position& root, const Lanes& lanes, const Move& first) = 0;
  // Valid until the next call.
  virtual const Candidate& reply(const Position& position, const Lanes& lanes) = 0;
  // What the last move of a rollout is worth to its player besides score and leave. Called before
  // the move is made, and only if the bag cannot be empty after it.
  virtual Equity outlook(const Position& position, const Lanes& lanes, const Move& last) = 0;
  // `leaves`: the side on turn's last leave minus the other's, outlook included; `unseen`: tiles it
  // does not see.
  virtual Leaf value(const Position& position, Equity leaves, int unseen) = 0;
};

using GuideMaker = std::function<std::unique_ptr<Guide>()>;

// What networks are used for; nullptr: score, leave and the win table alone.
struct GuideNetworks {
  // The choice of moves, which then takes three times as long.
  const nnue::Network* replies = nullptr;
  // The value of a rollout's last position, by the network's prediction of the spread. Its
  // prediction of the win only compares plays of one position: from board to board its level
  // drifts, at times by more than a bingo is worth (bench/simulation.md).
  const nnue::Network* outlook = nullptr;
};

// Makes guides that play the best move they find. All must outlive the maker.
GuideMaker guide_maker(const Lexicon& lexicon, const LeaveTable& leaves, const WinTable& wins,
                       GuideNetworks network = {});

}  // namespace zymurgy
