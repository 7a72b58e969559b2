// The seam between simulation and judgement: which move a rollout plays, and what its last position
// is worth. One guide for each thread.
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
  // Before a simulation. A network takes its level from `first`, one of the candidates.
  virtual void start(const Position& root, const Lanes& lanes, const Move& first) = 0;
  // Valid until the next call.
  virtual const Candidate& reply(const Position& position, const Lanes& lanes) = 0;
  // What the last move of a rollout is worth to its player beside score and leave, before it is
  // made. Asked only where the bag cannot be empty after it.
  virtual Equity outlook(const Position& position, const Lanes& lanes, const Move& last) = 0;
  // `leaves`: the side on turn's last leave minus the other's, outlook included; `unseen`: tiles it
  // does not see.
  virtual Leaf value(const Position& position, Equity leaves, int unseen) = 0;
};

using GuideMaker = std::function<std::unique_ptr<Guide>()>;

// Where a network has a say; nullptr: score, leave and the win table alone.
struct NetworkSay {
  // In the choice of moves, which then takes thrice as long.
  const nnue::Network* replies = nullptr;
  // In the value of a rollout's last position, by its prediction of the spread: its prediction of
  // the win only compares plays of one position; from board to board its level drifts, at times by
  // more than a bingo is worth (bench/simulation.md).
  const nnue::Network* outlook = nullptr;
};

// Makes guides that play the best move they find. All must outlive the maker.
GuideMaker guide_maker(const Lexicon& lexicon, const LeaveTable& leaves, const WinTable& wins,
                       NetworkSay network = {});

}  // namespace zymurgy
