// Simulation: candidates judged by playing on, many times, on tiles dealt at random.
//
// All candidates of an iteration meet the same deal (sim/deals.h). Iterations go by rounds; after
// each, plays that are worse than the leader with the stated confidence are given up (sim/race.h),
// and the simulation ends when the best is known, or all deals there are have been met. If time or
// iterations are too few to be so sure, plays that will hardly lead at their end are given up, too,
// and nothing is called decided. Without deadline or stop the result is a function of position,
// candidates, options and seed, whatever the number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "game/limits.h"
#include "sim/race.h"

namespace zymurgy {

struct SimOptions {
  static constexpr int kNever = -1;

  int plies = 2;                // after the candidate
  int to_the_end_bag = 7;       // with this many or fewer in the bag, play to the end; or kNever
  std::int64_t iterations = 0;  // at most; 0 no limit
  Limits limits;
  double confidence = 0.99;  // in the best play; 0: give nobody up
  bool runs_on = false;      // once the best is known, for the sake of the figures
  std::uint64_t seed = 1;
  const RackBelief* belief = nullptr;  // about the opponent's rack
};

struct SimPlay {
  Move move;
  Equity equity = 0;  // that the candidate came with
  // For a play that was given up, corrected for the deals it missed (Race::correction). NaN where
  // unknown: means of no sample, errors of fewer than two.
  double wp = 0, wp_error = 0;  // the mover's chance to win, 0 to 1; one standard error
  double eq = 0, eq_error = 0;  // gain of spread from now on, leaves included, points
  // What plays are ranked by: the worth of win chance and spread (evaluate/worth.h), in games; in
  // rollouts to the end a loss may count as what of it may be turned (chance_beyond_static).
  double utility = 0;
  // One standard error of how far that is behind the first play's, deal by deal; NaN of plays given
  // up or without samples.
  double behind_error = 0;
  std::int64_t iterations = 0;
  bool given_up = false;
  struct Ply {
    double score = 0, bingos = 0;  // means
    std::int64_t plays = 0;
  };
  std::vector<Ply> plies;                         // the opponent's reply first
  std::array<std::uint32_t, kSquares> replies{};  // heat map of that reply
};

struct SimResult {
  // Best first: plays that still run before those given up, each part by utility.
  std::vector<SimPlay> plays;
  int plies = 0;
  std::int64_t iterations = 0;    // of the best play
  std::int64_t samples = 0;       // of all
  std::int64_t plies_played = 0;  // candidates included
  double seconds = 0;
  bool decided = false;    // the best is known with the confidence asked for
  bool all_deals = false;  // the best play has met all there are: what is said of it is exact
};

class Simulator {
 public:
  using Progress = std::function<void(const SimResult&)>;

  // The leaves must outlive the simulator, as must what its guides are made of.
  Simulator(const LeaveTable& leaves, const GuideMaker& guide, int threads = 1);
  ~Simulator();

  // At least one candidate, each legal. Calls `progress` on this thread after some rounds.
  SimResult run(const Position& position, const Lanes& lanes,
                const std::vector<Candidate>& candidates, const SimOptions& options,
                const Progress& progress = {});

 private:
  struct Run;
  struct Worker;

  void work(Run& run, Worker& worker);
  void add_up(Run& run);

  const LeaveTable* leaves_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace zymurgy
