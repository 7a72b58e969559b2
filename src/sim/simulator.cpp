#include "sim/simulator.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "evaluate/end_of_turns.h"
#include "evaluate/worth.h"
#include "game/threads.h"

namespace zymurgy {
namespace {

using Clock = Limits::Clock;

constexpr double kIndifference = 0.002;        // in win probability: a smaller gain does not count
constexpr std::int64_t kUnit = 2;              // deals that a thread takes at a time
constexpr std::int64_t kFirstRound = 8;        // iterations
constexpr std::int64_t kRoundSamples = 4096;   // at most, so that progress is seen
constexpr std::int64_t kIterationsOfOne = 64;  // of a single candidate, for its figures
// Beyond this, sums of products of utilities may come near overflow.
constexpr std::int64_t kMostIterations = std::int64_t{1} << 26;
// The first unit's share of the time, which leaves its plays some thirty iterations in all. With
// fewer each, the best of many is one that was lucky (bench/simulation.md).
constexpr double kFirstUnitShare = 1.0 / 16;
constexpr std::size_t kFewestInTime = 15;  // plays in the first unit, however late it is

// The mean of values and its standard error, in another unit; NaN if unknown. `unmet` is the share
// of all possible values that is not among them.
std::pair<double, double> mean_in(double unit, const Moments& values, double unmet) {
  return {values.mean() / unit, unmet > 0 ? values.error() * std::sqrt(unmet) / unit : 0};
}

}  // namespace

struct Simulator::Run {
  Run(const Position& position, const Lanes& lanes, const LeaveTable& leaves,
      const std::vector<Candidate>& all_candidates, const SimOptions& the_options)
      : candidates(all_candidates),
        setup(position, lanes, leaves, candidates),
        options(the_options),
        deals(setup.root(), options.belief, options.seed),
        race(candidates.size()),
        plies(position.bag_size() <= the_options.to_the_end_bag ? kToTheEnd : the_options.plies),
        reach(candidates.size()) {
    race.set_deals(deals.count());
  }

  bool timed() const { return options.limits.timed(); }
  bool halted() {
    if (options.limits.reached()) halt = true;
    return halt.load(std::memory_order_relaxed);
  }
  // Some plays are in the first unit however late it is, so that the leader by equity has rivals.
  bool first_unit_is_late(std::size_t plays) const {
    return timed() && plays >= kFewestInTime && Clock::now() >= first_unit_due;
  }
  bool limited() const { return timed() || options.iterations > 0; }
  std::int64_t most_iterations() const {
    const auto most =
        static_cast<std::int64_t>(std::min(deals.count(), static_cast<double>(kMostIterations)));
    return options.iterations > 0 ? std::min(options.iterations, most) : most;
  }
  // Iterations left for each running play, at the pace so far.
  double iterations_left() const {
    auto left = static_cast<double>(most_iterations() - race.iterations());
    if (timed()) {
      const auto now = Clock::now();
      const double samples = static_cast<double>(samples_played) *
                             (std::chrono::duration<double>(options.limits.time_left()) /
                              std::chrono::duration<double>(now - begun));
      left = std::min(left, samples / race.still_running());
    }
    return left;
  }
  void plan_round() {
    const std::int64_t iterations = race.iterations();
    std::int64_t round = std::max(kFirstRound, iterations / 4);
    round = std::min(round, std::max(kUnit, kRoundSamples / race.still_running()));
    round = std::min(round, most_iterations() - iterations);
    next = iterations;
    round_end = iterations + round;
  }
  std::int32_t utility(const Sample& sample) const {
    constexpr Equity kMost = WinTable::kMaxSpread * kPoint;
    const double points = in_points(std::clamp(sample.spread, -kMost, kMost));
    // Whether the mover has a turn of its own after the opponent's reply.
    const bool may_play_better = plies == kToTheEnd && sample.plies > 1;
    const double win = may_play_better ? chance_beyond_static(points) : WinTable::share(sample.win);
    return static_cast<std::int32_t>(std::lround(worth(win, points) * WinTable::kOne));
  }
  bool is_catching_up() const {
    return before_take_back && race.iterations() < before_take_back->iterations();
  }
  bool at_an_end() const { return known || race.iterations() >= most_iterations(); }
  void set_priors(Guide& guide);
  void judge();
  void take_back();
  SimPlay play_of(std::size_t candidate) const;
  SimResult report() const;

