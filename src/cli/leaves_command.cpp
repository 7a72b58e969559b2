#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/progress.h"
#include "play/leave_generation.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

// To the next multiple of `step` points: a table of fewer different values packs smaller.
void round_values(LeaveTable& values, double step) {
  const double unit = step * kPoint;
  for (std::uint32_t rank = 0; rank < values.ranks(); ++rank)
    values.set(rank, static_cast<Equity>(std::lround(std::round(values.at(rank) / unit) * unit)));
}

// Told at the end of a generation, on stderr.
void tell(const LeaveGenerationProgress& at) {
  std::fprintf(stderr, "generation %d: %llu games, %llu racks\n", at.generation,
               static_cast<unsigned long long>(at.games),
               static_cast<unsigned long long>(at.racks));
  for (std::size_t size = 1; size < kRackSize; ++size) {
    const LeaveSpread& spread = (*at.spreads)[size];
    std::fprintf(stderr,
                 "  %zu tiles: %.1f racks a leave, deviation %.2f; moved %.2f off the prior\n",
                 size, spread.racks, spread.noise, spread.prior);
  }
}

Outcome<int> run(const cxxopts::ParseResult& parsed) {
  if (joined_arguments(parsed) != "generate") return usage_error("expected `leaves generate`");
  if (parsed.count("out") == 0) return usage_error("--out names the file to write");
  const auto tables = load_tables(parsed);
  if (!tables) return tl::unexpected(tables.error());
  const std::string out = parsed["out"].as<std::string>();
  LeaveGenerationOptions options;
  options.lexicon = tables->lexicon.get();
  options.seed = parsed["seed"].as<std::uint64_t>();
  options.generations = parsed["generations"].as<int>();
  options.games = parsed["games"].as<std::uint64_t>();
  options.racks = parsed["racks"].as<int>();
  options.threads = parsed["threads"].as<int>();
  options.checkpoint = out + ".checkpoint";
  const double step = parsed["round"].as<double>();
  if (options.generations < 1 || options.games < 1 || options.threads < 1 || options.threads > 1024)
    return usage_error("--generations, --games and --threads must be at least 1");
  if (options.racks < 4) return usage_error("--racks must be at least 4");
  if (!(step >= 0 && step <= 10)) return usage_error("--round must be between 0 and 10 points");

  std::stop_source stop;
  catch_interrupts();
  Progress progress("games", static_cast<std::int64_t>(options.games) * options.generations);
  auto result = generate_leaves(
      options,
      [&](const LeaveGenerationProgress& at) {
        if (interrupted()) stop.request_stop();
        if (at.spreads) tell(at);
        progress.update(static_cast<std::int64_t>(
            options.games * static_cast<std::uint64_t>(at.generation - 1) + at.games));
      },
      stop.get_token());
  if (!result) return input_error("load-failed", result.error());
  if (!result->finished) {
    std::fprintf(stderr, "zymurgy leaves: stopped; the same command goes on from %s\n",
                 options.checkpoint.c_str());
    return kInterrupted;
  }
  if (step > 0) round_values(result->values, step);
  const std::string bytes = result->values.to_klv2(tables->lexicon->tiles());
  if (auto written = write_table(out, bytes); !written) return written;
  if (parsed.count("json") != 0)
    print(Json{{"out", out},
               {"lexicon", tables->lexicon->code()},
               {"seed", options.seed},
               {"generations", options.generations},
               {"games", options.games},
               {"seconds", progress.seconds()}});
  return kDone;
}

}  // namespace

int leaves_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "leaves",
      "Makes the values of leaves from self-play, from nothing. `leaves generate --out OEL1.klv2`\n"
      "keeps its work in OEL1.klv2.checkpoint; the same command goes on after an interruption.",
      "generate");
  options.add_options()("out", "The KLV2 file to write (zstd if its name ends in .zst)",
                        cxxopts::value<std::string>(), "FILE");
  options.add_options()("generations", "Each plays with the values of the one before",
                        cxxopts::value<int>()->default_value("5"), "N");
  options.add_options()("games", "In each generation",
                        cxxopts::value<std::uint64_t>()->default_value("10000"), "N");
  options.add_options()("racks", "Drawn for each position, half of them to hold rare leaves",
                        cxxopts::value<int>()->default_value("24"), "N");
  options.add_options()("round", "Round values to multiples of so many points",
                        cxxopts::value<double>()->default_value("0"), "P");
  add_work_options(options, "Games at a time");
  add_table_options(options);
  return run_command(options, argc, argv, run);
}

}  // namespace zymurgy
