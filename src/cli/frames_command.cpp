#include <csignal>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/frames_of_plays.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/tables.h"
#include "game/files.h"
#include "game/text.h"
#include "making/contrast_file.h"
#include "making/contrast_shards.h"
#include "play/game_log.h"
#include "play/shards.h"
#include "trainer-bridge/assembler.h"
#include "trainer-bridge/contrast_frames.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;
using trainer::Assembler;
using trainer::AssemblerOptions;
using trainer::ContrastFrames;
using trainer::FrameBytes;
using trainer::FrameCounts;
using trainer::FramePainter;
using trainer::FrameSink;

// An error that names the option to change if the file is one that the command reads with or
// without it.
Outcome<void> check_kind(const std::string& log, bool contrast) {
  if (!contrast && read_contrast_header(log))
    return usage_error(in_quotes(log) + " is contrast data: give --contrast to read it");
  if (contrast && GameLogReader::open(log))
    return usage_error(in_quotes(log) + " is a log of games: leave out --contrast to read it");
  return {};
}

// The log files. Shards that overlap are an error; whether other files do is not known before they
// are read.
Outcome<std::vector<std::string>> logs_of(const std::vector<std::string>& names, bool contrast) {
  auto logs = files_at(names, {".zst"}, "logs");
  if (!logs) return input_error("bad-log", logs.error());
  for (const std::string& log : *logs)
    if (const auto kind = check_kind(log, contrast); !kind) return tl::unexpected(kind.error());
  if (auto apart = contrast ? check_contrast_shards(*logs) : check_shards(*logs); !apart)
    return input_error("bad-log", apart.error());
  return std::move(*logs);
}

// Standard output, or a file that gets its name only when it is complete.
class Sink {
 public:
  static Result<Sink> open(const std::string& name) {
    Sink sink;
    if (name == "-") {
      std::setvbuf(stdout, nullptr, _IONBF, 0);  // a frame is long, and its reader may wait for it
      return sink;
    }
    auto file = NewFile::create(name);
    if (!file) return tl::unexpected(file.error());
    sink.file_.emplace(std::move(*file));
    return sink;
  }
  bool is_file() const { return file_.has_value(); }
  Result<void> write(std::string_view bytes) {
    if (file_) return file_->write(bytes);
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) return failed();
    return {};
  }
  Result<void> finish() {
    if (file_) return file_->finish();
    if (std::fflush(stdout) != 0) return failed();
    return {};
  }

 private:
  static tl::unexpected<Error> failed() {
    return system_failure("cannot write to standard output");
  }

  std::optional<NewFile> file_;
};

AssemblerOptions options_of(const cxxopts::ParseResult& parsed) {
  AssemblerOptions options;
  options.horizon = within(parsed, "horizon", 0, 100);
  options.buffer = within<std::size_t>(parsed, "buffer", 1, 100'000'000);
  options.seed = seed_of(parsed);
  options.skip = parsed["skip"].as<std::uint64_t>();
  if (given(parsed, "count")) options.count = within<std::uint64_t>(parsed, "count", 1);
  return options;
}

Json summary(const FrameCounts& counts, trainer::ScalarLayout scalars, std::size_t logs,
             double seconds) {
  return {{"logs", logs},
          {"games", counts.games},
          {"transposed", counts.transposed},
          {"frames", counts.frames},
          {"planes", trainer::kFramePlanes},
          {"scalars", trainer::scalar_count(scalars)},
          {"frame_bytes", trainer::frame_floats(scalars) * sizeof(float)},
          {"seconds", seconds}};
}

// What is asked for: frames of logs, of contrast data, or of the best plays of positions as they
// arrive.
struct FramesAsked {
  std::vector<std::string> logs;
  bool contrast = false;
  std::optional<int> best_plays;
  AssemblerOptions options;
  trainer::ScalarLayout scalars{};
};

Outcome<FramesAsked> asked_by(const cxxopts::ParseResult& parsed) {
  FramesAsked asked;
  if (!given(parsed, "out"))
    return usage_error("--out is required: it names the file to write the frames to");
  const std::string out = parsed["out"].as<std::string>();
  if (out == "-" && given(parsed, "json"))
    return usage_error("--json needs standard output for itself: name a file with --out");
  const auto scalars = trainer::scalar_layout(parsed["scalars"].as<std::string>());
  if (!scalars) return usage_error(scalars.error().message);
  asked.scalars = *scalars;
  asked.contrast = given(parsed, "contrast");
  if (given(parsed, "plays")) {
    asked.best_plays = within(parsed, "plays", 1, 1000);
    refuse_unused(parsed, {"in", "contrast", "horizon", "buffer", "seed", "skip", "count"},
                  "with --plays");
    return asked;
  }
  if (!given(parsed, "in"))
    return usage_error("--in or --plays is required: --in names logs of games or folders of them");
  if (asked.contrast)
    refuse_unused(parsed, {"horizon", "buffer", "seed", "skip"}, "with --contrast");
  asked.options = options_of(parsed);
  auto logs = logs_of(parsed["in"].as<std::vector<std::string>>(), asked.contrast);
  if (!logs) return tl::unexpected(logs.error());
  asked.logs = std::move(*logs);
  if (const auto apart = check_apart(out, asked.logs); !apart) return tl::unexpected(apart.error());
  return asked;
}

// Checked before the first frame: training may have run for days when a log's turn comes.
Result<void> check_lexica(const FramesAsked& asked, const Lexicon& lexicon) {
  for (const std::string& log : asked.logs) {
    const auto fits = asked.contrast
                          ? check_lexicon(log, lexicon)
                          : GameLogReader::open(log).and_then([&](const GameLogReader& reader) {
                              return check_lexicon(log, reader.header().lexicon_name(), lexicon);
                            });
    if (!fits) return fits;
  }
  return {};
}

