#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/stats_page.h"
#include "cli/stats_tables.h"
#include "game/files.h"
#include "play/autoplay.h"
#include "play/game_log.h"
#include "play/shards.h"
#include "protocol/gcg_record.h"
#include "protocol/supply.h"

namespace zymurgy {
namespace {

// The tables that games are seen through, kept from file to file.
class Yardsticks {
 public:
  Yardsticks(Library library, std::string leaves)
      : library_(std::move(library)), chosen_(std::move(leaves)) {}

  // The watcher for the games of a lexicon. Where it has no values of its own, the default one's
  // serve: they differ little.
  Outcome<GameWatcher*> watcher(const std::string& lexicon, const TileSet& tiles) {
    if (watcher_ && lexicon == lexicon_ && &tiles == tiles_) return &*watcher_;
    const std::string own =
        library_.has(lexicon + ".klv2") ? lexicon : std::string(kDefaultLexicon);
    auto leaves = library_.leaves(chosen_.empty() ? own : chosen_, tiles);
    Result<std::shared_ptr<const LeaveTable>> racks = nullptr;
    if (leaves && chosen_.empty()) racks = library_.racks(own, tiles);
    if (!leaves && chosen_.empty()) leaves = std::make_shared<const LeaveTable>(tiles);
    if (!leaves) return input_error("load-failed", leaves.error());
    if (!racks) return input_error("load-failed", racks.error());
    auto wins = find_win_table(library_, lexicon);
    if (!wins) return input_error("load-failed", wins.error());
    leaves_ = *leaves;
    racks_ = *racks;
    wins_ = std::move(*wins);
    watcher_.emplace(*leaves_, racks_.get(), *wins_);
    lexicon_ = lexicon;
    tiles_ = &tiles;
    return &*watcher_;
  }

 private:
  Library library_;
  std::string chosen_, lexicon_;
  const TileSet* tiles_ = nullptr;
  std::shared_ptr<const LeaveTable> leaves_, racks_;
  std::optional<WinTable> wins_;
  std::optional<GameWatcher> watcher_;
};

struct Reading {
  Yardsticks yardsticks;
  GameStats stats{};
  int incomplete = 0;  // games without an end
  int unsound = 0;     // GCGs of which not all is as it says
  // Games of pairs whose other game was not met, by the seed of their draws.
  std::map<std::uint64_t, WatchedGame> alone{};

