// One reply often refutes many moves of a position: those are refuted without a search of their
// own.
//
// Where a move and an answer lie apart (LanePool::apart), it does not matter which of them is made
// first. So what is worked out once after the answer alone, with the mover's rack still whole,
// tells of the positions after many a move and the answer: that the mover gains too little even if
// nobody disturbs him, or that who answered goes out next, whatever the mover does in between. Such
// moves need not be looked into, and they are most of those of a position where all fail.
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

  // What was worked out at that ply, for another node; at all of them, when boards are gone.
  void forget(int ply) { of_ply_[static_cast<std::size_t>(ply)].forget(); }
  void forget_all();
  // Whether a play that answered another move answers this one for sure; `open` moves are left.
  bool is_answered(const EndgameTree::Visit& at, const LanePlay& move, int open);

 private:
  using Visit = EndgameTree::Visit;
  using Killer = EndgameTree::Killer;

  // A play that may answer a node's moves: all those that lie apart from it.
  struct Answer {
    struct Next {  // a move of the mover after it
      int worth;   // its score, and what the tiles it lays would have cost
      std::uint8_t lane, count;
      std::uint32_t tiles;   // as SolverSide::packed
      std::uint64_t leaves;  // of the answer's `outs`, those that can still be played
    };
    std::uint32_t name = 0;  // of the play; 0: there is none
    LanePlay play{};
    Footprint place{};
    int held = 0;  // points that who answers has left
    SolverBoard board{};
    std::optional<SoloBound::Rests> rests;  // what the mover gains alone
    Threats outs;                           // plays of who answers that go out next
    // Sorted by how many tiles are laid, then by the outs left, then by worth; and where in them
    // those of each kind end.
    std::vector<Next> nexts;
    std::vector<std::size_t> ends;
  };
  struct OfNode {  // while it is weighed
    std::array<Answer, 2> known;
    std::size_t newest = 0;
    int tried = 0;  // plays, as answers

    void forget() {
      tried = 0;
      for (Answer& answer : known) answer.name = 0;
    }
  };
  struct AfterBoth {  // an answer and a move apart from it, both made
    const Answer& answer;
    const SolverBoard& board;
    int mover;
    int rack;            // what he has left
    int most;            // what he may gain from there and yet fall short
    std::uint64_t outs;  // that can still be played
  };

  void make(Answer& answer, const Visit& at, const Killer& killer);
  void list_nexts(Answer& answer, const Visit& at);
  bool settles(const Answer& answer, const Visit& at, const LanePlay& move);
  bool goes_out_in_time(const Answer& answer, const Visit& at, const LanePlay& move, int most);
  int worth_answered(const AfterBoth& its, bool whole, std::uint64_t outs) const;
  bool answers_nexts(const AfterBoth& its, LaneSet changed) const;
  bool answers_lane(const AfterBoth& its, int lane);

  EndgameTree& tree_;
  LaneCeiling ceiling_;
  std::vector<OfNode> of_ply_{EndgameTree::kMaxPlies};
};

}  // namespace zymurgy