// Adds logs until enough frames are written.
template <typename Frames>
Result<void> add_logs(Frames& frames, const std::vector<std::string>& logs) {
  for (const std::string& log : logs) {
    const auto added = frames.add(log);
    if (!added) return tl::unexpected(added.error());
    if (!*added) break;
  }
  return {};
}

Result<FrameCounts> give_frames(const FramesAsked& asked, const Tables& tables,
                                const WinTable& wins, const FramePainter& painter,
                                const FrameSink& take) {
  if (asked.best_plays) return give_best_plays(std::cin, *asked.best_plays, tables, painter, take);
  const Lexicon& lexicon = *tables.lexicon;
  if (asked.contrast) {
    ContrastFrames frames(painter, lexicon, asked.options.count, take);
    return add_logs(frames, asked.logs).map([&] { return frames.counts(); });
  }
  Assembler assembler(painter, wins, lexicon, asked.options, take);
  return add_logs(assembler, asked.logs).and_then([&] { return assembler.finish(); }).map([&] {
    return assembler.counts();
  });
}

Outcome<int> run_frames(const cxxopts::ParseResult& parsed) {
  auto asked = asked_by(parsed);
  if (!asked) return tl::unexpected(asked.error());
  const auto tables = load_tables(parsed);
  if (!tables) return tl::unexpected(tables.error());
  const Lexicon& lexicon = *tables->lexicon;
  if (auto fits = FramePainter::fits(lexicon.tiles()); !fits)
    return input_error("bad-log", fits.error());
  if (auto fit = check_lexica(*asked, lexicon); !fit) return input_error("bad-log", fit.error());
  const auto wins = load_wins(parsed, *tables);
  if (!wins) return tl::unexpected(wins.error());
  std::signal(SIGPIPE, SIG_IGN);  // a reader that stops reading is reported like a full disk
  auto sink = Sink::open(parsed["out"].as<std::string>());
  if (!sink) return input_error("write-failed", sink.error());

  const InterruptStop interrupt(asked->best_plays ? WaitingRead::kEnds : WaitingRead::kGoesOn);
  asked->options.stop = interrupt.token();
  const FramePainter painter(lexicon, *tables->leaves, asked->scalars);
  const std::uint64_t most = asked->options.count;
  Progress progress("frames", most < ~std::uint64_t{0} ? static_cast<std::int64_t>(most) : 0);
  Result<void> written;
  std::int64_t frames = 0;
  const auto counts =
      give_frames(*asked, *tables, *wins, painter, [&](const FrameBytes& bytes) -> Result<void> {
        if (++frames % 1024 == 0) progress.update(frames);
        if (interrupted()) return failure("interrupted");
        return written = sink->write({bytes.data(), bytes.size()});
      });
  if (interrupted())
    return interruption(sink->is_file() ? "interrupted; nothing is written"
                                        : "interrupted: the frames are incomplete");
  if (!counts)
    return input_error(!written            ? "write-failed"
                       : asked->best_plays ? "bad-position"
                                           : "bad-log",
                       counts.error());
  if (auto done = sink->finish(); !done) return input_error("write-failed", done.error());
  if (given(parsed, "json"))
    print(summary(*counts, asked->scalars, asked->logs.size(), progress.seconds()));
  else if (!asked->best_plays)
    std::fprintf(stderr, "%s of %s (%llu transposed), %.0f a second\n",
                 count_text(counts->frames, "frame").c_str(),
                 count_text(counts->games, "game").c_str(),
                 static_cast<unsigned long long>(counts->transposed),
                 static_cast<double>(counts->frames) / progress.seconds());
  return kDone;
}

}  // namespace

int frames_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "frames",
      "Makes the frames that a teacher learns from: logs of `zymurgy autoplay` in, a shuffled\n"
      "stream of positions as pictures out (trainer-bridge/frame.h says what they show).");
  options.add_options()("in", "Log of games, or a folder of them (repeatable)",
                        cxxopts::value<std::vector<std::string>>(), "LOG");
  options.add_options()("out", "File to write; - is standard output", cxxopts::value<std::string>(),
                        "FILE");
  options.add_options()("contrast",
                        "The logs are contrast data: write frames of each group's plays, in their "
                        "order, to judge by");
  options.add_options()(
      "plays",
      "Instead of logs, read positions from standard input, one to a line, as UCGI's command "
      "`position` takes them (with or without that word; earlier turns are known only from its "
      "moves), and answer each with frames of its best N plays",
      cxxopts::value<int>(), "N");
  options.add_options()("scalars", "Layout of the scalars: blog-76 or macondo-72",
                        cxxopts::value<std::string>()->default_value("macondo-72"), "NAME");
  options.add_options()("horizon", "How many plies after the play the win table is asked",
                        cxxopts::value<int>()->default_value("5"), "N");
  options.add_options()("buffer", "Positions to shuffle among, half a kilobyte each",
                        cxxopts::value<std::size_t>()->default_value("262144"), "N");
  add_seed_option(options, "Seed of the shuffle");
  options.add_options()("skip", "Frames to skip at the beginning",
                        cxxopts::value<std::uint64_t>()->default_value("0"), "N");
  options.add_options()("count", "Frames to write, at most", cxxopts::value<std::uint64_t>(), "N");
  add_table_options(options);
  return run_command(options, argc, argv, without_words(run_frames));
}

}  // namespace zymurgy
