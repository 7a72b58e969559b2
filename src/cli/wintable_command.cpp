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
#include "making/win_table_generation.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

WinCounts counted(const WinTableOptions& options, const InterruptStop& interrupt) {
  Progress progress("games", static_cast<std::int64_t>(options.games));
  return count_wins(
      options, [&](std::int64_t games) { progress.update(games); }, interrupt.token());
}

void show(const std::array<WinCounts::Bucket, 10>& buckets, bool json) {
  Json rows = Json::array();
  if (!json) std::printf("%10s %10s %10s %10s\n", "chance", "positions", "predicted %", "won %");
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    const auto n = static_cast<double>(buckets[i].positions);  // 0 makes both shares NaN
    const double predicted = buckets[i].predicted / n, won = buckets[i].won / n;
    rows.push_back({{"positions", buckets[i].positions}, {"predicted", predicted}, {"won", won}});
    if (!json)
      std::printf("%6zu-%zu %% %10lld %10s %10s\n", 10 * i, 10 * i + 10,
                  static_cast<long long>(buckets[i].positions),
                  number_or_dash(100 * predicted, 2).c_str(), number_or_dash(100 * won, 2).c_str());
  }
  if (json) print(Json{{"calibration", rows}});
}

Outcome<WinTable> table_to_check(const cxxopts::ParseResult& parsed, const Tables& tables) {
  if (!given(parsed, "table")) return load_wins(parsed, tables);
  auto table = find_win_table(library_of(parsed), parsed["table"].as<std::string>());
  if (!table) return input_error("load-failed", table.error());
  return std::move(*table);
}

Outcome<int> run_wintable(const cxxopts::ParseResult& parsed) {
  const std::string what = joined_arguments(parsed);
  if (what != "generate" && what != "check")
    return usage_error("expected `wintable generate` or `wintable check`");
  refuse_unused(parsed, {what == "check" ? "out" : "table"}, "with `wintable " + what + "`");
  const auto tables = load_tables(parsed);
  if (!tables) return tl::unexpected(tables.error());
  WinTableOptions options;
  options.lexicon = tables->lexicon.get();
  options.leaves = tables->leaves.get();
  options.games = within<std::uint64_t>(parsed, "games", 1, kMostGames);
  options.seed = seed_of(parsed);
  options.threads = threads_of(parsed);
  const InterruptStop interrupt;

  if (what == "check") {
    const auto table = table_to_check(parsed, *tables);
    if (!table) return tl::unexpected(table.error());
    options.seed = mix64(options.seed);  // not the games that `generate` makes tables from
    show(counted(options, interrupt).calibration(*table), given(parsed, "json"));
    return status_after_interrupt("wintable", "the games played until then are counted");
  }

  if (!given(parsed, "out")) return usage_error("--out is required: it names the file to write");
  const std::string out = parsed["out"].as<std::string>();
  if (const auto writable = check_table_output(out, ".win"); !writable)
    return tl::unexpected(writable.error());
  const WinTable table = counted(options, interrupt).table();
  if (interrupted()) return interruption("interrupted; nothing is written");
  if (const auto written = write_table(out, table.bytes()); !written)
    return tl::unexpected(written.error());
  if (given(parsed, "json"))
    print(Json{{"out", out},
               {"lexicon", tables->lexicon->code()},
               {"seed", options.seed},
               {"games", options.games}});
  else
    std::printf("%s of %s, %s\n", out.c_str(), count_text(options.games, "game").c_str(),
                tables->lexicon->code().c_str());
  return kDone;
}

}  // namespace

int wintable_command(int argc, char** argv) {
  cxxopts::Options options = command_options("wintable",
                                             "Makes or checks a table of the chance to win by "
                                             "spread and unseen tiles. `wintable generate\n"
                                             "--out OEL1.win.zst` makes one from games of the "
                                             "static player; `wintable check` compares the\n"
                                             "lexicon's table, or --table, with fresh games.",
                                             "generate|check");
  options.add_options()("out", "The file to write: NAME.win, or packed NAME.win.zst",
                        cxxopts::value<std::string>(), "FILE");
  options.add_options()("table",
                        "The table to check: a code, or a path to a .win file or a winpct.csv",
                        cxxopts::value<std::string>(), "FILE");
  options.add_options()("games", "How many games",
                        cxxopts::value<std::uint64_t>()->default_value("100000"), "N");
  add_work_options(options, "Games at a time");
  add_table_options(options);
  return run_command(options, argc, argv, run_wintable);
}

}  // namespace zymurgy
