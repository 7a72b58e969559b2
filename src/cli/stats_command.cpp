#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "cli/commands.h"
#include "cli/gcg_input.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/stats_page.h"
#include "cli/stats_reading.h"
#include "cli/stats_tables.h"
#include "cli/tables.h"
#include "game/files.h"
#include "game/text.h"
#include "play/shards.h"

namespace zymurgy {
namespace {

namespace fs = std::filesystem;

constexpr int kMostDeals = 1'000'000;
constexpr int kMostOwnRacks = 1'000'000;  // games; all are held in memory

void print_text(const StatsTable& table) {
  std::printf("\n%s\n", printable(table.title).c_str());
  std::vector<std::vector<std::string>> rows{table.head};
  rows.insert(rows.end(), table.rows.begin(), table.rows.end());
  for (auto& row : rows)
    for (std::string& cell : row) cell = printable(cell);
  for (const std::string& line : in_columns(rows)) std::printf("  %s\n", line.c_str());
  if (!table.note.empty()) std::printf("  %s\n", wrapped(table.note).c_str());
}

void print_json(const GamesReading& reading) {
  auto json = stats_json(reading.stats);
  json["incomplete"] = reading.incomplete;
  json["repeated"] = reading.repeated;
  json["unsound"] = reading.unsound;
  json["unreadable"] = reading.unreadable.size();
  print(json);
}

void print_text(const GamesReading& reading) {
  std::fputs(count_text(static_cast<std::uint64_t>(reading.stats.games()), "game").c_str(), stdout);
  if (reading.incomplete > 0) std::printf("; %d more unfinished", reading.incomplete);
  if (reading.repeated > 0)
    std::printf("; files of games already read, reported above: %d", reading.repeated);
  if (reading.unsound > 0) std::printf("; files with faults, reported above: %d", reading.unsound);
  if (!reading.unreadable.empty())
    std::printf("; files without games, reported above: %zu", reading.unreadable.size());
  std::printf(". In brackets: intervals of 95 %%. A tie is half a win.\n");
  for (const StatsTable& table : stats_tables(reading.stats)) print_text(table);
}

// If interrupted, counts the games that were judged before.
Outcome<void> read_all(GamesReading& reading, const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (const auto done = reading.read(file); !done) return done;
    if (interrupted()) break;
  }
  if (const auto done = reading.finish(); !done) return done;
  if (interrupted() && reading.stats.games() == 0)
    return interruption("interrupted before the first games were judged");
  return {};
}

Outcome<int> run_stats(const cxxopts::ParseResult& parsed) {
  if (parsed.unmatched().empty()) return usage_error("expected files: autoplay logs or GCGs");
  const auto found = files_at(parsed.unmatched(), {".zst", ".gcg"}, "logs or GCGs");
  if (!found) return input_error("bad-log", found.error());
  const std::vector<std::string>& files = *found;
  std::set<std::string> names;
  std::error_code ignored;
  for (const std::string& file : files)
    if (!names.insert(fs::weakly_canonical(file, ignored).string()).second)
      return usage_error(in_quotes(file) + " is named twice");
  const LuckOptions luck{.draws = within(parsed, "draws", 0, kMostDraws),
                         .seed = seed_of(parsed),
                         .threads = threads_of(parsed)};
  const ChoiceOptions choices{.deals = within(parsed, "choices", 0, kMostDeals),
                              .seed = luck.seed,
                              .threads = luck.threads};
  if (luck.draws == 0 && choices.deals == 0)
    refuse_unused(parsed, {"seed", "threads"}, "without --draws or --choices");
  const int own_racks = within(parsed, "own-racks", 0, kMostOwnRacks);
  const auto page = output_of(parsed, "html", files);
  if (!page) return tl::unexpected(page.error());
  const auto letters = letters_of_gcgs(parsed);
  if (!letters) return tl::unexpected(letters.error());
  Judging judging{.luck = luck, .choices = choices, .own_racks = own_racks};
  if (given(parsed, "leaves")) judging.leaves = text_of(parsed, "leaves");
  GamesReading reading(LexiconBatches(library_of(parsed), judging), **letters);
  if (const auto apart = check_shards(files); !apart) return input_error("bad-log", apart.error());
  if (const auto done = read_all(reading, files); !done) return tl::unexpected(done.error());
  if (const auto both = reading.same_draws())
    std::fprintf(stderr,
                 "%s and %s have games with the same draws: their results vary together, so the "
                 "intervals are too narrow\n",
                 (*both)[0].c_str(), (*both)[1].c_str());
  if (reading.unreadable.size() == files.size())
    return input_error("bad-gcg",
                       {(files.size() > 1 ? "no game can be read from any of the files; " : "") +
                        reading.unreadable.front()});
  for (const std::string& file : reading.unreadable) std::fprintf(stderr, "%s\n", file.c_str());
  if (given(parsed, "json"))
    print_json(reading);
  else
    print_text(reading);
  if (interrupted())
    return status_after_interrupt("stats",
                                  "the games judged until then are shown" +
                                      std::string(page->empty() ? "" : "; no page is written"));
  const int status = reading.unreadable.empty() ? kDone : kBadInput;
  if (!given(parsed, "html")) return status;
  return status_after_write("stats", status, write_file(*page, stats_page(reading.stats)));
}

}  // namespace

int stats_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "stats",
      "Measures skill and luck over many games, from autoplay logs, GCG files and folders of "
      "them: the first move, blanks, better racks, and whether chances to win came true.\n\n"
      "Of a folder, the logs (*.zst) are read, or the GCGs (*.gcg) if it has no logs. A file that "
      "is neither is reported and skipped, and the exit status is then 3. A GCG of a game already "
      "read is reported and left out; logs that share games are refused.\n\n"
      "Programs' chances to win are read from notes after the moves of GCGs: `#note ESTIMATE\n"
      "wp=61.5 by=NAME`, in per cent, for the player who moved, before the move.",
      "FILE...");
  options.add_options()("html", "Write a page with tables and plots", cxxopts::value<std::string>(),
                        "FILE");
  options.add_options()(
      "draws",
      "Redraw each draw N times (50 will do) to take its luck out of wins and spread: a third of "
      "the games then tells as much about spread, and half of them as much about wins (a sixth and "
      "two fifths if they are not in pairs). 0: do not",
      cxxopts::value<int>()->default_value("0"), "N");
  options.add_options()(
      "choices",
      "Compare choices with those of static equity, playing on from both N times (100 will do; "
      "half a second a game): what they are worth in each part of the game, and wins and spread by "
      "that, for which half as many games will do as for --draws. 0: do not",
      cxxopts::value<int>()->default_value("0"), "N");
  options.add_options()("own-racks",
                        "ARRV as in published tables (N = 20000): a rack is worth what was played "
                        "from it in these games, taken N at a time. Such values come from the very "
                        "boards that they judge, so they tell less about luck. 0: by --leaves",
                        cxxopts::value<int>()->default_value("0"), "N");
  add_work_options(options, "Games judged at a time");
  options.add_options("Tables")("data", "Folder of lexica, leaves and tables (repeatable)",
                                cxxopts::value<std::vector<std::string>>(), "DIR");
  add_letters_option(options, kLettersOfGcgs);
  options.add_options("Tables")(
      "leaves",
      "What values the racks: leaves by code, or a .klv2 file (default: the lexicon's table of "
      "whole racks, CODE.racks.klv2, see `leaves racks`, or else its leaves)",
      cxxopts::value<std::string>(), "CODE");
  return run_command(options, argc, argv, run_stats);
}

}  // namespace zymurgy
