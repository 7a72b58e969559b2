#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/named_moves.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/tables.h"
#include "evaluate/worth.h"
#include "game/text.h"
#include "movegen/candidate.h"
#include "play/phase.h"
#include "protocol/board_picture.h"
#include "protocol/notation.h"
#include "sim/candidates.h"
#include "sim/race.h"
#include "sim/rollout.h"
#include "sim/simulator.h"
#include "stats/constants.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

// How often the reply to a play covers each square, as a digit in tenths.
void print_heat_map(const SimPlay& play, const Position& position) {
  const std::string move = display_text(play.move, position);
  std::printf("\nReplies to %s: how many tenths of them cover each square, 9 at most:\n",
              move.c_str());
  Board board = position.board();
  if (play.move.is_play()) board.lay(play.move);
  Position after = position;
  after.set_board(board);
  const auto all = static_cast<double>(std::max<std::int64_t>(1, play.iterations));
  BoardStyle style;
  style.empty = [&](Square square) -> std::string {
    const double share = static_cast<double>(play.replies[square.index()]) / all;
    const int tenths = std::min(9, static_cast<int>(share * 10 + 0.5));
    return tenths > 0 ? std::to_string(tenths) : share > 0.005 ? "\xc2\xb7" : " ";
  };
  for (const std::string& line : board_picture(after, style)) std::printf("%s\n", line.c_str());
}

// Whether all plays but the best were given up, and each had at least one sample.
bool is_alone(const std::vector<SimPlay>& plays) {
  return plays.size() > 1 && std::all_of(plays.begin() + 1, plays.end(), [](const SimPlay& play) {
           return play.given_up && play.iterations > 0;
         });
}

// Plays that were given up are shown only as far as they fit into the table, unless they are named:
// where there are many moves, most are given up.
void print_rows(const std::vector<SimPlay>& plays, const std::vector<Move>& named,
                const Position& position) {
  constexpr std::size_t kRows = 20;
  constexpr const char* kError = "\xc2\xb1";
  std::vector<std::vector<std::string>> rows{
      {"play", "equity", "wins %", kError, "gain", kError, "samples", ""}};
  std::size_t left_out = 0;
  for (const SimPlay& play : plays) {
    if (play.given_up && rows.size() > kRows && !holds(named, play.move)) {
      ++left_out;
      continue;
    }
    rows.push_back({display_text(play.move, position), fixed(in_points(play.equity), 1),
                    number_or_dash(100 * play.wp, 2),
                    number_or_dash(100 * kNormal95 * play.wp_error, 2),
                    (play.eq >= 0 ? "+" : "") + number_or_dash(play.eq, 2),
                    number_or_dash(kNormal95 * play.eq_error, 2), std::to_string(play.iterations),
                    play.given_up ? "given up" : ""});
  }
  print_columns(rows, "lrrrrrrl");
  if (left_out > 0)
    std::printf("%s given up (--json lists all)\n",
                count_text(left_out, "more play was", "more plays were").c_str());
}

void print_table(const SimResult& result, const std::vector<Move>& named,
                 const Position& position) {
  print_rows(result.plays, named, position);
  const SimPlay& best = result.plays.front();
  std::string by_ply = "By ply after the best play (mean score, bingos):";
  for (std::size_t p = 0; p < best.plies.size(); ++p)
    by_ply += std::string(p == 0 ? " " : "; ") + (p % 2 == 0 ? "they " : "we ") +
              fixed(best.plies[p].score, 1) + ", " + fixed(100 * best.plies[p].bingos, 0) + '%';
  std::printf("\n%s\n", wrapped(by_ply).c_str());
  std::printf("%lld samples, %.0f plays a second, %.2f s%s%s\n",
              static_cast<long long>(result.samples),
              static_cast<double>(result.plies_played) / result.seconds, result.seconds,
              result.all_deals ? "; all deals were met" : "",
              result.decided           ? "; the best play is decided"
              : is_alone(result.plays) ? "; no other play was likely to be best in the end"
                                       : "");
}

