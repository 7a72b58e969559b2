#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/named_moves.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/tables.h"
#include "evaluate/move_evaluator.h"
#include "game/text.h"
#include "protocol/notation.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

Json static_json(const MoveEvaluation& evaluation, const TileSet& tiles) {
  return {{"score", evaluation.move.score},
          {"leave", tiles.rack_text(evaluation.leave)},
          {"terms",
           {{"score", evaluation.move.score},
            {"leave", in_points(evaluation.kept)},
            {"opening", in_points(evaluation.opening)}}},
          {"equity", in_points(evaluation.equity)}};
}

Json network_json(const MoveEvaluation& evaluation, int bucket) {
  return {{"wp", evaluation.win},
          {"spread", in_points(evaluation.spread)},
          {"points", in_points(evaluation.network.win)},
          {"bucket", bucket}};
}

void print_table(const std::vector<MoveEvaluation>& evaluations, const Position& position,
                 bool with_network) {
  std::vector<std::vector<std::string>> table{
      {"move", "score", "kept", "leave", "open", "equity", "net", "total", "win", "spread"}};
  const auto points = [](Equity equity) { return fixed(in_points(equity), 2); };
  for (const MoveEvaluation& o : evaluations)
    table.push_back({display_text(o.move, position), std::to_string(o.move.score),
                     position.tiles().rack_text(o.leave), points(o.kept), points(o.opening),
                     points(o.equity), with_network ? points(o.network.win) : "-",
                     points(o.equity + o.network.win), fixed(100 * o.win, 1) + '%',
                     with_sign(in_points(o.spread), 1)});
  print_columns(table, "lrlrrrrrrr");
}

std::vector<Move> best_moves(int top, const Position& position, const Lanes& lanes,
                             MoveFinder& finder) {
  const auto& all = finder.all_by_equity(position, lanes);
  std::vector<Move> moves;
  for (const Candidate& candidate :
       std::span(all).first(std::min(all.size(), static_cast<std::size_t>(top))))
    moves.push_back(candidate.move);
  return moves;
}

// Sorted by equity and network correction together, best first.
std::vector<MoveEvaluation> evaluations_of(const std::vector<Move>& moves,
                                           const MoveEvaluator& evaluate) {
  std::vector<MoveEvaluation> evaluations;
  for (const Move& move : moves) evaluations.push_back(evaluate(move));
  std::stable_sort(evaluations.begin(), evaluations.end(),
                   [](const MoveEvaluation& a, const MoveEvaluation& b) {
                     return a.equity + a.network.win > b.equity + b.network.win;
                   });
  return evaluations;
}

Outcome<int> run_eval(const cxxopts::ParseResult& parsed) {
  const auto [text, words] = position_and_moves(parsed);
  const auto turn = load_turn(parsed, text);
  if (!turn) return tl::unexpected(turn.error());
  const Tables& tables = turn->tables;
  const Position& position = turn->cgp.position;
  const auto named = moves_in(words, position);
  if (!named) return tl::unexpected(named.error());
  const auto network = load_network_if_any(parsed, "net", tables);
  if (!network) return tl::unexpected(network.error());
  const auto wins = load_wins(parsed, tables);
  if (!wins) return tl::unexpected(wins.error());

  const int top = within(parsed, "top", 1);
  const Lanes lanes(*tables.lexicon, position);
  MoveFinder finder(*tables.lexicon, *tables.leaves);
  std::optional<nnue::Evaluator> evaluator;
  if (*network) evaluator.emplace(**network, position.tiles());
  const MoveEvaluator evaluate(position, lanes, finder, evaluator ? &*evaluator : nullptr, *wins);
  if (!named->empty()) refuse_unused(parsed, {"top"}, "with a move");
  const auto evaluations =
      evaluations_of(named->empty() ? best_moves(top, position, lanes, finder) : *named, evaluate);
  if (!given(parsed, "json")) {
    print_table(evaluations, position, *network != nullptr);
    print_phonies(*named, position, *tables.lexicon);
    return kDone;
  }
  const int bucket = nnue::bucket_of(position.unseen_count(position.on_turn()));
  const auto json_of = [&](const MoveEvaluation& o) {
    Json row{{"move", ucgi_text(o.move, position)},
             {"static", static_json(o, position.tiles())},
             {"network", *network ? network_json(o, bucket) : Json(nullptr)}};
    note_phony(row, o.move, position, *tables.lexicon);
    return row;
  };
  Json json{{"cgp", cgp_text(turn->cgp)}};
  json.update(json_of(evaluations.front()));
  if (named->size() != 1) {
    json["plays"] = Json::array();
    for (const MoveEvaluation& evaluation : evaluations)
      json["plays"].push_back(json_of(evaluation));
  }
  print(json);
  return kDone;
}

}  // namespace

int eval_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "eval",
      "Shows what the static evaluator and the network think of the moves named, or of the best\n"
      "ones. In the table, `leave` is what the tiles kept are worth, `open` what an opening's\n"
      "vowels cost, `net` the network's correction of the equity, `total` both together; `spread`\n"
      "is the lead expected at the end, and `win` the chance to win that goes with it. Replies "
      "are not looked at: `sim` does that.",
      "CGP [MOVE...]");
  options.add_options()("top", "How many of the best moves to show, by static equity",
                        cxxopts::value<int>()->default_value("15"), "N");
  add_table_options(options);
  add_net_option(options);
  return run_command(options, argc, argv, run_eval);
}

}  // namespace zymurgy
