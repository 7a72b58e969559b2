#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/tables.h"
#include "game/limits.h"
#include "game/text.h"
#include "match/match.h"
#include "match/report.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSummary =
    "Plays two engines that speak UCGI or SIU against each other: pairs of games on mirrored\n"
    "draws, with a referee, clocks and a sequential test.\n\n"
    "  --engine KEY=VALUE...  one of the two engines (give it twice)\n"
    "  --each KEY=VALUE...    for both engines\n"
    "      cmd=COMMAND        how to run it, with /bin/sh; ZYMURGY_DATA holds the folders of "
    "--data\n"
    "      name=WORD          what to call it\n"
    "      option.NAME=VALUE  an option to set; repeatable (positions name the match's lexicon, so "
    "option.Lexicon does not change it)\n"
    "      tc=BASE[+INC]      a clock for the game, in seconds\n"
    "      go=PARAMETERS      parameters of every `go`, such as go=\"movetime 20\" or go=\"sim "
    "iterations 500\"\n"
    "      proto=ucgi|siu     the protocol to greet it in (default: ucgi)\n"
    "      restart=on|off     a new process for every game (default: off)\n"
    "      dir=FOLDER         the folder to run it in\n"
    "      stderr=FILE        a file to append its stderr to, not relative to `dir` (default: our "
    "stderr)\n"
    "  --sprt KEY=VALUE...    stop as soon as a sequential test decides: elo0=0 elo1=10 alpha=0.05 "
    "beta=0.05 model=normalized|logistic (defaults as shown; of the models, normalized)\n\n"
    "Results and the test are from the point of view of the engine named first. Overtime costs "
    "points at the end of the game. An engine that crashes, stalls, breaks the rules or runs out\n"
    "of time loses the game, is started again if need be, and the match goes on. One that cannot "
    "be\n"
    "started, or makes no move after an error in its set-up, ends the match.\n"
    "With --out every game is kept as it ends, and the same command resumes from there after an\n"
    "interruption or a kill, unless a program that `cmd` names (an executable file, or a script\n"
    "such as engine.py) has changed since: another build needs another folder.\n\n"
    "Exit status: 0 played to the end, or decided, without a fault; 2 wrong usage; 3 bad input;\n"
    "4 an engine lost a game by a fault, or could not be started; 75 interrupted.\n\n"
    "Example:\n"
    " zymurgy match --engine cmd=\"./new\" name=new --engine cmd=\"./old\" name=old \\\n"
    "   --each go=\"movetime 100\" --games 20000 --concurrency 2 \\\n"
    "   --sprt elo1=5 --out new-old";

// The words after --engine, --each and --sprt, up to the next option, belong to these; all other
// words go to the usual parser.
struct ArgumentGroups {
  std::vector<std::vector<std::string>> engines;
  std::vector<std::string> each;
  std::vector<std::vector<std::string>> sprts;
  std::vector<char*> others;
};

ArgumentGroups take_groups(int argc, char** argv) {
  ArgumentGroups groups;
  for (int i = 0; i < argc; ++i) {
    const std::string_view word = argv[i];
    std::vector<std::string>* group = nullptr;
    if (word == "--engine") group = &groups.engines.emplace_back();
    if (word == "--each") group = &groups.each;
    if (word == "--sprt") group = &groups.sprts.emplace_back();
    if (!group) {
      groups.others.push_back(argv[i]);
      continue;
    }
    const auto is_option = [](std::string_view word) {
      return word.starts_with("--") || word == "-h";
    };
    while (i + 1 < argc && !is_option(argv[i + 1])) group->emplace_back(argv[++i]);
  }
  return groups;
}

const char* model_text(Sprt::Model model) {
  return model == Sprt::Model::kLogistic ? "logistic" : "normalized";
}

Result<Sprt> parse_sprt(const std::vector<std::string>& words) {
  Sprt sprt;
  for (std::string_view word : words) {
    const std::string whole(word);
    const std::string_view key = take_until(word, '=');
    const auto value = to_number<double>(word);
    double* const number = key == "elo0"    ? &sprt.elo0
                           : key == "elo1"  ? &sprt.elo1
                           : key == "alpha" ? &sprt.alpha
                           : key == "beta"  ? &sprt.beta
                                            : nullptr;
    if (number && value) {
      *number = *value;
    } else if (key == "model" && (word == "normalized" || word == "logistic")) {
      sprt.model = word == "logistic" ? Sprt::Model::kLogistic : Sprt::Model::kNormalized;
    } else {
      return failure(
          "--sprt: " + in_quotes(whole) +
          ": expected elo0=, elo1=, alpha= or beta=NUMBER, or model=normalized|logistic");
    }
  }
  if (!(sprt.elo0 < sprt.elo1 && sprt.elo0 >= -Sprt::kLargestElo && sprt.elo1 <= Sprt::kLargestElo))
    return failure("--sprt: elo0 must be below elo1, and neither may be further from 0 than " +
                   fixed(Sprt::kLargestElo, 0));
  if (!(sprt.alpha > 0 && sprt.beta > 0 && sprt.alpha + sprt.beta < 1))
    return failure("--sprt: alpha and beta must be above 0 and together below 1");
  return sprt;
}

