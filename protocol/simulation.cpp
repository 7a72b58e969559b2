#include "protocol/simulation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "game/text.h"
#include "play/phase.h"
#include "protocol/notation.h"
#include "sim/candidates.h"
#include "sim/simulator.h"

namespace zymurgy {
namespace {

using Clock = Limits::Clock;
// The iterations of a simulation that nothing else would end.
constexpr std::int64_t kIterations = 10000;
constexpr std::size_t kMostCandidates = 1000;  // a race keeps a number for each pair of candidates
// `auto` infers without being asked if it has this much time: taking in a turn (0.1 s) is a small
// part of it.
constexpr auto kTimeToInfer = std::chrono::seconds(1);
constexpr auto kTimePerLine = std::chrono::milliseconds(100);

std::string sim_line(const SimPlay& play, const Position& position) {
  // Omits values that are NaN for want of playouts.
  const auto known = [](const char* key, double value) {
    return std::isnan(value) ? "" : key + fixed(value, 3);
  };
  return "info sim move " + ucgi_text(play.move, position) + known(" wp ", 100 * play.wp) +
         known(" wpse ", 100 * play.wp_error) + known(" eq ", play.eq) +
         known(" eqse ", play.eq_error) + " iters " + std::to_string(play.iterations);
}

// The best plays and those requested by name. With too many plays for the time, some have no
// playout and are left out.
std::vector<std::string> sim_lines(const SimResult& result, const SearchTask& task) {
  std::vector<std::string> lines;
  for (const SimPlay& play : result.plays) {
    const bool asked =
        lines.size() < task.lines() || holds(task.only, play.move) || holds(task.also, play.move);
    if (asked && play.iterations > 0) lines.push_back(sim_line(play, task.cgp.position));
  }
  return lines;
}

const Inferred* learn(SearchTask& task, InferOptions options) {
  options.threads = task.threads();
  options.seed = static_cast<std::uint64_t>(task.options.number(Option::kSeed));
  return task.tables->observer.learn(task.turns, task.cgp.position, options);
}

// Whether a simulation may end once its best move is clear: only if no more than the move was asked
// for.
bool only_move_matters(const SearchTask& task) {
  return task.engine_chooses() && !task.request.has(kGoInfinite);
}

// What the other side's moves tell of its rack, if inference was requested, or if the engine
// chooses a move and there is time.
const Inferred* infer_if_useful(SearchTask& task, bool choice) {
  const bool asked = task.request.has(kGoUseInference);
  const bool worth_it = choice && only_move_matters(task) && task.limits.timed() &&
                        task.limits.time_left() >= kTimeToInfer;
  if (!asked && !worth_it) return nullptr;
  const Inferred* inferred = learn(task, inference_for_a_move(task.limits));
  if (inferred)
    task.report("info string the other rack is dealt as its moves suggest");
  else if (asked && !task.limits.stop.stop_requested())
    task.report(
        "info string ignored useinference: no move of the other side tells what it kept, or there "
        "was no time to weigh one");
  return inferred;
}

SimOptions sim_options(const SearchTask& task) {
  const GoRequest& request = task.request;
  SimOptions options;
  options.plies =
      static_cast<int>(request.has(kGoDepth) ? std::min<std::int64_t>(request.depth, kToTheEnd)
                                             : task.options.number(Option::kSimPlies));
  options.seed = static_cast<std::uint64_t>(task.options.number(Option::kSeed));
  if (request.has(kGoStopCondition))
    options.confidence = static_cast<double>(request.stop_condition) / 100;
  options.iterations = request.iterations;
  options.limits = task.limits;
  const bool bounded = options.iterations > 0 || options.limits.timed() || request.has(kGoInfinite);
  const bool for_the_move = only_move_matters(task);
  options.runs_on = !request.has(kGoStopCondition) && bounded && !for_the_move;
  if (!bounded && !request.has(kGoStopCondition)) options.iterations = kIterations;
  return options;
}

}  // namespace

Result<SearchAnswer> search_sim(SearchTask& task) {
  const Position& position = task.cgp.position;
  LoadedLexicon& tables = *task.tables;
  const SimScope scope = sim_scope(position.bag_size(), task.limits);
  RankRequest rank;
  rank.count = std::max(scope.candidates, static_cast<int>(task.lines()));
  rank.only = task.only;
  rank.also = task.also;
  const Lanes lanes(*tables.lexicon, position);
  std::vector<Candidate> candidates =
      sim_candidates(position, lanes, tables.finder, tables.evaluator.get(), rank);
  if (candidates.size() > kMostCandidates) {
    task.report("info string ignored moves: only the first " + std::to_string(kMostCandidates) +
                " of " + std::to_string(candidates.size()) + " are simulated");
    candidates.resize(kMostCandidates);
  }

  RackBelief belief;
  GuideNetworks network{.outlook = tables.network.get()};
  if (const Inferred* inferred = infer_if_useful(task, candidates.size() > 1)) {
    belief = inferred->belief();
    if (network_replies(position.bag_size(), tables.observer.doubt()))
      network.replies = tables.network.get();
  }
  SimOptions options = sim_options(task);
  options.to_the_end_bag = task.request.has(kGoDepth) ? SimOptions::kNever : scope.to_the_end_bag;
  options.belief = &belief;

  Simulator simulator(*tables.leaves,
                      guide_maker(*tables.lexicon, *tables.leaves, tables.wins, network),
                      task.threads());
  Clock::time_point next_lines{};
  const SimResult result =
      simulator.run(position, lanes, candidates, options, [&](const SimResult& so_far) {
        if (Clock::now() < next_lines) return;
        const auto lines = sim_lines(so_far, task);
        for (const std::string& line : lines) task.report(line);
        next_lines = Clock::now() + static_cast<int>(lines.size()) * kTimePerLine;
      });
  SearchAnswer answer;
  answer.lines = sim_lines(result, task);
  answer.best_move = ucgi_text(result.plays.front().move, position);
  return answer;
}

Result<SearchAnswer> search_infer(SearchTask& task) {
  SearchAnswer answer;
  const Limits no_deadline{.stop = task.limits.stop};
  const Inferred* inferred = learn(task, {.limits = no_deadline});
  if (task.limits.stop.stop_requested()) return answer;
  if (!inferred)
    return failure(
        "infer: no known move of the other side tells what it kept; `position ... moves` gives its "
        "moves");
  for (const InferredLeave& leave : inferred->leaves) {
    std::string line = "info infer leave";
    if (!leave.leave.empty()) line += ' ' + task.cgp.position.tiles().rack_text(leave.leave);
    answer.lines.push_back(line + " prob " + fixed(leave.chance, 6));
  }
  if (inferred->sampled)
    answer.lines.push_back("info string infer sampled " + std::to_string(inferred->considered) +
                           " leaves of more");
  if (inferred->considered == 1)
    answer.lines.push_back("info string infer no other leave fits what is known of the racks");
  else if (!inferred->explained)
    answer.lines.push_back("info string infer no leave fits: the chances are those of the draw");
  return answer;
}

}  // namespace zymurgy
