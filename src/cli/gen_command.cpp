#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/tables.h"
#include "evaluate/move_evaluator.h"
#include "evaluate/network_finder.h"
#include "game/text.h"
#include "protocol/cgp.h"
#include "protocol/notation.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

// What is shown of a move.
struct Row {
  Move move;
  TileCounts leave;
  Equity equity;              // includes the network's correction, if a network was asked
  std::optional<double> win;  // by the network
};

bool has_more_equity(const Row& a, const Row& b) { return a.equity > b.equity; }

Row static_row(const Position& position, const Candidate& candidate) {
  return {candidate.move, position.leave_after(candidate.move), candidate.equity, std::nullopt};
}

// Moves the rows that may be among the network's best `shown` to the front, in the network's order.
// The pass, the last row, is evaluated as well: it may be the best of bad moves.
Outcome<void> ask_network(const cxxopts::ParseResult& parsed, const LoadedPosition& game,
                          MoveFinder& finder, std::size_t shown, std::vector<Row>& rows) {
  const Lexicon& lexicon = *game.tables.lexicon;
  const Position& position = game.cgp.position;
  const auto network = load_network(parsed, "net", game.tables);
  if (!network) return tl::unexpected(network.error());
  const auto wins = load_wins(parsed, game.tables);
  if (!wins) return tl::unexpected(wins.error());
  const Lanes lanes(lexicon, position);
  nnue::Evaluator evaluator(**network, position.tiles());
  const MoveEvaluator evaluate(position, lanes, finder, &evaluator, *wins);
  const auto listed = NetworkFinder::shortlist(finder, position, lanes, static_cast<int>(shown));
  auto asked = rows.begin() + std::min(std::ssize(listed), std::ssize(rows) - 1);
  std::rotate(asked++, rows.end() - 1, rows.end());
  for (auto row = rows.begin(); row != asked; ++row) {
    const MoveEvaluation evaluation = evaluate(row->move);
    row->equity += evaluation.network.win;
    row->win = evaluation.win;
  }
  std::stable_sort(rows.begin(), asked, has_more_equity);
  return {};
}

Json json_of(std::span<const Row> rows, const Position& position) {
  const TileSet& tiles = position.tiles();
  Json plays = Json::array();
  for (const Row& row : rows) {
    plays.push_back({{"move", ucgi_text(row.move, position)},
                     {"score", row.move.score},
                     {"leave", tiles.rack_text(row.leave)},
                     {"equity", in_points(row.equity)}});
    if (row.win) plays.back()["wp"] = *row.win;
  }
  return plays;
}

void print_table(std::span<const Row> rows, const Position& position, bool by_network) {
  const TileSet& tiles = position.tiles();
  std::vector<std::vector<std::string>> table{{"move", "score", "leave", "equity"}};
  if (by_network) table.back().emplace_back("win");
  for (const Row& row : rows) {
    table.push_back({display_text(row.move, position), std::to_string(row.move.score),
                     tiles.rack_text(row.leave), points_text(row.equity)});
    if (row.win) table.back().push_back(fixed(100 * *row.win, 1) + '%');
  }
  print_columns(table, "lrlrr");
}

Outcome<int> run_gen(const cxxopts::ParseResult& parsed) {
  const auto top = within<std::size_t>(parsed, "top", 1);
  if (given(parsed, "all")) refuse_unused(parsed, {"top"}, "with --all");
  const auto game = load_turn(parsed, joined_arguments(parsed));
  if (!game) return tl::unexpected(game.error());
  const Position& position = game->cgp.position;
  const Lanes lanes(*game->tables.lexicon, position);
  MoveFinder finder(*game->tables.lexicon, *game->tables.leaves);

  const bool by_network = given(parsed, "net");
  std::vector<Row> rows;
  for (const Candidate& candidate :
       by_network ? finder.all(position, lanes) : finder.all_by_equity(position, lanes))
    rows.push_back(static_row(position, candidate));
  const std::size_t shown = given(parsed, "all") ? rows.size() : std::min(top, rows.size());
  if (by_network)
    if (const auto asked = ask_network(parsed, *game, finder, shown, rows); !asked)
      return tl::unexpected(asked.error());

  const auto best = std::span(rows).first(shown);
  if (given(parsed, "json")) {
    print(Json{
        {"cgp", cgp_text(game->cgp)}, {"count", rows.size()}, {"plays", json_of(best, position)}});
  } else {
    std::printf("%s\n", count_text(rows.size(), "legal move").c_str());
    print_table(best, position, by_network);
  }
  return kDone;
}

}  // namespace

int gen_command(int argc, char** argv) {
  cxxopts::Options options =
      command_options("gen", "Lists the legal moves of a position, best equity first.", "CGP");
  options.add_options()("top", "How many moves to show",
                        cxxopts::value<std::size_t>()->default_value("15"), "N");
  options.add_options()("all", "Show all moves");
  add_table_options(options);
  options.add_options("Tables")(
      "net",
      "Rank by a network, too: its code, or a file. It is asked about the moves shown and those "
      "near the best, so showing more may bring up a better one. Without --net, static equity "
      "alone ranks, whereas UCGI's `go gen` uses the lexicon's network",
      cxxopts::value<std::string>(), "CODE");
  return run_command(options, argc, argv, run_gen);
}

}  // namespace zymurgy
