// Simulation: judges candidates by playing on, many times, on tiles dealt at random.
//
// All candidates of an iteration meet the same deal (sim/deals.h). Iterations run in rounds. After
// each round, plays that are worse than the leader at the stated confidence are given up
// (sim/race.h). The simulation ends when the best play is known or all possible deals have been
// met. If there is too little time or there are too few iterations for that confidence, plays
// unlikely to lead at the end are given up, too, and nothing is called decided. Without a deadline
// or a stop, the result is a function of position, candidates, options and seed, whatever the
// number of threads.
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
  double confidence = 0.99;  // in the best play; 0: give no play up
  bool runs_on = false;      // continue once the best is known, for better figures
  std::uint64_t seed = 1;
  const RackBelief* belief = nullptr;  // about the opponent's rack
};

struct SimPlay {
  Move move;
  Equity equity = 0;  // as given with the candidate
  // For a given-up play, corrected for the deals it missed (Race::correction). NaN if unknown:
  // means of no sample, errors of fewer than two.
  double wp = 0, wp_error = 0;  // the mover's chance to win, 0 to 1; one standard error
  double eq = 0, eq_error = 0;  // gain of spread from now on, leaves included, points
  // What plays are ranked by: the worth of win probability and spread (evaluate/worth.h), in games.
  // In rollouts to the end a loss may count for the chance of turning it (chance_beyond_static).
  double utility = 0;
  // One standard error of how far `utility` is behind the first play's, deal by deal; NaN for plays
  // given up or without samples.
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
  // Best first: running plays before given-up ones, each group by utility.
  std::vector<SimPlay> plays;
  int plies = 0;
  std::int64_t iterations = 0;    // of the best play
  std::int64_t samples = 0;       // of all
  std::int64_t plies_played = 0;  // candidates included
  double seconds = 0;
  bool decided = false;    // the best is known with the confidence asked for
  bool all_deals = false;  // the best play has met all possible deals: its figures are exact
};

class Simulator {
 public:
  using Progress = std::function<void(const SimResult&)>;

  // `leaves` and all that the guides refer to must outlive the simulator.
  Simulator(const LeaveTable& leaves, const GuideMaker& guide, int threads = 1);
  ~Simulator();

  // Needs at least one candidate; each must be legal. Calls `progress` on the calling thread after
  // some rounds.
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
