// One sample of a simulation: a candidate play, then some plies, on tiles dealt beforehand.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "game/random.h"
#include "sim/deals.h"
#include "sim/guide.h"

namespace zymurgy {

inline constexpr int kToTheEnd = 1000;   // plies
inline constexpr int kTalliedPlies = 8;  // plies whose scores and bingos are reported

// A position to simulate and the positions after each candidate, shared by all threads.
class SimSetup {
 public:
  SimSetup(const Position& root, const Lanes& lanes, const LeaveTable& leaves,
           const std::vector<Candidate>& candidates);

  struct Start {
    Move move;
    Position position;
    Lanes lanes;
    Equity leave;  // of the leave kept by the mover
  };
  const Position& root() const { return root_; }
  const std::vector<Start>& starts() const { return starts_; }
  const LeaveTable& leaves() const { return *leaves_; }
  int mover() const { return root_.on_turn(); }

 private:
  Position root_;
  const LeaveTable* leaves_;
  std::vector<Start> starts_;
};

struct Sample {
  struct Ply {
    std::int16_t score;
    bool bingo;
    Equity gain;  // of the mover's spread since the root after this ply, leaves included
  };
  int win = 0;        // the mover's chance, out of WinTable::kOne
  Equity gain = 0;    // of the mover's spread since the root, leaves included
  Equity spread = 0;  // of the mover at the end, leaves included
  int plies = 0;      // played, the candidate not counted
  std::array<Ply, kTalliedPlies> tallied{};
  Move reply;  // the first ply; a pass if there was none
};

class Rollout {
 public:
  explicit Rollout(std::unique_ptr<Guide> guide) : guide_(std::move(guide)) {}

  Guide& guide() { return *guide_; }

  // Plays `plies` plies (kToTheEnd for all) after the candidate setup.starts()[index], on the tiles
  // of `deal`. The sample is a function of these alone and is valid until the next call.
  const Sample& play(const SimSetup& setup, std::size_t index, const Deal& deal, int plies);

 private:
  Move reply(const Position& position, const Lanes& lanes);
  void draw(Position& position, int player, const Move& move, bool front);
  void finish(const SimSetup& setup, const Position& position, const std::array<Equity, 2>& leaves);

  std::unique_ptr<Guide> guide_;
  Sample sample_;
  std::array<Letter, Deal::kMost> row_;
  int begin_ = 0, end_ = 0;
  Random places_{0};
};

}  // namespace zymurgy
