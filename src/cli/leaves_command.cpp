#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/learning_shards.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/tables.h"
#include "game/text.h"
#include "making/leave_generation.h"
#include "making/leave_refinement.h"
#include "making/rack_values.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostRacks = 1000;  // per position: a stop waits for the racks of eight games

// The step in points. One finer than a millipoint, the unit of values, is an error.
double step_of(const cxxopts::ParseResult& parsed) {
  const double step = within(parsed, "round", 0.0, 10.0);
  if (step > 0 && step * kPoint < 1)
    throw BadOption("--round takes 0 or a number from 0.001 to 10");
  return step;
}

// Rounds to the nearest multiple of `step` points: a table of fewer distinct values packs smaller.
void round_values(LeaveTable& values, double step) {
  const double unit = step * kPoint;
  for (std::uint32_t rank = 0; rank < values.ranks(); ++rank)
    values.set(rank, static_cast<Equity>(std::lround(std::round(values.at(rank) / unit) * unit)));
}

// Reports the end of a generation on stderr.
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

// `unsaved`: why the checkpoint cannot be written, or nullptr.
void tell_unsaved(const Error* unsaved) {
  if (unsaved != nullptr)
    std::fprintf(stderr, "zymurgy leaves: continuing, but the work cannot be saved: %s\n",
                 unsaved->message.c_str());
}

// What all ways of making leaves need.
struct Task {
  Tables tables;
  std::string out;
  int threads;
  double step;  // in points, to which values are rounded; 0 for none
};

std::string checkpoint_of(const Task& task) { return task.out + ".checkpoint"; }

Outcome<int> write_leaves(const Task& task, LeaveTable values) {
  if (task.step > 0) round_values(values, task.step);
  const auto written = write_table(task.out, values.to_klv2(task.tables.lexicon->tiles()));
  if (!written) return tl::unexpected(written.error());
  return kDone;
}

Outcome<int> generate(const cxxopts::ParseResult& parsed, const Task& task) {
  if (const auto writable = check_output(checkpoint_of(task)); !writable)
    return tl::unexpected(writable.error());
  LeaveGenerationOptions options;
  options.lexicon = task.tables.lexicon.get();
  options.seed = seed_of(parsed);
  options.generations = within(parsed, "generations", 1);
  options.games = within(parsed, "games", std::uint64_t{1},
                         kMostGames / static_cast<std::uint64_t>(options.generations));
  options.racks = within(parsed, "racks", 4, kMostRacks);
  options.threads = task.threads;
  options.checkpoint = checkpoint_of(task);
  if (options.racks % 2 != 0)
    return usage_error("--racks takes an even number: half of the racks are drawn as in a game");

  const InterruptStop interrupt;
  Progress progress("games", static_cast<std::int64_t>(options.games) * options.generations);
  auto result = generate_leaves(
      options,
      [&](const LeaveGenerationProgress& at) {
        if (at.spreads) tell(at);
        tell_unsaved(at.unsaved);
        progress.update(
            static_cast<std::int64_t>(
                options.games * static_cast<std::uint64_t>(at.generation - 1) + at.games),
            static_cast<std::int64_t>(at.before));
      },
      interrupt.token());
  if (!result) return input_error("load-failed", result.error());
  if (!result->finished)
    return interruption("stopped; the same command resumes from " + options.checkpoint);
  if (auto written = write_leaves(task, std::move(result->values)); !written)
    return not_yet_written(written.error(), options.checkpoint);
  if (given(parsed, "json"))
    print(Json{{"out", task.out},
               {"lexicon", options.lexicon->code()},
               {"seed", options.seed},
               {"generations", options.generations},
               {"games", options.games},
               {"seconds", progress.seconds()}});
  return kDone;
}

Outcome<int> refine(const cxxopts::ParseResult& parsed, const Task& task) {
  if (!given(parsed, "in"))
    return usage_error("--in is required: it names folders of contrast data");
  LeaveRefinementOptions options;
  options.lexicon = task.tables.lexicon.get();
  options.leaves = task.tables.leaves.get();
  auto shards = shards_to_learn_from(parsed, 0, {task.out});
  if (!shards) return tl::unexpected(shards.error());
  options.shards = std::move(shards->files);
  options.held_out = shards->held_out;
  options.threads = task.threads;
  const InterruptStop interrupt;
  Progress progress("shards", static_cast<std::int64_t>(options.shards.size()));
  auto result = refine_leaves(
      options, [&](std::size_t read) { progress.update(static_cast<std::int64_t>(read)); },
      interrupt.token());
  if (!result) return unfinished(result.error());
  if (auto written = write_leaves(task, std::move(result->values)); !written) return written;
  const bool judged = options.held_out > 0;
  if (given(parsed, "json"))
    print(Json{{"out", task.out},
               {"lexicon", options.lexicon->code()},
               {"positions", result->groups},
               {"plays", result->plays},
               {"r2", judged ? Json(result->r2) : Json(nullptr)},
               {"slope", judged ? Json(result->slope) : Json(nullptr)},
               {"seconds", progress.seconds()}});
  else
    std::fprintf(stderr, "%s of %s%s\n", count_text(result->plays, "play").c_str(),
                 count_text(result->groups, "position").c_str(),
                 judged ? ("; held out, R2 within groups " + fixed(100 * result->r2, 4) +
                           " %, slope " + fixed(result->slope, 3))
                              .c_str()
                        : "");
  return kDone;
}

