#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/common.h"
#include "evaluate/move_finder.h"
#include "protocol/cgp.h"
#include "protocol/notation.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

TileCounts leave_of(const Position& position, const Move& move) {
  TileCounts leave = position.rack();
  leave.remove(move.used());
  return leave;
}

Outcome<int> run(const cxxopts::ParseResult& parsed) {
  const auto game = load_position(parsed);
  if (!game) return tl::unexpected(game.error());
  const Position& position = game->cgp.position;
  const TileSet& tiles = position.tiles();
  const Lanes lanes(*game->tables.lexicon, position.layout(), position.board());
  MoveFinder finder(*game->tables.lexicon, *game->tables.leaves);

  const auto& all = finder.all(position, lanes);
  const std::size_t wanted =
      parsed.count("all") != 0 ? all.size() : parsed["top"].as<std::size_t>();
  const std::size_t shown = std::min(wanted, all.size());
  if (parsed.count("json") != 0) {
    Json plays = Json::array();
    for (std::size_t i = 0; i < shown; ++i) {
      const auto& [move, equity] = all[i];
      plays.push_back({{"move", ucgi_text(move, position.board(), tiles)},
                       {"score", move.score},
                       {"leave", tiles.rack_text(leave_of(position, move))},
                       {"equity", in_points(equity)}});
    }
    print(Json{{"cgp", cgp_text(game->cgp)}, {"count", all.size()}, {"plays", std::move(plays)}});
    return kDone;
  }
  std::printf("%zu legal moves\n%-26s %6s %-8s %9s\n", all.size(), "move", "score", "leave",
              "equity");
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [move, equity] = all[i];
    std::printf("%s %6d %s %9.3f\n",
                padded(display_text(move, position.board(), tiles), 26).c_str(), move.score,
                padded(tiles.rack_text(leave_of(position, move)), 8).c_str(), in_points(equity));
  }
  return kDone;
}

}  // namespace

int gen_command(int argc, char** argv) {
  cxxopts::Options options =
      command_options("gen", "The legal moves of a position, best static equity first.", "CGP");
  options.add_options()("top", "How many", cxxopts::value<std::size_t>()->default_value("15"), "N");
  options.add_options()("all", "All of them");
  add_table_options(options);
  return run_command(options, argc, argv, run);
}

}  // namespace zymurgy
