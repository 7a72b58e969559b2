#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/tables.h"
#include "game/files.h"
#include "game/text.h"
#include "making/contrast.h"
#include "making/contrast_shards.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

ContrastOptions options_of(const cxxopts::ParseResult& parsed, const Tables& tables) {
  ContrastOptions options;
  options.lexicon = tables.lexicon.get();
  options.leaves = tables.leaves.get();
  options.folder = parsed["out"].as<std::string>();
  options.threads = threads_of(parsed);
  ContrastHeader& header = options.header;
  header.engine = ZYMURGY_VERSION;
  header.lexicon = tables.lexicon->code();
  header.tiles = tables.lexicon->tiles().name();
  header.leaves = tables.leaves_name;
  header.seed = seed_of(parsed);
  header.first = within<std::uint64_t>(parsed, "first", 0, kMostGames - 1);
  header.games = within<std::uint64_t>(parsed, "games", 1, kMostGames - header.first);
  header.plies = within(parsed, "plies", 1, kMostContrastPlies);
  if (given(parsed, "late")) header.late = within(parsed, "late", 0);
  header.top = within(parsed, "top", 2, kMostContrastPlays);
  header.plays = within(parsed, "plays", 2, header.top);
  header.falloff = above_0(parsed, "falloff", 1000);
  options.shard = within<std::uint64_t>(parsed, "shard", 1, largest_shard(header.plays));
  return options;
}

Outcome<int> run_contrast(const cxxopts::ParseResult& parsed) {
  if (!given(parsed, "out"))
    return usage_error("--out is required: it names the folder to write the shards to");
  const auto tables = load_tables(parsed);
  if (!tables) return tl::unexpected(tables.error());
  const ContrastOptions options = options_of(parsed, *tables);
  const ContrastHeader& header = options.header;
  if (const auto made = make_folder(options.folder); !made)
    return input_error("write-failed", made.error());
  if (const auto writable = check_output(options.folder + '/' + contrast_shard_name(header.first));
      !writable)
    return tl::unexpected(writable.error());

  const InterruptStop interrupt;
  std::uint64_t games = 0;
  double seconds = 0;
  {
    Progress progress("games", static_cast<std::int64_t>(header.games));
    const auto made = make_contrast(
        options,
        [&](std::uint64_t done, std::uint64_t before) {
          games = done;
          progress.update(static_cast<std::int64_t>(done), static_cast<std::int64_t>(before));
        },
        interrupt.token());
    if (!made) return input_error("write-failed", made.error());
    seconds = progress.seconds();
  }
  if (given(parsed, "json"))
    print(Json{{"out", options.folder},
               {"seed", header.seed},
               {"first", header.first},
               {"games", games},
               {"of", header.games},
               {"plies", header.plies},
               {"seconds", seconds}});
  else
    std::printf("%s in the shards of %s, %.1f s\n", count_text(games, "game").c_str(),
                options.folder.c_str(), seconds);
  return status_after_interrupt("contrast",
                                "finished shards are kept; the same command makes the others");
}

}  // namespace

int contrast_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "contrast",
      "Makes the data that networks learn from: positions of self-play, several plays of each,\n"
      "and what each gained on the same tiles. Shards already in the folder are not made again.");
  options.add_options()("out", "Folder to write the shards to", cxxopts::value<std::string>(),
                        "DIR");
  options.add_options()("games", "How many games, about 130 plays each",
                        cxxopts::value<std::uint64_t>()->default_value("10000"), "N");
  options.add_options()("first", "The first game's index under the seed",
                        cxxopts::value<std::uint64_t>()->default_value("0"), "I");
  options.add_options()("shard", "Games in each shard",
                        cxxopts::value<std::uint64_t>()->default_value("256"), "N");
  options.add_options()("plies", "Plies played after each play",
                        cxxopts::value<int>()->default_value("2"), "N");
  options.add_options()(
      "late",
      "Only positions with N tiles in the bag or fewer, including none, played to the end of the "
      "game; the last of the --plies gains kept is then that of the rest of the game",
      cxxopts::value<int>(), "N");
  options.add_options()("plays", "Plays of each position, at most",
                        cxxopts::value<int>()->default_value("6"), "N");
  options.add_options()("top", "How many of the best plays by static equity they are drawn from",
                        cxxopts::value<int>()->default_value("15"), "N");
  options.add_options()("falloff",
                        "Points of equity by which a play's odds of being drawn fall to 1/e",
                        cxxopts::value<Decimal>()->default_value("8"), "P");
  add_work_options(options, "Shards at a time");
  add_table_options(options);
  return run_command(options, argc, argv, without_words(run_contrast));
}

}  // namespace zymurgy
