// Leave values from scratch: generations of static self-play, each with the leave values of the one
// before.
//
// At every position of a game with tiles on the board and in the bag, racks are drawn for the side
// to move (making/rack_sampler.h). The equity of each rack's best play, less the mean of the racks
// drawn as the game draws them, is credited to the rack's sub-leaves (making/leave_estimator.h).
// The method is that of Quackle, Macondo and MAGPIE (the mean best equity of the racks that hold a
// leave), but with many racks per position, so that the position itself cancels out.
//
// Deterministic given the seed, whatever the number of threads, even when stopped and resumed.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "game/rules.h"
#include "lexicon/lexicon.h"
#include "making/leave_estimator.h"

namespace zymurgy {

struct LeaveGenerationOptions {
  const Lexicon* lexicon = nullptr;
  std::uint64_t seed = 1;
  int generations = 5;
  std::uint64_t games = 10'000;  // in each generation
  int racks = 24;                // per position, half of them forced; at least 4
  int threads = 1;
  std::string checkpoint;               // file to save the work in and resume from; empty for none
  std::chrono::seconds save_each{120};  // how often to save, besides the end of each generation
};

struct LeaveGenerationProgress {
  int generation = 0;                  // from 1
  std::uint64_t games = 0, racks = 0;  // of this generation
  std::uint64_t before = 0;            // games of all generations that the checkpoint already held
  const std::array<LeaveSpread, kRackSize>* spreads = nullptr;  // at the end of a generation
  const Error* unsaved = nullptr;  // why the checkpoint could not be written just now
};

struct LeaveGenerationResult {
  LeaveTable values;
  bool finished = false;  // else stopped, with the values of the last whole generation
};

// Calls `progress` from one thread at a time. A checkpoint made with other options is an error. A
// checkpoint that cannot be written is reported to `progress` and tried again later; on a stop it
// is an error.
Result<LeaveGenerationResult> generate_leaves(
    const LeaveGenerationOptions& options,
    const std::function<void(const LeaveGenerationProgress&)>& progress = {},
    std::stop_token stop = {});

}  // namespace zymurgy