  const Clock::time_point begun = Clock::now();
  const std::vector<Candidate>& candidates;
  const SimSetup setup;
  const SimOptions options;
  const Deals deals;
  Clock::time_point first_unit_due;
  Race race;
  const int plies;
  std::atomic<std::size_t> reach;  // candidates from this one on are too many for the time
  std::int64_t round_end = 0;      // one past the iterations dealt in this round
  std::atomic<std::int64_t> next{0};
  std::atomic<bool> halt{false};
  std::int64_t samples_played = 0, plies_played = 0;  // including before the take-back
  // The race before plays were taken back, reported if the new one does not catch up.
  std::optional<Race> before_take_back;
  bool known = false;    // the best of the running plays is
  bool hurried = false;  // a play was given up only for lack of time or iterations
};

// Gives up plays that are beaten and, if time or iterations are short, hopeless ones.
void Simulator::Run::judge() {
  if (race.size() == 1) {
    known = race.iterations() >= std::min(kIterationsOfOne, most_iterations());
    return;
  }
  known = race.give_up(options.confidence, kIndifference);
  if (known || !limited()) return;
  const double left = iterations_left();
  if (left <= 0) return;
  if (hurried || !race.may_be_known(options.confidence, kIndifference, left)) {
    hurried = true;
    race.give_up_hopeless(left * race.still_running());
  }
}

// The best is known only among the running plays: one that was given up on earlier deals may lead
// by now.
void Simulator::Run::take_back() {
  Race before = race;
  if (!race.take_back()) return;
  before_take_back = std::move(before);
  known = false;
}

// Gives the race its prior: the utilities that the candidates' equities predict.
void Simulator::Run::set_priors(Guide& guide) {
  const Position& root = setup.root();
  if (root.bag_size() == 0) return;
  const double samples =
      root.bag_size() <= kRackSize ? Race::kLatePriorSamples : Race::kPriorSamples;
  std::vector<std::int32_t> utilities;
  for (std::size_t p = 0; p < candidates.size(); ++p) {
    const auto& [move, equity] = candidates[p];
    Sample sample;
    if (root.runs_out_of_turns(move)) {
      const auto [spread, win] = end_of_turns(root, move);
      sample.spread = spread;
      sample.win = static_cast<std::int32_t>(std::lround(win * WinTable::kOne));
    } else {
      const Guide::Leaf leaf = guide.value(setup.starts()[p].position, move.score * kPoint - equity,
                                           root.unseen_by_other(move));
      sample.win = WinTable::kOne - leaf.win;
      sample.spread = -leaf.spread;
    }
    utilities.push_back(utility(sample));
  }
  race.set_priors(std::move(utilities), samples);
}

SimPlay Simulator::Run::play_of(std::size_t candidate) const {
  const PlaySums& sums = race.sums(candidate);
  SimPlay play;
  play.move = candidates[candidate].move;
  play.equity = candidates[candidate].equity;
  play.iterations = sums.samples();
  const double unmet = race.unmet(static_cast<double>(sums.samples()));
  std::tie(play.wp, play.wp_error) = mean_in(WinTable::kOne, sums.win, unmet);
  std::tie(play.eq, play.eq_error) = mean_in(kGainsAPoint, sums.gain, unmet);
  const Race::Means luck = race.correction(candidate);
  play.wp = std::clamp(play.wp + luck.win / WinTable::kOne, 0.0, 1.0);
  play.eq += luck.gain / kGainsAPoint;
  play.utility = (race.mean_utility(candidate) + luck.utility) / WinTable::kOne;
  play.given_up = !race.running(candidate);
  play.behind_error = !play.given_up && play.iterations > 0
                          ? race.lead_error(candidate) / WinTable::kOne
                          : std::numeric_limits<double>::quiet_NaN();
  for (const PlaySums::Ply& ply : sums.plies) {
    if (ply.plays == 0) break;
    const auto n = static_cast<double>(ply.plays);
    play.plies.push_back(
        {static_cast<double>(ply.score) / n, static_cast<double>(ply.bingos) / n, ply.plays});
  }
  play.replies = sums.replies;
  return play;
}

SimResult Simulator::Run::report() const {
  SimResult result;
  result.samples = race.samples();
  result.plies = plies;
  result.plies_played = plies_played;
  result.seconds = seconds_since(begun);
  result.decided = known && !hurried;
  for (std::size_t p = 0; p < candidates.size(); ++p) result.plays.push_back(play_of(p));
  std::stable_sort(result.plays.begin(), result.plays.end(),
                   [](const SimPlay& a, const SimPlay& b) {
                     if (a.given_up != b.given_up) return b.given_up;
                     return a.utility > b.utility;
                   });
  result.iterations = result.plays.front().iterations;
  result.all_deals = race.unmet(static_cast<double>(result.iterations)) == 0;
  return result;
}

// One thread's rollouts and sums.
struct Simulator::Worker {
  explicit Worker(std::unique_ptr<Guide> guide) : rollout(std::move(guide)) {}

  void begin(const Position& position, const Lanes& lanes,
             const std::vector<Candidate>& candidates);
  std::optional<std::int64_t> play_unit(Run& run, std::int64_t first, std::size_t count);

