#include <array>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/tables.h"
#include "game/text.h"
#include "protocol/notation.h"
#include "review/luck.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<double, 5> kQuantiles{0.05, 0.25, 0.5, 0.75, 0.95};

double quantile(const Luck& luck, double share) {
  const auto last = static_cast<double>(luck.equities.size() - 1);
  return luck.equities[static_cast<std::size_t>(share * last + 0.5)];
}

void print_text(const Luck& luck, const Position& position, const TileCounts& kept) {
  const TileSet& tiles = position.tiles();
  TileCounts drawn = position.rack();
  drawn.remove(kept);
  const Interval mean = luck.mean.interval();
  std::printf("kept %s, drew %s\n", kept.empty() ? "nothing" : tiles.rack_text(kept).c_str(),
              tiles.rack_text(drawn).c_str());
  std::printf("best play %s, equity %.2f\n", display_text(luck.best.move, position).c_str(),
              in_points(luck.best.equity));
  std::printf("other draws' best plays: mean %.2f", mean.value);
  if (mean.bounded())
    std::printf(" (%.2f to %.2f), deviation %.2f", mean.low, mean.high, luck.mean.sd());
  std::printf(", %s\n", count_text(luck.equities.size(), "draw").c_str());
  std::printf("  of a hundred: ");
  for (const double share : kQuantiles)
    std::printf(" %.0fth %.1f%s", 100 * share, quantile(luck, share),
                share < kQuantiles.back() ? "," : "\n");
  std::printf("luck %+.2f points; better than %.1f %% of draws\n", luck.points(),
              100 * luck.rank());
}

Json json_of(const Luck& luck, const Position& position, const TileCounts& kept) {
  const Interval mean = luck.mean.interval();
  Json quantiles = Json::object();
  for (const double share : kQuantiles)
    quantiles[std::to_string(static_cast<int>(100 * share + 0.5))] = quantile(luck, share);
  return {{"rack", position.tiles().rack_text(position.rack())},
          {"kept", position.tiles().rack_text(kept)},
          {"best", ucgi_text(luck.best.move, position)},
          {"equity", in_points(luck.best.equity)},
          {"mean", {{"value", mean.value}, {"low", mean.low}, {"high", mean.high}}},
          {"sd", luck.mean.sd()},
          {"quantiles", std::move(quantiles)},
          {"luck", luck.points()},
          {"rank", luck.rank()},
          {"draws", luck.equities.size()}};
}

constexpr int kMostDrawsOfOne = 100'000'000;

Outcome<int> run_luck(const cxxopts::ParseResult& parsed) {
  const auto loaded = load_unfinished(parsed);
  if (!loaded) return tl::unexpected(loaded.error());
  const Position& position = loaded->cgp.position;
  const auto kept = position.tiles().parse_rack(parsed["kept"].as<std::string>());
  if (!kept) return input_error("bad-position", {"--kept: " + kept.error().message});
  if (position.rack().size() < kRackSize && position.bag_size() > 0)
    return input_error("bad-position", {"the rack of the player on turn must be full"});
  if (!position.rack().includes(*kept))
    return input_error("bad-position",
                       {"--kept " + position.tiles().rack_text(*kept) +
                        " is not part of the rack " + position.tiles().rack_text(position.rack())});
  if (*kept == position.rack())
    return input_error("bad-position", {"--kept is the whole rack: no tile was drawn"});
  const LuckOptions options{.draws = within(parsed, "draws", 1, kMostDrawsOfOne),
                            .seed = seed_of(parsed),
                            .threads = threads_of(parsed)};

  const InterruptStop interrupt;
  const Luck luck = luck_of(*loaded->tables.lexicon, *loaded->tables.leaves,
                            draw_from_unseen(position, {*kept, {}}), options, interrupt.token());
  if (luck.equities.empty()) return interruption("interrupted before the first draw");
  if (given(parsed, "json"))
    print(json_of(luck, position, *kept));
  else
    print_text(luck, position, *kept);
  return status_after_interrupt(
      "luck", std::to_string(luck.equities.size()) + " of " +
                  count_text(static_cast<std::uint64_t>(options.draws), "draw") + " were made");
}

}  // namespace

int luck_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "luck",
      "Shows how lucky the draw of the player on turn was: the rack is filled up again and again\n"
      "from the tiles kept, and the best play of each rack is found.",
      "CGP");
  options.add_options()("kept", "The tiles that were on the rack before the draw",
                        cxxopts::value<std::string>()->default_value(""), "TILES");
  options.add_options()("draws", "How often to draw again",
                        cxxopts::value<int>()->default_value("5000"), "N");
  add_work_options(options, "Draws at a time");
  add_table_options(options);
  return run_command(options, argc, argv, run_luck);
}

}  // namespace zymurgy
