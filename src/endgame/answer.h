// A move that answers another, and what is worked out once for all moves that it may answer
// (answers.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "endgame/lane_pool.h"
#include "endgame/solo_bound.h"
#include "endgame/threats.h"

namespace zymurgy {

// A play that may answer a node's moves: all those that lie apart from it (answers.cpp).
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

struct Answers {  // of a node while it is weighed
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

}  // namespace zymurgy
