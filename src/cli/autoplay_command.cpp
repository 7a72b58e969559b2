#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/tables.h"
#include "game/text.h"
#include "play/shards.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

struct AutoplaySummary {
  const AutoplayOptions& options;
  const ShardsResult& result;
  double seconds;
  bool sharded;
  const Tally& tally = result.tally;

  Json json_of(std::size_t p) const {
    return player_row(options.players[p].spec.name, tally.players[p]);
  }
  Json json() const {
    Json json = {{"games", tally.games},
                 {"pairs", tally.pairs},
                 {"divergent", tally.divergent},
                 {"seed", options.seed},
                 {"seed_begin", options.begin},
                 {"seed_end", options.end},
                 {"positions", tally.players[0].turns.sum + tally.players[1].turns.sum},
                 {"seconds", seconds},
                 {"games_per_second", static_cast<double>(tally.games) / seconds},
                 {"first_player_wins", tally.first_mover_wins},
                 {"p1", json_of(0)},
                 {"p2", json_of(1)}};
    if (sharded) json["shards"] = {{"written", result.written}, {"skipped", result.skipped}};
    return json;
  }
  void print() const {
    if (sharded)
      std::printf("%s written, %s; `zymurgy stats` reads them all\n",
                  count_text(result.written, "shard").c_str(),
                  count_text(result.skipped, "was there already", "were there already").c_str());
    if (sharded && tally.games == 0) return;
    const auto counted = [](std::int64_t count, const char* what) {
      return count_text(static_cast<std::uint64_t>(count), what);
    };
    std::printf("%s in %.1f s, %s", counted(tally.games, "game").c_str(), seconds,
                a_second(static_cast<double>(tally.games) / seconds).c_str());
    if (options.pairs)
      std::printf(", %s of which %lld diverged", counted(tally.pairs, "pair").c_str(),
                  static_cast<long long>(tally.divergent));
    std::printf("; the first to move won %lld\n\n", static_cast<long long>(tally.first_mover_wins));
    std::printf("%-14s %6s %6s %5s %6s %7s %6s %7s %6s %6s\n", "player", "wins", "losses", "ties",
                "win %", "score", "sd", "spread", "bingos", "turns");
    for (std::size_t p = 0; p < 2; ++p) {
      const PlayerTally& player = tally.players[p];
      const double points =
          static_cast<double>(player.wins) + 0.5 * static_cast<double>(player.ties);
      const double deviation = player.score.sd();  // NaN for a single game
      std::printf("%-14s %6lld %6lld %5lld %6.2f %7.2f %6s %+7.2f %6.3f %6.2f\n",
                  options.players[p].spec.name.c_str(), static_cast<long long>(player.wins),
                  static_cast<long long>(player.losses), static_cast<long long>(player.ties),
                  100 * points / static_cast<double>(std::max<std::int64_t>(tally.games, 1)),
                  player.score.mean(), std::isnan(deviation) ? "" : fixed(deviation, 2).c_str(),
                  player.spread.mean(), player.bingos.mean(), player.turns.mean());
    }
  }
};

// The range of indices: from --seed-begin on, as many as --games asks for, or up to --seed-end.
Outcome<std::array<std::uint64_t, 2>> range_of(const cxxopts::ParseResult& parsed) {
  const bool pairs = given(parsed, "pairs");
  const std::uint64_t most = pairs ? kMostGames / 2 : kMostGames;
  const auto begin = within<std::uint64_t>(parsed, "seed-begin", 0, most - 1);
  const bool to_end = given(parsed, "seed-end");
  if (to_end && given(parsed, "games"))
    return usage_error("give either --games or --seed-end, not both");
  if (to_end) return std::array{begin, within(parsed, "seed-end", begin + 1, most)};
  const auto games = within(parsed, "games", std::uint64_t{1}, most - begin);
  return std::array{begin, begin + (pairs ? rounded_to_pairs("autoplay", games) / 2 : games)};
}

// A player and its own tables.
struct LoadedContestant {
  Contestant contestant;
  std::shared_ptr<const LeaveTable> leaves;
  LoadedNetwork network;
};

Outcome<LoadedContestant> contestant_of(const cxxopts::ParseResult& parsed,
                                        const std::string& number, const Tables& tables,
                                        const WinTable& wins) {
  const auto spec = PlayerSpec::parse(parsed["p" + number].as<std::string>());
  if (!spec) return usage_error(spec.error().message);
  if (spec->kind == PlayerSpec::Kind::kGreedy)
    refuse_unused(parsed, {"leaves" + number}, "for a player that values no leaves: " + spec->name);
  LoadedContestant loaded{{*spec, {}, tables.leaves_name}, tables.leaves, nullptr};
  if (given(parsed, "leaves" + number)) {
    const auto code = parsed["leaves" + number].as<std::string>();
    const auto own = library_of(parsed).leaves(code, tables.lexicon->tiles());
    if (!own) return input_error("load-failed", own.error());
    loaded.leaves = *own;
    loaded.contestant.leaves_name = leaves_display_name(code);
  }
  if (spec->needs_network()) {
    const auto network = load_network(parsed, "net" + number, tables);
    if (!network) return tl::unexpected(network.error());
    loaded.network = *network;
  } else {
    refuse_unused(parsed, {"net" + number}, "for a player that has no network: " + spec->name);
  }
  loaded.contestant.tables = {tables.lexicon.get(), loaded.leaves.get(), loaded.network.get(),
                              &wins};
  return loaded;
}