Json json_of(const SimResult& result, const Position& position, const Tables& tables, bool heat) {
  const StaticEvaluator evaluator(*tables.leaves);
  Json plays = Json::array();
  for (const SimPlay& play : result.plays) {
    Json plies = Json::array();
    for (const SimPlay::Ply& ply : play.plies)
      plies.push_back({{"score", ply.score}, {"bingos", ply.bingos}});
    Json row{{"move", ucgi_text(play.move, position)},
             {"wp", play.wp},
             {"wpse", play.wp_error},
             {"eq", play.eq},
             {"eqse", play.eq_error},
             {"iters", play.iterations},
             {"static", in_points(evaluator.equity(position, play.move))},
             {"given_up", play.given_up},
             {"by_ply", plies}};
    note_phony(row, play.move, position, *tables.lexicon);
    if (heat) row["replies"] = play.replies;
    plays.push_back(row);
  }
  return {{"plies", result.plies == kToTheEnd ? 0 : result.plies},  // as in --plies
          {"iterations", result.iterations},
          {"playouts", result.samples},
          {"plies_per_second", static_cast<double>(result.plies_played) / result.seconds},
          {"seconds", result.seconds},
          {"decided", result.decided},
          {"all_deals", result.all_deals},
          {"plays", plays}};
}

// The options of the simulation, except its time limits.
SimOptions sim_options(const cxxopts::ParseResult& parsed) {
  SimOptions sim;
  const int plies = within(parsed, "plies", 0);
  sim.plies = plies == 0 ? kToTheEnd : plies;
  sim.iterations = within<std::int64_t>(parsed, "iterations", 0);
  sim.confidence = within(parsed, "confidence", 0.0, 99.9999) / 100;
  sim.seed = seed_of(parsed);
  return sim;
}

// Where the network is used, if at all.
struct NetworkUse {
  LoadedNetwork network;
  bool ranks = false;        // it ranks the candidates
  GuideNetworks rollouts{};  // in the rollouts, and where they end
};

Outcome<NetworkUse> network_use(const cxxopts::ParseResult& parsed, const Tables& tables) {
  const std::string replies = one_of(parsed, "guide", {"static", "network"});
  NetworkUse use{.network = nullptr, .ranks = given(parsed, "net")};
  const std::string outlook = given(parsed, "leaf") ? one_of(parsed, "leaf", {"static", "network"})
                              : use.ranks           ? "network"
                                                    : "static";
  if (!use.ranks && replies == "static" && outlook == "static") return use;
  const auto network = load_network(parsed, "net", tables);
  if (!network) return tl::unexpected(network.error());
  use.network = *network;
  if (replies == "network") use.rollouts.replies = use.network.get();
  if (outlook == "network") use.rollouts.outlook = use.network.get();
  return use;
}

Outcome<int> run_sim(const cxxopts::ParseResult& parsed) {
  SimOptions sim = sim_options(parsed);
  const double seconds = time_of(parsed);
  std::optional<int> top;
  if (given(parsed, "top")) top = within(parsed, "top", 0, 1000);
  if (top == 0 && !given(parsed, "move"))
    return usage_error("--top 0 simulates only the moves of --move, and none is given");
  const auto turn = load_turn(parsed, joined_arguments(parsed));
  if (!turn) return tl::unexpected(turn.error());
  const auto& [cgp, tables] = *turn;
  const Position& position = cgp.position;
  const auto named = moves_given(parsed, position);
  if (!named) return tl::unexpected(named.error());
  const auto wins = load_wins(parsed, tables);
  if (!wins) return tl::unexpected(wins.error());
  const auto use = network_use(parsed, tables);
  if (!use) return tl::unexpected(use.error());

  const InterruptStop interrupt;
  sim.limits = {interrupt.token(), deadline_in(seconds)};
  const SimScope scope = sim_scope(position.bag_size(), sim.limits);
  sim.to_the_end_bag = !given(parsed, "plies") ? scope.to_the_end_bag : SimOptions::kNever;
  const Lanes lanes(*tables.lexicon, position);
  MoveFinder finder(*tables.lexicon, *tables.leaves);
  std::optional<nnue::Evaluator> ranker;
  if (use->ranks) ranker.emplace(*use->network, position.tiles());
  RankRequest request{.count = top.value_or(scope.candidates)};
  (request.count > 0 ? request.also : request.only) = *named;
  const std::vector<Candidate> candidates =
      sim_candidates(position, lanes, finder, ranker ? &*ranker : nullptr, request);
  Simulator simulator(*tables.leaves,
                      guide_maker(*tables.lexicon, *tables.leaves, *wins, use->rollouts),
                      threads_of(parsed));
  SimResult result;
  {
    // In iterations, whose total may be unknown.
    Progress progress("iterations", sim.iterations);
    result = simulator.run(position, lanes, candidates, sim,
                           [&](const SimResult& row) { progress.update(row.iterations); });
  }
  const bool heat = given(parsed, "heat");
  if (given(parsed, "json")) {
    print(json_of(result, position, tables, heat));
  } else {
    print_table(result, *named, position);
    print_phonies(*named, position, *tables.lexicon);
    if (heat) print_heat_map(result.plays.front(), position);
  }
  return status_after_interrupt("sim", "the result of the iterations until then is shown");
}

}  // namespace

