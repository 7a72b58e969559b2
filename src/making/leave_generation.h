// Leaves from nothing: generations of static self-play, each with the values of the one before.
//
// At every position of a game (board not empty, bag not empty) racks are drawn for the side to move
// (making/rack_sampler.h), each one's best play is found, and its equity, less the mean of the
// racks drawn as the game draws them, is what the rack's sub-leaves are judged by
// (making/leave_estimator.h). The method is that of Quackle, Macondo and MAGPIE (the mean best
// equity of the racks that hold a leave), with many racks a position, so that the position itself
// cancels out.
//
// Deterministic from the seed, whatever the number of threads, and when stopped and resumed.
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
  int racks = 24;                // for each position, half of them forced; at least 4
  int threads = 1;
  std::string checkpoint;  // a file to keep the work in and to go on from; empty for none
  std::chrono::seconds save_each{120};  // how often, beside the end of each generation
};

struct LeaveGenerationProgress {
  int generation = 0;                  // from 1
  std::uint64_t games = 0, racks = 0;  // of this generation
  std::uint64_t before = 0;            // games, of all generations, that the checkpoint had
  const std::array<LeaveSpread, kRackSize>* spreads = nullptr;  // at the end of a generation
  const Error* unsaved = nullptr;  // why the checkpoint could not be written just now
};

struct LeaveGenerationResult {
  LeaveTable values;
  bool finished = false;  // or stopped, with the values of the last whole generation
};

// Calls `progress` from one thread at a time. A checkpoint of other options is an error. One that
// cannot be written is told, and tried again later; on a stop it is an error.
Result<LeaveGenerationResult> generate_leaves(
    const LeaveGenerationOptions& options,
    const std::function<void(const LeaveGenerationProgress&)>& progress = {},
    std::stop_token stop = {});

}  // namespace zymurgy
