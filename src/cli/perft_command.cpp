#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/tables.h"
#include "evaluate/move_finder.h"
#include "game/text.h"
#include "protocol/console.h"

namespace zymurgy {

int perft_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "perft",
      "Counts the legal moves of a position, to check generators against each other.\n"
      "On an empty board, only horizontal plays are counted.",
      "CGP");
  add_lexicon_options(options);
  return run_command(options, argc, argv, [](const cxxopts::ParseResult& parsed) -> Outcome<int> {
    const auto game = load_turn(parsed, joined_arguments(parsed));
    if (!game) return tl::unexpected(game.error());
    const Position& position = game->cgp.position;
    MoveFinder finder(*game->tables.lexicon, *game->tables.leaves);
    const Perft perft = finder.perft(position, Lanes(*game->tables.lexicon, position));
    if (given(parsed, "json"))
      print({{"plays", perft.plays},
             {"exchanges", perft.exchanges},
             {"score_sum", perft.score_sum},
             {"checksum", hex(perft.checksum)}});
    else
      std::fputs(perft_text(perft).c_str(), stdout);
    return kDone;
  });
}

}  // namespace zymurgy