  // The games of a pair are counted together, wherever they stand.
  void take(WatchedGame game, std::optional<std::uint64_t> pair) {
    if (!pair) return stats.add(game);
    const auto [other, first] = alone.try_emplace(*pair, std::move(game));
    if (first) return;
    stats.add(other->second);
    stats.add(game, true);
    alone.erase(other);
  }
  void finish() {
    for (const auto& [pair, game] : alone) stats.add(game);
  }
};

Outcome<int> read_log(const std::string& file, Reading& reading) {
  auto reader = GameLogReader::open(file);
  if (!reader) return input_error("bad-log", reader.error());
  const LogHeader& header = reader->header();
  const auto tiles = TileSet::find(header.tiles);
  if (!tiles) return input_error("bad-log", tiles.error());
  const auto layout = Layout::find(header.layout);
  if (!layout) return input_error("bad-log", layout.error());
  const auto watcher = reading.yardsticks.watcher(header.lexicon, **tiles);
  if (!watcher) return tl::unexpected(watcher.error());
  const auto names = player_names(header);
  for (GameRecord record;;) {
    const auto more = reader->next(record);
    if (!more) return input_error("bad-log", more.error());
    if (!*more) return kDone;
    Position position(**tiles, **layout, header.rules);
    (*watcher)->start(record.swapped ? std::array{names[1], names[0]} : names);
    const auto played = replay(record, position, [&](const Position& before, const Turn& turn) {
      (*watcher)->see(before, turn.move);
    });
    if (!played) return input_error("bad-log", {file + ": " + played.error().message});
    if (!position.over()) {
      ++reading.incomplete;
      continue;
    }
    const std::uint64_t draws = game_seed(header.seed, record.index);
    reading.take((*watcher)->end(position, 0, {position.final_score(0), position.final_score(1)}),
                 header.pairs ? std::optional(draws) : std::nullopt);
  }
}

// What the players ended with; nothing of a game that did not end.
std::optional<std::array<int, 2>> final_scores(const GcgGame& game, const Position& after) {
  const bool counted =
      std::any_of(game.events.begin(), game.events.end(), [](const GcgEvent& event) {
        return event.kind == GcgEvent::Kind::kRackBonus ||
               event.kind == GcgEvent::Kind::kRackPenalty;
      });
  if (counted) return std::array{after.score(0), after.score(1)};
  if (game.find_pragma("incomplete") != nullptr || !is_over(after)) return std::nullopt;
  // Scoreless turns may end it with tiles on the racks that nobody told.
  if (after.in_sight().size() + after.bag_size() != after.tiles().total()) return std::nullopt;
  return std::array{after.final_score(0), after.final_score(1)};
}

Outcome<int> read_gcg_file(const std::string& file, std::string_view text, Reading& reading) {
  const auto gcg = read_gcg(text, {.strict = false, .name = file, .rules = {}});
  if (!gcg) return input_error("bad-gcg", gcg.error());
  const GcgGame& game = gcg->game;
  if (game.events.empty() && (game.players[0].nick.empty() || !gcg->warnings.empty()))
    return input_error("bad-gcg", {file + ": neither a log of games nor a GCG"});
  for (const GcgFinding& warning : gcg->warnings)
    std::fprintf(stderr, "%s, line %d: %s\n", file.c_str(), warning.line, warning.message.c_str());
  reading.unsound += !gcg->warnings.empty();
  if (game.events.empty()) return ++reading.incomplete, kDone;
  const Position& after = *gcg->replay.after;
  const auto scores = final_scores(game, after);
  if (!scores) return ++reading.incomplete, kDone;
  const auto watcher = reading.yardsticks.watcher(std::string(game.pragma("lexicon")), *game.tiles);
  if (!watcher) return tl::unexpected(watcher.error());
  const auto name = [](const GcgPlayer& player) {
    return player.name.empty() ? player.nick : player.name;
  };
  (*watcher)->start({name(game.players[0]), name(game.players[1])});
  for (std::size_t i = 0; i < game.events.size(); ++i) {
    const GcgEvent& event = game.events[i];
    if (const auto& move = gcg->replay.moves[i]) {
      const bool withdrawn =
          i + 1 < game.events.size() && game.events[i + 1].kind == GcgEvent::Kind::kWithdrawn;
      (*watcher)->see(gcg->replay.before[i], withdrawn ? Move::pass() : *move);
    } else if (event.is_turn()) {
      (*watcher)->miss(event.player);
    }
    for (const GcgEstimate& estimate : event.estimates)
      (*watcher)->see_estimate(estimate.by.empty() ? "notes" : estimate.by, event.player,
                               estimate.win_percent / 100);
  }
  const auto first = std::find_if(game.events.begin(), game.events.end(),
                                  [](const GcgEvent& event) { return event.is_turn(); });
  const int mover = first == game.events.end() ? 0 : first->player;
  reading.take((*watcher)->end(after, mover, *scores), pair_of(game));
  return kDone;
}

Outcome<int> read(const std::string& file, Reading& reading) {
  const auto bytes = read_file(file);
  if (!bytes) return input_error("load-failed", bytes.error());
  constexpr std::string_view kZstd = "\x28\xb5\x2f\xfd";
  return bytes->starts_with(kZstd) ? read_log(file, reading) : read_gcg_file(file, *bytes, reading);
}

void print_text(const StatsTable& table) {
  std::printf("\n%s\n", table.title.c_str());
  std::vector<int> widths(table.head.size());
  const auto each_row = [&](auto&& f) {
    f(table.head);
    for (const auto& row : table.rows) f(row);
  };
  each_row([&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], static_cast<int>(row[i].size()));
  });
  each_row([&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += "  " + padded(row[i], widths[i]);
    std::printf("%s\n", line.c_str());
  });
  if (!table.note.empty()) std::printf("  %s\n", table.note.c_str());
}

Outcome<int> run_stats(const cxxopts::ParseResult& parsed) {
  const std::vector<std::string>& files = parsed.unmatched();
  if (files.empty()) return usage_error("expected files: logs of autoplay, GCGs");
  Reading reading{Yardsticks(
      library_of(parsed), parsed.count("leaves") != 0 ? parsed["leaves"].as<std::string>() : "")};
  if (const auto apart = check_shards(files); !apart) return input_error("bad-log", apart.error());
  for (const std::string& file : files)
    if (const auto done = read(file, reading); !done) return done;
  reading.finish();
  if (parsed.count("html") != 0)
    if (const auto written =
            write_file(parsed["html"].as<std::string>(), stats_page(reading.stats));
        !written)
      return input_error("write-failed", written.error());

  if (parsed.count("json") != 0) {
    auto json = stats_json(reading.stats);
    json["incomplete"] = reading.incomplete;
    json["unsound"] = reading.unsound;
    print(json);
    return kDone;
  }
  std::printf("%lld games", static_cast<long long>(reading.stats.games()));
  if (reading.incomplete > 0) std::printf("; %d more without an end", reading.incomplete);
  if (reading.unsound > 0) std::printf("; %d files have faults, told above", reading.unsound);
  std::printf(". In brackets: intervals of 95 %%. A tie is half a win.\n");
  for (const StatsTable& table : stats_tables(reading.stats)) print_text(table);
  return kDone;
}

}  // namespace

int stats_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "stats",
      "Measures of many games that tell skill from luck, over logs of autoplay and GCG files:\n"
      "first move, blanks, better racks, whether chances to win came true.",
      "FILE...");
  options.add_options()("html", "Write a page with tables and plots", cxxopts::value<std::string>(),
                        "FILE");
  options.add_options("Tables")("data", "Folder of lexica, leaves and tables (repeatable)",
                                cxxopts::value<std::vector<std::string>>(), "DIR");
  options.add_options("Tables")(
      "leaves",
      "What values the racks: leaves by code, or a .klv2 file; otherwise the lexicon's table\n"
      "of whole racks (CODE.racks.klv2, see `leaves racks`), or else its leaves",
      cxxopts::value<std::string>(), "CODE");
  return run_command(options, argc, argv, run_stats);
}

}  // namespace zymurgy