int sim_command(int argc, char** argv) {
  static_assert(kPointWeight == 0.005 && Race::kPriorSamples == 20 &&
                    Race::kLatePriorSamples == 5 && kCandidates == 15 && kLateCandidates == 100,
                "as the help says");
  cxxopts::Options options = command_options(
      "sim",
      "Judges the best plays of a position by playing on. The table shows the chance to win and\n"
      "the gain, the spread made from here on; each \u00b1 is 1.96 standard errors, which few\n"
      "samples put too low. Plays that are surely worse are given up early, and so are those\n"
      "unlikely to be best by the time that time or iterations run out; their figures are\n"
      "corrected for the deals of the best play that they missed. The simulation ends once one\n"
      "play is left. Plays are ordered by wins and spread, two points counting as a percent, with\n"
      "equity as a prior of 20 samples (5 with seven tiles or fewer in the bag); a narrow loss at\n"
      "the end counts in part, as better play than the playout's may turn it into a win. With few\n"
      "tiles in the bag (with one there are eight deals) every deal may be met: then the "
      "simulation ends, and the figures are exact except for how the playouts play (`peg` searches "
      "for the\n"
      "best play there).",
      "CGP");
  options.add_options()("plies",
                        "Moves played after each candidate; 0: to the end of the game, which is "
                        "also what is done late in the game if this is not given",
                        cxxopts::value<int>()->default_value("2"), "N");
  options.add_options()("top",
                        "Candidates: the best N by equity (default: 15, or 100 with seven tiles or "
                        "fewer in the bag), and the pass where there are too few tiles to exchange "
                        "or it ends the game; 0: only those of --move",
                        cxxopts::value<int>(), "N");
  add_move_option(options, "Simulate this move, too, whatever its rank");
  options.add_options()("iterations", "Iterations at most; 0: no limit",
                        cxxopts::value<std::int64_t>()->default_value("0"), "N");
  add_time_option(options, "Stop after this long; 0: no limit", "10");
  options.add_options()("confidence",
                        "Stop when the best play is this certain; 0: never, and give up no play",
                        cxxopts::value<Decimal>()->default_value("99"), "PERCENT");
  add_threads_option(options, "Samples at a time");
  add_seed_option(options, "Seed of the tiles dealt");
  options.add_options()("guide", "Who plays the rollouts: static or network",
                        cxxopts::value<std::string>()->default_value("static"), "WHO");
  options.add_options()("leaf",
                        "Who judges their last position: static or network (the default with "
                        "--net), which is asked only where the bag cannot be empty by then",
                        cxxopts::value<std::string>(), "WHO");
  options.add_options()("heat", "Show where replies to the best play go");
  add_table_options(options);
  options.add_options("Tables")(
      "net",
      "Rank the candidates by a network, too, and judge by it: its code, or a file. Without --net, "
      "static equity alone does both, whereas UCGI's `go sim` uses the lexicon's network",
      cxxopts::value<std::string>(), "CODE");
  return run_command(options, argc, argv, run_sim);
}

}  // namespace zymurgy