Outcome<void> take_engines(const ArgumentGroups& groups, MatchOptions& options) {
  if (groups.engines.size() != 2)
    return usage_error("expected --engine KEY=VALUE... twice, found it " +
                       count_text(groups.engines.size(), "time"));
  for (const std::size_t e : {0, 1}) {
    EngineSpec& spec = options.engines[e];
    for (const auto* group : {&groups.each, &groups.engines[e]})
      for (const std::string& word : *group)
        if (auto taken = spec.take(word); !taken) return usage_error(taken.error().message);
    if (spec.name.empty()) spec.name = "engine" + std::to_string(e + 1);
    if (auto whole = spec.check(); !whole) return usage_error(whole.error().message);
  }
  if (options.engines[0].name == options.engines[1].name)
    return usage_error("both engines are called " + options.engines[0].name);
  if (options.engines[0].clock.has_value() != options.engines[1].clock.has_value())
    return usage_error("tc= must be given to both engines or to neither");
  return {};
}

Milliseconds seconds_of(const cxxopts::ParseResult& parsed, const char* option) {
  return Milliseconds(std::llround(within(parsed, option, 0.0, 1e6) * 1000));
}

// All options but the lexicon.
Outcome<MatchOptions> match_options_of(const cxxopts::ParseResult& parsed,
                                       const ArgumentGroups& groups) {
  MatchOptions options;
  if (auto taken = take_engines(groups, options); !taken) return tl::unexpected(taken.error());
  options.seed = seed_of(parsed);
  options.concurrency = threads_of(parsed, "concurrency");
  options.games =
      rounded_to_pairs("match", within<std::uint64_t>(parsed, "games", 1, 1'000'000'000));
  options.time_rules = {.points_a_minute = within(parsed, "overtime", 0, 1000),
                        .most_overtime = seconds_of(parsed, "max-overtime"),
                        .margin = seconds_of(parsed, "margin")};
  options.patience = {.answer = seconds_of(parsed, "patience"),
                      .move = seconds_of(parsed, "think")};
  if (given(parsed, "out")) {
    options.folder = parsed["out"].as<std::string>();
    if (options.folder.empty()) return usage_error("--out needs a folder");
  }
  if (groups.sprts.size() > 1)
    return usage_error("expected --sprt once, found it " + count_text(groups.sprts.size(), "time"));
  if (!groups.sprts.empty()) {
    const auto sprt = parse_sprt(groups.sprts.front());
    if (!sprt) return usage_error(sprt.error().message);
    options.sprt = *sprt;
  }
  return options;
}

// Gives the data folders to the engines, too, whatever folder these are started in.
Outcome<void> give_to_engines(const cxxopts::ParseResult& parsed) {
  const Library library = library_of(parsed);
  std::string folders;
  for (const auto& folder : library.folders()) {
    const std::string path = std::filesystem::absolute(folder).string();
    if (path.find_first_of(";:") != path.npos)
      return usage_error(
          "the engines are told the folders of data in a list divided by : or ;, which " +
          in_quotes(path) + " has in its name");
    folders += path + ';';
  }
  if (!folders.empty()) setenv(kDataVariable, folders.c_str(), 1);
  return {};
}

// Prints lines for people and for programs that read those of fastchess; with --json they go to
// stderr. The match stops if the reader of its output has gone.
MatchObserver make_observer(const MatchOptions& options, std::FILE* out, std::int64_t every,
                            InterruptStop& stop) {
  const auto say = [out, &stop](const std::string& line) {
    std::fprintf(out, "%s\n", line.c_str());
    if (std::fflush(out) != 0 && out == stdout) stop.request_stop();
  };
  MatchObserver observer;
  observer.resumed = [&options](std::uint64_t games) {
    std::fprintf(stderr, "zymurgy match: resuming from the %s in %s\n",
                 count_text(games, "game").c_str(), in_quotes(options.folder).c_str());
  };
  observer.started = [&options, say](const MatchGame& game) { say(started_line(options, game)); };
  observer.finished = [&options, say, every](const GameResult& result, const Scoreboard& board,
                                             bool counted) {
    say(finished_line(options, result));
    // The final standing is printed at the end.
    if (counted && board.tally().pairs % every == 0 && !is_complete(options, board))
      say("--------------------------------------------------\n" + standing(options, board) +
          "--------------------------------------------------");
  };
  observer.ignored = [&options](int engine, const std::string& said) {
    std::fprintf(stderr, "zymurgy match: %s says: %s\n",
                 options.engines[static_cast<std::size_t>(engine)].name.c_str(), said.c_str());
  };
  return observer;
}

struct MatchSummary {
  const MatchOptions& options;
  const MatchOutcome& outcome;
  double seconds;

  Json json_of(int engine) const {
    const auto e = static_cast<std::size_t>(engine);
    const Scoreboard& board = outcome.scoreboard;
    const FaultCounts& faults = board.faults()[e];
    Json row = player_row(options.engines[e].name, board.tally().players[e]);
    row["id"] = outcome.ids[e].empty() ? Json() : Json(outcome.ids[e]);
    row["ignored"] = outcome.ignored[e].empty() ? Json() : Json(outcome.ignored[e]);
    row["seconds_a_move"] = board.seconds_a_move(engine);
    row["crashes"] = faults.crashes;
    row["stalls"] = faults.stalls;
    row["illegal"] = faults.illegal;
    row["time_losses"] = faults.time;
    row["time_penalties"] = board.penalties(engine);
    row["wrong_scores"] = board.wrong_scores(engine);
    return row;
  }

  Json json() const {
    const Scoreboard& board = outcome.scoreboard;
    const Tally& tally = board.tally();
    const auto played = static_cast<double>(tally.games) - static_cast<double>(outcome.resumed);
    Json json{{"games", tally.games},
              {"pairs", tally.pairs},
              {"divergent", tally.divergent},
              {"seed", options.seed},
              {"seconds", seconds},
              {"games_per_second", std::max(0.0, played) / seconds},
              {"first_player_wins", tally.first_mover_wins},
              {"p1", json_of(0)},
              {"p2", json_of(1)},
              {"ptnml", board.pairs().counts},
              {"elo", elo(board.pairs()).value},
              {"elo_error", elo(board.pairs()).error},
              {"nelo", normalized_elo(board.pairs()).value},
              {"nelo_error", normalized_elo(board.pairs()).error},
              {"los", likelihood_of_superiority(board.pairs())}};
    if (const auto& sprt = board.sprt()) {
      json["llr"] = board.llr();
      json["llr_bounds"] = {sprt->lower(), sprt->upper()};
      json["sprt"] = {{"elo0", sprt->elo0},
                      {"elo1", sprt->elo1},
                      {"alpha", sprt->alpha},
                      {"beta", sprt->beta},
                      {"model", model_text(sprt->model)},
                      {"verdict", verdict_text(board.verdict())}};
    } else {
      json["llr"] = nullptr;
      json["llr_bounds"] = nullptr;
      json["sprt"] = nullptr;
    }
    json["forfeits"] = Json::array();  // as in the journal
    for (const GameResult& result : board.forfeits())
      json["forfeits"].push_back(zymurgy::json_of(result));
    json["failure"] = nullptr;
    if (const auto& failure = outcome.failure)
      json["failure"] = {{"engine", failure->engine + 1},
                         {"fault", name_of(failure->fault.kind)},
                         {"detail", failure->fault.detail}};
    return json;
  }

  // Without a whole pair there are no results.
  void print(std::FILE* out) const {
    const Scoreboard& board = outcome.scoreboard;
    if (board.tally().pairs == 0) return;
    std::fprintf(out, "--------------------------------------------------\n%s",
                 standing(options, board).c_str());
    if (const auto& sprt = board.sprt(); sprt && board.verdict() != Sprt::Verdict::kOpen)
      std::fprintf(out, "SPRT ([%g, %g]) completed - %s was accepted\n", sprt->elo0, sprt->elo1,
                   std::string(verdict_text(board.verdict())).c_str());
    std::fputs("--------------------------------------------------\n", out);
    // Repeated at the end: the message may have scrolled away, and it qualifies the results.
    for (const std::size_t e : {0, 1})
      if (!outcome.ignored[e].empty())
        std::fprintf(stderr, "zymurgy match: these results are of %s as it was after it said: %s\n",
                     options.engines[e].name.c_str(), outcome.ignored[e].c_str());
  }

  int status() const {
    const auto& faults = outcome.scoreboard.faults();
    if (outcome.failure) return kEngineFault;
    if (!outcome.complete)
      return status_after_interrupt("match", options.folder.empty()
                                                 ? "the games played until then are counted"
                                                 : "the games played until then are in " +
                                                       in_quotes(options.folder) +
                                                       "; the same command resumes from there");
    return faults[0].all() + faults[1].all() > 0 ? kEngineFault : kDone;
  }
};

Outcome<int> run_match(const cxxopts::ParseResult& parsed, const ArgumentGroups& groups) {
  auto asked = match_options_of(parsed, groups);
  if (!asked) return tl::unexpected(asked.error());
  MatchOptions& options = *asked;
  const auto letters = letters_of(parsed);
  if (!letters) return tl::unexpected(letters.error());
  const auto lexicon = library_of(parsed).lexicon(parsed["lexicon"].as<std::string>(), **letters);
  if (!lexicon) return input_error("load-failed", lexicon.error());
  // The engines get only the lexicon's code, which does not help if the lexicon is not in a folder
  // that they know.
  if (const std::string& code = parsed["lexicon"].as<std::string>();
      code != (*lexicon)->code() || code.find_first_of("; ") != std::string::npos)
    return usage_error("--lexicon takes a code here, since the engines are told it, not " +
                       in_quotes(code) + ": name its folder with --data");
  options.lexicon = lexicon->get();

  const bool json = given(parsed, "json");
  const auto every = within<std::int64_t>(parsed, "report", 1);
  std::FILE* const out = json ? stderr : stdout;
  if (const auto given = give_to_engines(parsed); !given) return tl::unexpected(given.error());
  InterruptStop interrupt;
  const auto begin = std::chrono::steady_clock::now();
  const auto outcome =
      run_match(options, make_observer(options, out, every, interrupt), interrupt.token());
  if (!outcome)
    return input_error(outcome.error().unwritten ? "write-failed" : "bad-match", outcome.error());
  const MatchSummary summary{options, *outcome, seconds_since(begin)};
  summary.print(out);
  if (outcome->failure)
    std::fprintf(stderr, "zymurgy match: %s cannot be started: %s: %s\n",
                 options.engines[outcome->failure->engine].name.c_str(),
                 std::string(name_of(outcome->failure->fault.kind)).c_str(),
                 outcome->failure->fault.detail.c_str());
  if (json) print(summary.json());
  return summary.status();
}

}  // namespace

int match_command(int argc, char** argv) {
  ArgumentGroups groups = take_groups(argc, argv);
  cxxopts::Options options = command_options("match", kSummary, "--engine ... --engine ...");
  options.add_options()("games", "How many games, two to a pair",
                        cxxopts::value<std::uint64_t>()->default_value("100"), "N");
  options.add_options()("concurrency", "Games at a time", cxxopts::value<int>()->default_value("1"),
                        "N");
  add_seed_option(options, "Seed of the draws");
  options.add_options()("out", "Keep the games in this folder, and resume from those already there",
                        cxxopts::value<std::string>(), "FOLDER");
  options.add_options()("report", "Pairs between reports of the standing",
                        cxxopts::value<std::int64_t>()->default_value("10"), "N");
  options.add_options("Time")("overtime", "Points lost for each minute of overtime begun",
                              cxxopts::value<int>()->default_value("10"), "N");
  options.add_options("Time")("max-overtime", "Overtime beyond which the game is lost",
                              cxxopts::value<Decimal>()->default_value("60"), "SECONDS");
  options.add_options("Time")("margin", "By how much `movetime` may be exceeded",
                              cxxopts::value<Decimal>()->default_value("0.5"), "SECONDS");
  options.add_options("Time")(
      "patience", "How long to wait for a greeting or `readyok` before it counts as a stall",
      cxxopts::value<Decimal>()->default_value("30"), "SECONDS");
  options.add_options("Time")("think", "How long to wait for a move that has no clock or movetime",
                              cxxopts::value<Decimal>()->default_value("600"), "SECONDS");
  options.add_options("Tables")("data", "Folder of lexica (repeatable)",
                                cxxopts::value<std::vector<std::string>>(), "DIR");
  options.add_options("Tables")(
      "lexicon", "Lexicon by code; the engines are told the code",
      cxxopts::value<std::string>()->default_value(std::string(kDefaultLexicon)), "CODE");
  add_letters_option(options);
  return run_command(
      options, static_cast<int>(groups.others.size()), groups.others.data(),
      without_words([&](const cxxopts::ParseResult& parsed) { return run_match(parsed, groups); }));
}

}  // namespace zymurgy
