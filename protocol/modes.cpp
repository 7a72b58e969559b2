#include "protocol/modes.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>

#include "evaluate/ranking.h"
#include "game/hash.h"
#include "game/text.h"
#include "play/clock.h"
#include "play/limited.h"
#include "protocol/notation.h"
#include "protocol/simulation.h"
#include "protocol/solvers.h"

namespace zymurgy {
namespace {

std::string gen_line(const Candidate& candidate, const Position& position) {
  const TileCounts leave = position.leave_after(candidate.move);
  std::string line = "info gen move " + ucgi_text(candidate.move, position) + " score " +
                     std::to_string(candidate.move.score) + " eq " + points_text(candidate.equity) +
                     " leave";
  if (!leave.empty()) line += ' ' + position.tiles().rack_text(leave);
  return line;
}

Result<SearchAnswer> search_gen(SearchTask& task) {
  const Position& position = task.cgp.position;
  RankRequest request;
  request.count = static_cast<int>(task.lines());
  request.only = task.only;
  request.also = task.also;
  LoadedLexicon& tables = *task.tables;
  const Lanes lanes(*tables.lexicon, position);
  const std::vector<Candidate> ranked =
      rank_moves(position, lanes, tables.finder, tables.evaluator.get(), request);
  SearchAnswer answer;
  for (const Candidate& candidate : ranked) answer.lines.push_back(gen_line(candidate, position));
  answer.best_move = ucgi_text(ranked.front().move, position);
  return answer;
}

// The move of a player who knows fewer words and overlooks moves: the same for the same position
// and seed.
Result<SearchAnswer> search_limited(SearchTask& task) {
  const Position& position = task.cgp.position;
  const auto seed = static_cast<std::uint64_t>(task.options.number(Option::kSeed));
  const Skill skill = Skill::of_elo(static_cast<int>(task.options.number(Option::kElo)));
  Random random = Random::stream(seed, text_hash(cgp_text(position, task.cgp.lexicon)));
  MoveFinder& finder = task.tables->finder;
  const Lanes lanes(*task.tables->lexicon, position);
  const Move move = limited_choice(finder, Vocabulary(position.tiles(), skill.reach, seed), skill,
                                   position, lanes, random);
  SearchAnswer answer;
  answer.lines.push_back(gen_line({move, finder.evaluator().equity(position, move)}, position));
  answer.best_move = ucgi_text(move, position);
  return answer;
}

constexpr std::uint32_t kLimits = kGoMoveTime | kGoInfinite | kGoClocks;
constexpr std::uint32_t kGenHonours = kLimits | kGoSearchMoves | kGoAlsoSearchMoves;

constexpr std::uint32_t kSimHonours =
    kGenHonours | kGoDepth | kGoIterations | kGoStopCondition | kGoUseInference | kGoThreads;

constexpr std::uint32_t kEndgameHonours =
    kLimits | kGoDepth | kGoFirstWin | kGoSearchMoves | kGoThreads;

constexpr Mode kGen{.name = "gen",
                    .help = "moves by equity, with the network's correction if there is one",
                    .honours = kGenHonours,
                    .brief = true,
                    .needs_rack = true,
                    .search = search_gen};
constexpr Mode kSim{.name = "sim",
                    .help = "simulation",
                    .honours = kSimHonours,
                    .needs_rack = true,
                    .search = search_sim};
constexpr Mode kInfer{.name = "infer",
                      .help = "what the other side kept",
                      .honours = kGoInfinite | kGoThreads,
                      .search = search_infer};
constexpr Mode kEndgame{.name = "endgame",
                        .help = "exact play once the bag is empty",
                        .honours = kEndgameHonours,
                        .search = search_endgame};
constexpr Mode kPeg{.name = "peg",
                    .help = "exact play with one to four tiles in the bag",
                    .honours = kLimits | kGoSearchMoves | kGoThreads,
                    .search = search_peg};
constexpr Mode kAuto{.name = "auto",
                     .help = "the engine chooses: endgame, peg, sim or gen",
                     .honours = kGenHonours,
                     .brief = true,
                     .needs_rack = true,
                     .search = search_gen};

constexpr Mode kModes[] = {kGen, kSim, kInfer, kEndgame, kPeg, kAuto};

// What `auto` is under UCGI_LimitStrength.
constexpr Mode kLimited{.name = "auto",
                        .honours = kLimits,
                        .brief = true,
                        .needs_rack = true,
                        .search = search_limited};

// What `auto` is where there is time for a pre-endgame: a position that it does not prove is
// simulated.
constexpr Mode kPegOrSim{.name = "peg", .honours = kSimHonours, .search = search_peg};

// What `auto` is in an endgame with a limit of work, in any unit: a few plies.
constexpr Mode kWorkedEndgame{.name = "endgame",
                              .honours = kEndgameHonours | kGoIterations | kGoStopCondition,
                              .search = search_endgame};

const Mode& mode_of(Phase phase) {
  switch (phase) {
    case Phase::kStatic:
      break;
    case Phase::kSimulation:
      return kSim;
    case Phase::kPreendgame:
      return kPeg;
    case Phase::kEndgame:
      return kEndgame;
  }
  return kAuto;
}

// The time in ms that the search's limits allow it from `go` on; nothing without a time limit.
std::optional<std::int64_t> time_allowed(const SearchTask& task) {
  const GoRequest& request = task.request;
  std::optional<std::int64_t> allowed;
  if (request.has(kGoMoveTime)) allowed = request.move_time;
  const Position& position = task.cgp.position;
  const auto mover = static_cast<std::size_t>(position.on_turn());
  if (request.has(kGoClocks) && request.times[mover]) {
    using std::chrono::milliseconds;
    const GameClock clock{milliseconds(*request.times[mover]),
                          milliseconds(request.increments[mover].value_or(0)),
                          milliseconds(task.options.number(Option::kMoveOverhead))};
    const std::int64_t share =
        time_for_move(clock, position.unseen_count(position.on_turn())).count();
    allowed = std::min(allowed.value_or(share), share);
  }
  return allowed;
}

}  // namespace

std::span<const Mode> modes() { return kModes; }

const Mode* find_mode(std::string_view name) {
  const auto found = std::find_if(std::begin(kModes), std::end(kModes), [&](const Mode& mode) {
    return same_ignoring_case(mode.name, name);
  });
  return found == std::end(kModes) ? nullptr : &*found;
}

const Mode& mode_for(const Mode& mode, const SearchTask& task) {
  // Without time, no mode that honours a time limit may search.
  if (mode.name != kAuto.name)
    return (mode.honours & kGoMoveTime) != 0 && task.budget() == Budget::kNow ? kGen : mode;
  const bool chooses_freely = !task.request.has(kGoSearchMoves);
  if (task.options.on(Option::kLimitStrength) && chooses_freely) return kLimited;
  Phase phase = phase_of(task.cgp.position, task.budget());
  // Each of the given moves needs a value, which a pre-endgame seldom has the time for.
  if (task.request.has(kGoAlsoSearchMoves) || (!chooses_freely && phase != Phase::kEndgame))
    phase = phase_without_solvers(task.budget());
  if (phase == Phase::kPreendgame && task.limits.timed()) return kPegOrSim;
  if (phase == Phase::kEndgame && task.budget() == Budget::kWork) return kWorkedEndgame;
  return mode_of(phase);
}

const Mode& fallback_mode() { return kGen; }

bool SearchTask::engine_chooses() const { return request.mode == kAuto.name; }

Budget SearchTask::budget() const {
  if (const auto allowed = time_allowed(*this)) return *allowed > 0 ? Budget::kTime : Budget::kNow;
  if (request.has(kGoInfinite)) return Budget::kTime;
  constexpr std::uint32_t kWork = kGoDepth | kGoIterations | kGoStopCondition;
  return (request.given & kWork) != 0 ? Budget::kWork : Budget::kUnbounded;
}

Limits::Clock::time_point SearchTask::deadline(Limits::Clock::time_point start) const {
  const auto allowed = time_allowed(*this);
  return allowed ? start + std::chrono::milliseconds(*allowed) : Limits().deadline;
}

int SearchTask::threads() const {
  const std::int64_t asked =
      request.has(kGoThreads) ? request.threads : options.number(Option::kThreads);
  // More threads gain nothing, and the system may be unable to start them.
  const std::int64_t most = 4 * std::max(1U, std::thread::hardware_concurrency());
  return static_cast<int>(std::min(asked, most));
}

std::size_t SearchTask::lines() const {
  return static_cast<std::size_t>(options.number(Option::kMultiPv));
}

}  // namespace zymurgy