  Rollout rollout;
  Race race;                                         // this round's sums
  Race unit;                                         // the current unit's sums
  std::int64_t plies = 0;                            // played this round
  std::vector<Deal> deals;                           // of the unit
  std::vector<std::vector<std::int32_t>> utilities;  // by deal and play
};

void Simulator::Worker::begin(const Position& position, const Lanes& lanes,
                              const std::vector<Candidate>& candidates) {
  race = unit = Race(candidates.size());
  plies = 0;
  deals.resize(kUnit);
  utilities.assign(kUnit, std::vector<std::int32_t>(candidates.size()));
  rollout.guide().start(position, lanes, candidates.front().move);
}

// Plays all running candidates on `count` deals, from iteration `first` on, and returns the number
// of plies played. A unit of deals counts as a whole or, if the simulation is stopped within it,
// not at all: it then returns nothing. Only in the first unit do candidates count one by one: those
// played out before the stop or within the unit's share of the time, and at least one. Those after
// them are too many for the time and are given up.
std::optional<std::int64_t> Simulator::Worker::play_unit(Run& run, std::int64_t first,
                                                         std::size_t count) {
  unit.restart(run.race);
  for (std::size_t i = 0; i < count; ++i)
    deals[i] = run.deals.deal(static_cast<std::uint64_t>(first) + i);
  const bool opening = first == 0 && !run.before_take_back;
  if (opening) run.first_unit_due = run.options.limits.with_share(kFirstUnitShare).deadline;
  // A stop drops the current unit; the first unit only while none of its candidates is played out.
  const auto is_dropped = [&](std::size_t p) {
    if (!opening) return run.halted();
    return p == 0 && run.options.limits.stop.stop_requested();
  };
  std::int64_t played = 0;
  for (std::size_t p = 0; p < run.reach; ++p) {
    if (!run.race.running(p)) continue;
    if (opening && p > 0 && (run.halted() || run.first_unit_is_late(p))) {
      run.reach = p;
      break;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (is_dropped(p)) return std::nullopt;
      const Sample& sample = rollout.play(run.setup, p, deals[i], run.plies);
      unit.add_sample(p, sample);
      utilities[i][p] = run.utility(sample);
      played += sample.plies + 1;
    }
  }
  for (std::size_t i = 0; i < count; ++i) unit.end_deal(utilities[i]);
  return played;
}

Simulator::Simulator(const LeaveTable& leaves, const GuideMaker& guide, int threads)
    : leaves_(&leaves) {
  for (int t = 0; t < std::max(1, threads); ++t)
    workers_.push_back(std::make_unique<Worker>(guide()));
}

Simulator::~Simulator() = default;

// A worker's part of a round.
void Simulator::work(Run& run, Worker& worker) {
  worker.race.restart(run.race);
  for (;;) {
    const std::int64_t first = run.next.fetch_add(kUnit);
    if (first >= run.round_end) return;
    const auto count = static_cast<std::size_t>(std::min(kUnit, run.round_end - first));
    const auto plies = worker.play_unit(run, first, count);
    if (!plies) return;
    worker.race.merge(worker.unit);
    worker.plies += *plies;
  }
}

// Adds up what a round has sampled.
void Simulator::add_up(Run& run) {
  const std::int64_t samples = run.race.samples();
  for (const auto& worker : workers_) {
    worker->race.give_up_from(run.reach);  // it may have got further than a late worker
    run.race.merge(worker->race);
    run.plies_played += worker->plies;
    worker->plies = 0;
  }
  run.samples_played += run.race.samples() - samples;
  if (run.reach == run.race.size()) return;
  run.race.give_up_from(run.reach);
  run.hurried = true;
}

SimResult Simulator::run(const Position& position, const Lanes& lanes,
                         const std::vector<Candidate>& candidates, const SimOptions& options,
                         const Progress& progress) {
  ZYMURGY_CHECK(!candidates.empty());
  Run run(position, lanes, *leaves_, candidates, options);
  for (auto& worker : workers_) worker->begin(position, lanes, candidates);
  run.set_priors(workers_.front()->rollout.guide());

  // In each round this thread plans, all threads work, and this thread adds up.
  Crew crew(static_cast<int>(workers_.size()), [&](int t) { work(run, *workers_[t]); });
  bool done = false;
  Clock::time_point last_report = run.begun;
  while (!done) {
    run.plan_round();
    crew.round();
    add_up(run);
    if (options.confidence > 0 && !run.halt && !run.is_catching_up()) run.judge();
    run.race.record_given_up();
    if (run.at_an_end() && options.confidence > 0 && !run.halted()) run.take_back();
    done = (run.known && !options.runs_on) || run.halted() ||
           run.race.iterations() >= run.most_iterations();
    if (progress && !done && !run.is_catching_up() &&
        Clock::now() - last_report >= std::chrono::milliseconds(100)) {
      last_report = Clock::now();
      progress(run.report());
    }
  }
  if (run.is_catching_up()) run.race = std::move(*run.before_take_back);
  return run.report();
}

}  // namespace zymurgy