Outcome<int> racks(const cxxopts::ParseResult& parsed, const Task& task) {
  RackValueOptions options;
  options.lexicon = task.tables.lexicon.get();
  options.leaves = task.tables.leaves.get();
  options.seed = seed_of(parsed);
  options.boards = within(parsed, "boards", 1, 10000);
  options.threads = task.threads;
  options.checkpoint = checkpoint_of(task);
  if (const auto writable = check_output(options.checkpoint); !writable)
    return tl::unexpected(writable.error());
  const std::int64_t count = count_racks(options.lexicon->tiles());
  const InterruptStop interrupt;
  Progress progress("racks", count);
  auto values = value_racks(
      options,
      [&](const RackValueProgress& at) {
        tell_unsaved(at.unsaved);
        progress.update(at.valued, at.before);
      },
      interrupt.token());
  std::error_code ignored;  // a checkpoint that stays does no harm
  if (!values && interrupted() && std::filesystem::exists(options.checkpoint, ignored))
    return interruption(values.error().message + "; the same command resumes from " +
                        options.checkpoint);
  if (!values) return unfinished(values.error());
  if (auto written = write_leaves(task, std::move(*values)); !written)
    return not_yet_written(written.error(), options.checkpoint);
  std::filesystem::remove(options.checkpoint, ignored);
  if (given(parsed, "json"))
    print(Json{{"out", task.out},
               {"lexicon", options.lexicon->code()},
               {"seed", options.seed},
               {"boards", options.boards},
               {"racks", count},
               {"seconds", progress.seconds()}});
  return kDone;
}

// By this ending, later commands find a lexicon's racks beside its leaves.
constexpr std::string_view kRacksEnding = ".racks.klv2";

bool is_racks_name(const std::string& path) {
  return path.ends_with(kRacksEnding) || path.ends_with(std::string(kRacksEnding) + ".zst");
}

struct Way {
  const char* name;
  std::string ending;  // of the file it writes
  Outcome<int> (*make)(const cxxopts::ParseResult&, const Task&);
  std::vector<std::string> idle;  // options without effect in it
};

const std::vector<Way>& ways() {
  static const std::vector<Way> ways{
      {"generate", ".klv2", generate, {"in", "hold-out", "boards", "leaves"}},
      {"refine", ".klv2", refine, {"generations", "games", "racks", "boards", "seed"}},
      {"racks",
       std::string(kRacksEnding),
       racks,
       {"generations", "games", "racks", "in", "hold-out"}}};
  return ways;
}

Outcome<int> run_leaves(const cxxopts::ParseResult& parsed) {
  const std::string name = joined_arguments(parsed);
  const auto way = std::ranges::find(ways(), name, &Way::name);
  if (way == ways().end())
    return usage_error("expected `leaves generate`, `leaves refine` or `leaves racks`");
  refuse_unused(parsed, way->idle, "with `leaves " + name + "`");
  if (!given(parsed, "out")) return usage_error("--out is required: it names the file to write");
  auto tables = load_tables(parsed);
  if (!tables) return tl::unexpected(tables.error());
  const Task task{std::move(*tables), parsed["out"].as<std::string>(), threads_of(parsed),
                  step_of(parsed)};
  if (const auto writable = check_table_output(task.out, way->ending); !writable)
    return tl::unexpected(writable.error());
  if (way->ending != kRacksEnding && is_racks_name(task.out))
    return usage_error("--out: " + in_quotes(task.out) +
                       " is the name of a table of whole racks, which `leaves racks` makes, but "
                       "leaves are to be written: expected NAME" +
                       way->ending);
  return way->make(parsed, task);
}

}  // namespace

int leaves_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "leaves",
      "Makes leave values. `leaves generate --out OEL1.klv2` makes them from nothing by self-play\n"
      "and keeps its work in OEL1.klv2.checkpoint, from which the same command resumes after an\n"
      "interruption. The checkpoint stays: the same command with more --generations resumes from "
      "it, "
      "too.\n"
      "`leaves refine --in DIR --out BETTER.klv2` corrects values by what plays that keep\n"
      "different tiles gained in rollouts: DIR holds contrast data (see `zymurgy contrast`).\n"
      "`leaves racks --out OEL1.racks.klv2` values whole racks, by which `stats` judges draws. It\n"
      "takes an hour, and resumes as `generate` does; its checkpoint goes when the file is "
      "written.",
      "generate|refine|racks");
  options.add_options()(
      "out", "The KLV2 file to write: NAME.klv2 (racks: NAME.racks.klv2), or packed NAME.klv2.zst",
      cxxopts::value<std::string>(), "FILE");
  options.add_options()("generations",
                        "generate: generations, each playing with the values of the one before",
                        cxxopts::value<int>()->default_value("5"), "N");
  options.add_options()("games", "generate: games in each generation",
                        cxxopts::value<std::uint64_t>()->default_value("10000"), "N");
  options.add_options()("racks",
                        "generate: racks drawn for each position, half of them to hold rare leaves",
                        cxxopts::value<int>()->default_value("24"), "N");
  options.add_options()("in", "refine: a folder of contrast data (repeatable)",
                        cxxopts::value<std::vector<std::string>>(), "DIR");
  options.add_options()("hold-out", "refine: hold out the first N shards, to judge by",
                        cxxopts::value<std::size_t>()->default_value("8"), "N");
  options.add_options()(
      "boards",
      "racks: boards, each from a different game, on which each rack's best play is found",
      cxxopts::value<int>()->default_value("12"), "N");
  options.add_options()("round", "Round values to multiples of P points; 0: not at all",
                        cxxopts::value<Decimal>()->default_value("0"), "P");
  add_work_options(options, "Worker threads");
  add_table_options(options);
  return run_command(options, argc, argv, run_leaves);
}

}  // namespace zymurgy
