#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/stats_page.h"
#include "cli/stats_tables.h"
#include "cli/tables.h"
#include "game/files.h"
#include "game/packing.h"
#include "game/supply.h"
#include "play/autoplay.h"
#include "play/game_log.h"
#include "play/shards.h"
#include "protocol/gcg_record.h"
#include "review/draw_luck.h"

namespace zymurgy {
namespace {

// The tables that games are seen through, kept from file to file.
class Yardsticks {
 public:
  // With draws, the games' luck is judged.
  Yardsticks(Library library, std::string leaves, const LuckOptions& luck)
      : library_(std::move(library)), chosen_(std::move(leaves)), luck_(luck) {}

  bool serve(const std::string& lexicon, const TileSet& tiles) const {
    return watcher_ && lexicon == name_ && &tiles == tiles_;
  }
  GameWatcher& watcher() { return *watcher_; }
  DrawJudge* judge() { return judge_ ? &*judge_ : nullptr; }  // none if nobody asked

  // Takes those of a lexicon. Where it has no values of its own, the default one's serve: they
  // differ little.
  Outcome<int> take(const std::string& lexicon, const TileSet& tiles) {
    const auto own = [&](const char* ending) {
      return library_.has(lexicon + ending) ? lexicon : std::string(kDefaultLexicon);
    };
    auto leaves = library_.leaves(chosen_.empty() ? own(".klv2") : chosen_, tiles);
    Result<std::shared_ptr<const LeaveTable>> racks = nullptr;
    if (leaves && chosen_.empty()) racks = library_.racks(own(".klv2"), tiles);
    if (!leaves && chosen_.empty()) leaves = std::make_shared<const LeaveTable>(tiles);
    if (!leaves) return input_error("load-failed", leaves.error());
    if (!racks) return input_error("load-failed", racks.error());
    auto wins = find_win_table(library_, lexicon);
    if (!wins) return input_error("load-failed", wins.error());
    leaves_ = *leaves;
    racks_ = *racks;
    wins_ = std::move(*wins);
    watcher_.emplace(*leaves_, racks_.get(), *wins_, luck_.draws > 0);
    if (luck_.draws > 0) {
      const auto words = library_.lexicon(own(".kwg"), tiles);
      if (!words) return input_error("load-failed", words.error());
      lexicon_ = *words;
      judge_.emplace(*lexicon_, *leaves_, *wins_, luck_);
    }
    name_ = lexicon;
    tiles_ = &tiles;
    return kDone;
  }

 private:
  Library library_;
  std::string chosen_, name_;
  LuckOptions luck_;
  const TileSet* tiles_ = nullptr;
  std::shared_ptr<const LeaveTable> leaves_, racks_;
  std::shared_ptr<const Lexicon> lexicon_;
  std::optional<WinTable> wins_;
  std::optional<GameWatcher> watcher_;
  std::optional<DrawJudge> judge_;
};

// Games read so far, and those yet to be counted.
class Reading {
 public:
  explicit Reading(Yardsticks yardsticks) : yardsticks_(std::move(yardsticks)) {}

  // For the games of a lexicon to come.
  Outcome<GameWatcher*> watcher(const std::string& lexicon, const TileSet& tiles) {
    if (!yardsticks_.serve(lexicon, tiles)) {
      if (const auto judged = judge(); !judged) return tl::unexpected(judged.error());
      if (const auto taken = yardsticks_.take(lexicon, tiles); !taken)
        return tl::unexpected(taken.error());
    }
    return &yardsticks_.watcher();
  }
  Outcome<int> take(WatchedGame game, std::optional<std::uint64_t> pair) {
    seen_.push_back(std::move(game));
    pairs_.push_back(pair);
    return yardsticks_.judge() == nullptr || seen_.size() == kAtATime ? judge() : kDone;
  }
  Outcome<int> finish() {
    if (const auto judged = judge(); !judged) return judged;
    for (const auto& [pair, game] : alone_) stats.add(game);
    progress_.reset();
    return kDone;
  }

  GameStats stats{};
  std::vector<ShardRange> logs{};  // what games of which run each held
  int incomplete = 0;              // games without an end
  int unsound = 0;                 // GCGs of which not all is as it says

 private:
  static constexpr std::size_t kAtATime = 256;  // games whose draws are judged together

  Outcome<int> judge() {
    if (DrawJudge* judge = yardsticks_.judge(); judge != nullptr && !seen_.empty()) {
      if (!interrupt_) interrupt_.emplace(), progress_.emplace("games", 0);
      judge->judge(seen_, interrupt_->token());
      if (interrupted()) return interruption("interrupted: not all games were read");
      progress_->update(judged_ += static_cast<std::int64_t>(seen_.size()));
    }
    for (std::size_t i = 0; i < seen_.size(); ++i) count(std::move(seen_[i]), pairs_[i]);
    seen_.clear();
    pairs_.clear();
    return kDone;
  }
  // The games of a pair are counted together, wherever they stand.
  void count(WatchedGame game, std::optional<std::uint64_t> pair) {
    if (!pair) return stats.add(game);
    const auto [other, first] = alone_.try_emplace(*pair, std::move(game));
    if (first) return;
    stats.add(other->second);
    stats.add(game, true);
    alone_.erase(other);
  }

