// Plays the games of contrast data (making/contrast.h) and rolls out their plays; one object per
// thread.
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
  // The arguments must outlive the player.
  ContrastPlayer(const Lexicon& lexicon, const LeaveTable& leaves, const ContrastHeader& header);
  ContrastPlayer(const ContrastPlayer&) = delete;  // rollout_ refers to wins_
  ContrastPlayer& operator=(const ContrastPlayer&) = delete;

  // The game is a function of the header and the index.
  void play(std::uint64_t index, ContrastGame& game);

 private:
  // The best of the top moves, and others drawn from them without replacement.
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
