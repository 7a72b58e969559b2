// The games of contrast data (making/contrast.h), played and judged: one player a thread.
#pragma once

#include <cstdint>
#include <vector>

#include "evaluate/move_finder.h"
#include "making/contrast_file.h"
#include "play/game.h"
#include "sim/rollout.h"

namespace zymurgy {

class ContrastPlayer {
 public:
  // All must outlive it.
  ContrastPlayer(const Lexicon& lexicon, const LeaveTable& leaves, const ContrastHeader& header);
  ContrastPlayer(const ContrastPlayer&) = delete;  // rollouts look at the win table beside them
  ContrastPlayer& operator=(const ContrastPlayer&) = delete;

  // A function of the header and the index.
  void play(std::uint64_t index, ContrastGame& game);

 private:
  // The best of the top moves and others, each drawn once.
  std::vector<Candidate> choose();
  void judge(std::vector<ContrastPlay>& group);

  const ContrastHeader& header_;
  const LeaveTable& leaves_;
  MoveFinder finder_;
  WinTable wins_;
  Rollout rollout_;
  Game game_;
  Random random_{0};
  std::vector<Candidate> top_;
};

}  // namespace zymurgy