  Yardsticks yardsticks_;
  std::vector<WatchedGame> seen_;
  std::vector<std::optional<std::uint64_t>> pairs_;  // of these, the seeds of their draws
  // Games of pairs whose other game was not met, by the seed of their draws.
  std::map<std::uint64_t, WatchedGame> alone_;
  std::optional<InterruptStop> interrupt_;
  std::optional<Progress> progress_;
  std::int64_t judged_ = 0;
};

Outcome<int> read_log(const std::string& file, Reading& reading) {
  auto reader = GameLogReader::open(file);
  if (!reader) return input_error("bad-log", reader.error());
  const LogHeader& header = reader->header();
  const auto tiles = TileSet::find(header.tiles);
  if (!tiles) return input_error("bad-log", tiles.error());
  const auto layout = Layout::find(header.layout);
  if (!layout) return input_error("bad-log", layout.error());
  const auto watcher = reading.watcher(header.lexicon, **tiles);
  if (!watcher) return tl::unexpected(watcher.error());
  const auto names = player_names(header);
  ShardRange games{header_text(header), file, ~std::uint64_t{0}, 0};
  for (GameRecord record;;) {
    const auto more = reader->next(record);
    if (!more) return input_error("bad-log", more.error());
    if (!*more) break;
    games.begin = std::min(games.begin, record.index);
    games.end = std::max(games.end, record.index + 1);
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
    const auto taken = reading.take(
        (*watcher)->end(position, 0, {position.final_score(0), position.final_score(1)}),
        header.pairs ? std::optional(draws) : std::nullopt);
    if (!taken) return taken;
  }
  if (games.end > 0) reading.logs.push_back(std::move(games));
  return kDone;
}

// What the players ended with; nothing of a game that did not end.
std::optional<std::array<int, 2>> final_scores(const GcgGame& game, const Position& after) {
  bool went_out = false;
  std::array<bool, 2> penalised{};  // where nobody did, both are
  for (const GcgEvent& event : game.events) {
    went_out |= event.kind == GcgEvent::Kind::kRackBonus;
    if (event.kind == GcgEvent::Kind::kRackPenalty)
      penalised[static_cast<std::size_t>(event.player)] = true;
  }
  if (went_out || (penalised[0] && penalised[1])) return std::array{after.score(0), after.score(1)};
  if (penalised[0] || penalised[1]) return std::nullopt;
  if (game.find_pragma("incomplete") != nullptr || !is_over(after)) return std::nullopt;
  // Scoreless turns may end it with tiles on the racks that nobody told.
  if (after.in_sight().size() + after.bag_size() != after.tiles().total()) return std::nullopt;
  return std::array{after.final_score(0), after.final_score(1)};
}

Outcome<int> read_gcg_file(const std::string& file, std::string_view text, Reading& reading) {
  const auto gcg = read_gcg(text, {.strict = false, .name = file, .rules = {}});
  if (!gcg) return input_error("bad-gcg", gcg.error());
  const GcgGame& game = gcg->game;
  if (game.events.empty() && !gcg->warnings.empty())
    return input_error("bad-gcg", {file + ": neither a log of games nor a GCG"});
  for (const GcgFinding& warning : gcg->warnings)
    std::fprintf(stderr, "%s, line %d: %s\n", file.c_str(), warning.line, warning.message.c_str());
  reading.unsound += !gcg->warnings.empty();
  if (game.events.empty()) return ++reading.incomplete, kDone;
  const Position& after = *gcg->replay.after;
  const auto scores = final_scores(game, after);
  if (!scores) return ++reading.incomplete, kDone;
  const auto watcher = reading.watcher(std::string(game.pragma("lexicon")), *game.tiles);
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
  return reading.take((*watcher)->end(after, mover, *scores), pair_of(game));
}

Outcome<int> read(const std::string& file, Reading& reading) {
  const auto bytes = read_file(file);
  if (!bytes) return input_error("load-failed", bytes.error());
  return is_packed(*bytes) ? read_log(file, reading) : read_gcg_file(file, *bytes, reading);
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
  std::set<std::string> names;
  for (const std::string& file : files)
    if (!names.insert(file).second) return usage_error(shown(file) + " is named twice");
  const LuckOptions luck{.draws = parsed["draws"].as<int>(),
                         .seed = parsed["seed"].as<std::uint64_t>(),
                         .threads = parsed["threads"].as<Threads>().count};
  if (luck.draws < 0 || luck.draws > 1'000'000)
    return usage_error("--draws takes a number from 0 to 1000000");
  if (luck.draws == 0)
    if (const auto idle = refuse_idle(parsed, {"seed", "threads"}, "without --draws"); !idle)
      return tl::unexpected(idle.error());
  const std::string page = parsed.count("html") != 0 ? parsed["html"].as<std::string>() : "";
  if (!page.empty())
    if (const auto writable = check_output(page); !writable)
      return tl::unexpected(writable.error());
  Reading reading(Yardsticks(library_of(parsed),
                             parsed.count("leaves") != 0 ? parsed["leaves"].as<std::string>() : "",
                             luck));
  if (const auto apart = check_shards(files); !apart) return input_error("bad-log", apart.error());
  for (const std::string& file : files)
    if (const auto done = read(file, reading); !done) return done;
  // The same games in files of other names, which check_shards does not tell.
  if (const auto apart = check_disjoint(reading.logs); !apart)
    return input_error("bad-log", apart.error());
  if (const auto done = reading.finish(); !done) return done;
  if (!page.empty())
    if (const auto written = write_file(page, stats_page(reading.stats)); !written)
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
  if (reading.unsound > 0) std::printf("; files with faults, told above: %d", reading.unsound);
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
  options.add_options()("draws",
                        "Make each draw so often again (50 will do) to take its luck out of wins\n"
                        "and spread: a third of the games then tells as much, if they are no\n"
                        "pairs a seventh. 0: not",
                        cxxopts::value<int>()->default_value("0"), "N");
  add_work_options(options, "Games judged at a time");
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