// Where the games are kept: in a log, in shards, or nowhere.
struct Keeping {
  std::string log, folder;
  std::uint64_t shard_size = 0;

  bool sharded() const { return !folder.empty(); }
  std::string outcome_text() const {
    if (sharded()) return "finished shards are kept; the same command makes the others";
    if (log.empty()) return "the games played until then are counted";
    return "the games played until then are in " + in_quotes(log);
  }
};

Outcome<Keeping> keeping_of(const cxxopts::ParseResult& parsed) {
  const Keeping keeping{text_of(parsed, "log"), text_of(parsed, "shards"),
                        within<std::uint64_t>(parsed, "shard-size", 1)};
  if (given(parsed, "log") && keeping.log.empty()) return usage_error("--log needs a file");
  if (given(parsed, "shards") && !keeping.sharded()) return usage_error("--shards needs a folder");
  if (keeping.sharded() && !keeping.log.empty())
    return usage_error("give either --log or --shards, not both");
  if (!keeping.sharded()) refuse_unused(parsed, {"shard-size"}, "without --shards");
  return keeping;
}

struct TimedResult {
  ShardsResult result;
  double seconds;
};

Result<TimedResult> play(const AutoplayOptions& options, const Keeping& keeping) {
  const InterruptStop interrupt;
  Progress progress(
      "games", static_cast<std::int64_t>((options.end - options.begin) * (options.pairs ? 2 : 1)));
  const auto tell = [&](std::int64_t done, std::int64_t before = 0) {
    progress.update(done, before);
  };
  const auto alone = [](const Tally& tally) { return ShardsResult{.tally = tally}; };
  const auto played =
      keeping.sharded()
          ? autoplay_shards(options, keeping.folder, keeping.shard_size, tell, interrupt.token())
          : autoplay(options, tell, interrupt.token()).map(alone);
  return played.map([&](const ShardsResult& result) {
    return TimedResult{result, progress.seconds()};
  });
}

Outcome<int> run_autoplay(const cxxopts::ParseResult& parsed) {
  const auto tables = load_tables(parsed);
  if (!tables) return tl::unexpected(tables.error());
  const auto wins = load_wins(parsed, *tables);
  if (!wins) return tl::unexpected(wins.error());
  const auto one = contestant_of(parsed, "1", *tables, *wins);
  if (!one) return tl::unexpected(one.error());
  const auto two = contestant_of(parsed, "2", *tables, *wins);
  if (!two) return tl::unexpected(two.error());
  const auto range = range_of(parsed);
  if (!range) return tl::unexpected(range.error());
  const auto keeping = keeping_of(parsed);
  if (!keeping) return tl::unexpected(keeping.error());
  const AutoplayOptions options{.players = {one->contestant, two->contestant},
                                .seed = seed_of(parsed),
                                .begin = range->front(),
                                .end = range->back(),
                                .pairs = given(parsed, "pairs"),
                                .threads = threads_of(parsed),
                                .log = keeping->log};

  const auto played = play(options, *keeping);
  if (!played) return input_error("write-failed", played.error());
  const AutoplaySummary summary{options, played->result, played->seconds, keeping->sharded()};
  if (given(parsed, "json"))
    zymurgy::print(summary.json());
  else
    summary.print();
  return status_after_interrupt("autoplay", keeping->outcome_text());
}

}  // namespace

int autoplay_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "autoplay",
      "Plays many games between two players and counts the results.\n\n" + players_help());
  options.add_options()("p1", "Player 1", cxxopts::value<std::string>()->default_value("static"),
                        "PLAYER");
  options.add_options()("p2", "Player 2", cxxopts::value<std::string>()->default_value("static"),
                        "PLAYER");
  options.add_options()("games", "How many games",
                        cxxopts::value<std::uint64_t>()->default_value("1000"), "N");
  options.add_options()("pairs",
                        "Play each game twice on the same draws, the players' seats swapped");
  add_work_options(options, "Games at a time");
  options.add_options()("seed-begin", "Index of the first game (or pair) under the seed",
                        cxxopts::value<std::uint64_t>()->default_value("0"), "A");
  options.add_options()("seed-end", "Index after the last game (or pair), instead of --games",
                        cxxopts::value<std::uint64_t>(), "B");
  options.add_options()(
      "shards",
      "Write the games to files (shards) in a folder; those already there are not played again",
      cxxopts::value<std::string>(), "DIR");
  options.add_options()("shard-size", "Indices in each shard",
                        cxxopts::value<std::uint64_t>()->default_value("1000"), "N");
  options.add_options()("log", "Write the games to a log", cxxopts::value<std::string>(),
                        "FILE.zst");
  add_table_options(options);
  options.add_options("Tables")("leaves1", "Leaves of player 1 only", cxxopts::value<std::string>(),
                                "CODE");
  options.add_options("Tables")("leaves2", "Leaves of player 2 only", cxxopts::value<std::string>(),
                                "CODE");
  options.add_options("Tables")("net1", "Network of player 1 (default: the lexicon's)",
                                cxxopts::value<std::string>(), "CODE");
  options.add_options("Tables")("net2", "Network of player 2 (default: the lexicon's)",
                                cxxopts::value<std::string>(), "CODE");
  return run_command(options, argc, argv, without_words(run_autoplay));
}

}  // namespace zymurgy
