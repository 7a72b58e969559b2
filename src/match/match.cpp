#include "match/match.h"

#include <array>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "game/threads.h"
#include "play/game.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

// Hands out games to all the threads that play, and takes the results.
class Director {
 public:
  Director(const MatchOptions& options, const MatchObserver& observer, Journal* journal)
      : options_(options),
        observer_(observer),
        journal_(journal),
        done_(options.games, false),
        outcome_{.scoreboard = Scoreboard(options.sprt)} {
    if (!journal) return;
    for (const GameResult& result : journal->games()) {
      if (result.game.number >= options.games || done_[result.game.number]) continue;
      done_[result.game.number] = true;
      outcome_.scoreboard.add(result);
      ++outcome_.resumed;
    }
    if (outcome_.resumed > 0) observer_.resumed(outcome_.resumed);
    if (decided()) stop_.request_stop();
  }

  std::stop_token stopping() const { return stop_.get_token(); }
  void request_stop() { stop_.request_stop(); }

  std::optional<MatchGame> next() {
    const std::lock_guard lock(mutex_);
    while (next_ < options_.games && done_[next_]) ++next_;
    if (next_ == options_.games || stop_.stop_requested()) return std::nullopt;
    const MatchGame game{next_++};
    observer_.started(game);
    return game;
  }

  void take(const PlayedGame& played) {
    const std::lock_guard lock(mutex_);
    if (journal_ && result_) {
      result_ = journal_->add(played);
      if (!result_) return request_stop();
    }
    const bool counted = outcome_.scoreboard.add(played.result);
    observer_.finished(played.result, outcome_.scoreboard, counted);
    if (decided()) request_stop();
  }

  void fail(const GameStopped& stopped) {
    const std::lock_guard lock(mutex_);
    if (stopped.fault.kind == EngineFault::Kind::kStopped) return;
    if (!outcome_.failure) outcome_.failure = stopped;
    request_stop();
  }

  void name(int engine, const std::string& id) {
    const std::lock_guard lock(mutex_);
    outcome_.ids[engine] = id;
  }

  void note_ignored(int engine, const std::string& ignored) {
    const std::lock_guard lock(mutex_);
    if (!outcome_.ignored[engine].empty()) return;
    outcome_.ignored[engine] = ignored;
    observer_.ignored(engine, ignored);
  }

  tl::expected<MatchOutcome, JournalError> finish() {
    if (!result_) return tl::unexpected(JournalError{result_.error(), true});
    outcome_.complete = is_complete(options_, outcome_.scoreboard);
    return outcome_;
  }

 private:
  bool decided() const { return outcome_.scoreboard.verdict() != Sprt::Verdict::kOpen; }

  const MatchOptions& options_;
  const MatchObserver& observer_;
  Journal* journal_;
  std::mutex mutex_;
  std::stop_source stop_;
  std::uint64_t next_ = 0;
  std::vector<bool> done_;
  MatchOutcome outcome_;
  Result<void> result_;
};

// Every position names the lexicon, too. An engine that has these options loads the lexicon at
// once; any other engine ignores them.
EngineSpec with_lexicon(EngineSpec spec, const Lexicon& lexicon) {
  spec.options.insert(spec.options.begin(), {{"Lexicon", lexicon.code()},
                                             {"LetterDistribution", lexicon.tiles().name()}});
  return spec;
}

// One thread's games, with engine processes of its own.
void play_games(const MatchOptions& options, Director& director) {
  const EngineSpec spec0 = with_lexicon(options.engines[0], *options.lexicon);
  const EngineSpec spec1 = with_lexicon(options.engines[1], *options.lexicon);
  const auto note_ignored = [&](int engine) {
    return [&director, engine](const std::string& said) { director.note_ignored(engine, said); };
  };
  EngineClient client0(spec0, options.patience, director.stopping(), note_ignored(0));
  EngineClient client1(spec1, options.patience, director.stopping(), note_ignored(1));
  const MatchTable table{*options.lexicon,
                         Layout::standard(),
                         options.time_rules,
                         {&spec0, &spec1},
                         {&client0, &client1}};
  while (const auto game = director.next()) {
    const auto played = play_match_game(*game, game_seed(options.seed, game->pair()), table);
    if (!played) {
      director.fail(played.error());
      break;
    }
    director.take(*played);
  }
  for (const int engine : {0, 1}) {
    EngineClient& client = *table.clients[engine];
    client.quit();
    if (!client.id().empty()) director.name(engine, client.id());
  }
}

// The settings that must be equal for games to belong to one match.
Json settings_of(const MatchOptions& options) {
  Json engines = Json::array(), programs = Json::object();
  for (const EngineSpec& spec : options.engines) {
    Json& hashes = programs[spec.name] = Json::object();
    for (const Program& program : spec.programs) hashes[program.word] = program.hash;
    const TimeControl clock = spec.clock.value_or(TimeControl{});
    engines.push_back({{"name", spec.name},
                       {"command", spec.launch.command},
                       {"folder", spec.launch.folder},
                       {"protocol", spec.protocol == EngineSpec::Protocol::kSiu ? "siu" : "ucgi"},
                       {"options", spec.options},
                       {"go", spec.go},
                       {"clock_ms", {clock.base.count(), clock.increment.count()}},
                       {"restart", spec.restart}});
  }
  return {{"zymurgy_match", 1},
          {"lexicon", options.lexicon->code()},
          {"words", options.lexicon->hash_of_words()},
          {"letters", options.lexicon->tiles().name()},
          {"layout", Layout::standard().name()},
          {"seed", options.seed},
          {"overtime_points", options.time_rules.points_a_minute},
          {"overtime_ms", options.time_rules.most_overtime.count()},
          {"margin_ms", options.time_rules.margin.count()},
          {"engines", std::move(engines)},
          {"programs", std::move(programs)}};
}

}  // namespace

bool is_complete(const MatchOptions& options, const Scoreboard& scoreboard) {
  return scoreboard.verdict() != Sprt::Verdict::kOpen ||
         static_cast<std::uint64_t>(scoreboard.tally().games) == options.games;
}

tl::expected<MatchOutcome, JournalError> run_match(const MatchOptions& asked,
                                                   const MatchObserver& observer,
                                                   std::stop_token stop) {
  MatchOptions options = asked;
  for (EngineSpec& spec : options.engines)
    spec.programs = programs_of(spec.launch.command, spec.launch.folder);
  std::signal(SIGPIPE, SIG_IGN);  // a dead engine is a result like any other
  std::signal(SIGCHLD, SIG_DFL);  // a parent may have left it ignored, which hides how a child ends
  std::optional<Journal> journal;
  if (!options.folder.empty()) {
    auto opened = Journal::open(options.folder, settings_of(options));
    if (!opened) return tl::unexpected(opened.error());
    journal = std::move(*opened);
  }
  Director director(options, observer, journal ? &*journal : nullptr);
  const std::stop_callback forward(stop, [&] { director.request_stop(); });

  in_threads(options.concurrency, [&](int) { play_games(options, director); });
  return director.finish();
}

}  // namespace zymurgy
