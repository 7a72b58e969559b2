// Uses one reply to refute many moves of a position without searching each of them.
//
// If a move and an answer lie apart (LanePool::apart), it does not matter which is made first. So
// one analysis of the position after the answer alone, with the mover's rack still whole, also
// covers the positions after many moves and the answer. It may show that the mover gains too little
// even if undisturbed, or that the answering side goes out next whatever the mover does in between.
// Such moves need no search, and they are most of the moves of a position where all fail.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "endgame/lane_ceiling.h"
#include "endgame/tree.h"

namespace zymurgy {

class Answers {
 public:
  explicit Answers(EndgameTree& tree);

  // Drops the answers of the last node at that ply; or, once their boards are gone, those of all
  // plies.
  void forget(int ply) { of_ply_[static_cast<std::size_t>(ply)].forget(); }
  void forget_all();
  // Whether a play that answered another move certainly answers this one; `open` is the number of
  // moves not yet refuted.
  bool is_answered(const EndgameTree::Visit& at, const LanePlay& move, int open);

 private:
  using Visit = EndgameTree::Visit;
  using Killer = EndgameTree::Killer;

  // A play that may answer all of a node's moves that lie apart from it.
  struct Answer {
    struct Next {  // a play by the mover after the answer
      int worth;   // its score plus twice the points of its tiles, their cost if kept
      std::uint8_t lane, count;
      std::uint32_t tiles;   // as SolverSide::packed
      std::uint64_t leaves;  // bit set: the answer's `outs` that can still be played
    };
    std::uint32_t key = 0;  // of the play; 0: no answer
    LanePlay play{};
    Footprint place{};
    int held = 0;  // points left on the answering side's rack
    SolverBoard board{};
    std::optional<SoloBound::RemainingGains>
        remaining_gains;  // bound the mover's gain if undisturbed
    Threats outs;         // the answering side's plays that go out next
    // Sorted by the number of tiles laid, then by `leaves`, then by worth, best first; `ends` holds
    // where each run of equal count and `leaves` ends.
    std::vector<Next> nexts;
    std::vector<std::size_t> ends;
  };
  struct OfNode {  // while the node is searched
    std::array<Answer, 2> known;
    std::size_t newest = 0;
    int tried = 0;  // plays worked out as answers

    void forget() {
      tried = 0;
      for (Answer& answer : known) answer.key = 0;
    }
  };
  struct AfterBoth {  // the position after a move and an answer apart from it
    const Answer& answer;
    const SolverBoard& board;
    int mover;
    int rack;            // what the mover has left
    int most;            // the most he may gain from there and still fall short
    std::uint64_t outs;  // the answer's outs that can still be played
  };

  void make(Answer& answer, const Visit& at, const Killer& killer);
  void list_nexts(Answer& answer, const Visit& at);
  bool settles(const Answer& answer, const Visit& at, const LanePlay& move);
  bool goes_out_in_time(const Answer& answer, const Visit& at, const LanePlay& move, int most);
  int worth_answered(const AfterBoth& after, bool whole, std::uint64_t outs) const;
  bool answers_nexts(const AfterBoth& after, LaneSet changed) const;
  bool answers_lane(const AfterBoth& after, int lane);

  EndgameTree& tree_;
  LaneCeiling ceiling_;
  std::vector<OfNode> of_ply_{EndgameTree::kMaxPlies};
};

}  // namespace zymurgy
