#include <csignal>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/progress.h"
#include "game/files.h"
#include "play/shards.h"
#include "trainer-bridge/assembler.h"

namespace zymurgy {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using trainer::Assembler;
using trainer::AssemblerCounts;
using trainer::AssemblerOptions;

// Files as they are given; of folders the .zst files, by name. No game may be in two of them.
Outcome<std::vector<std::string>> logs_of(const std::vector<std::string>& names, bool contrast) {
  std::vector<std::string> logs;
  for (const std::string& name : names) {
    std::error_code ignored;
    if (!fs::is_directory(name, ignored)) {
      logs.push_back(name);
      continue;
    }
    const auto inside = files_in(name, ".zst", "logs");
    if (!inside) return input_error("bad-log", inside.error());
    logs.insert(logs.end(), inside->begin(), inside->end());
  }
  if (auto apart = contrast ? check_contrast_shards(logs) : check_shards(logs); !apart)
    return input_error("bad-log", apart.error());
  return logs;
}

// Standard output, or a file that gets its name when it is whole.
class Sink {
 public:
  static Result<Sink> open(const std::string& name) {
    Sink sink;
    if (name == "-") return sink;
    auto file = NewFile::create(name);
    if (!file) return tl::unexpected(file.error());
    sink.file_.emplace(std::move(*file));
    return sink;
  }
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

Outcome<AssemblerOptions> options_of(const cxxopts::ParseResult& parsed) {
  AssemblerOptions options;
  options.horizon = parsed["horizon"].as<int>();
  options.buffer = parsed["buffer"].as<std::size_t>();
  options.seed = parsed["seed"].as<std::uint64_t>();
  options.skip = parsed["skip"].as<std::uint64_t>();
  if (parsed.count("count") != 0) options.count = parsed["count"].as<std::uint64_t>();
  if (options.horizon < 0 || options.horizon > 100)
    return usage_error("--horizon must be 0 to 100");
  if (options.buffer < 1 || options.buffer > 100'000'000)
    return usage_error("--buffer must be 1 to 100000000");
  return options;
}

Json summary(const AssemblerCounts& counts, trainer::ScalarLayout scalars, std::size_t logs,
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

Outcome<int> run_frames(const cxxopts::ParseResult& parsed) {
  if (parsed.count("in") == 0 || parsed.count("out") == 0)
    return usage_error("--in names logs of games or folders of them, --out the file of frames");
  const std::string out = parsed["out"].as<std::string>();
  if (out == "-" && parsed.count("json") != 0)
    return usage_error("--json needs standard output for itself: name a file with --out");
  const auto scalars = trainer::scalar_layout(parsed["scalars"].as<std::string>());
  if (!scalars) return usage_error(scalars.error().message);
  const bool contrast = parsed.count("contrast") != 0;
  if (contrast)
    if (auto used = refuse_idle(parsed, {"horizon", "buffer", "seed", "skip"}, "with --contrast");
        !used)
      return tl::unexpected(used.error());
  const auto options = options_of(parsed);
  if (!options) return tl::unexpected(options.error());
  const auto logs = logs_of(parsed["in"].as<std::vector<std::string>>(), contrast);
  if (!logs) return tl::unexpected(logs.error());
  const auto tables = load_tables(parsed);
  if (!tables) return tl::unexpected(tables.error());
  const Lexicon& lexicon = *tables->lexicon;
  if (auto fits = trainer::FramePainter::fits(lexicon.tiles()); !fits)
    return input_error("bad-log", fits.error());
  const auto wins = find_win_table(library_of(parsed), lexicon.code());
  if (!wins) return input_error("load-failed", wins.error());
  std::signal(SIGPIPE, SIG_IGN);  // a reader that has enough is told like a full disk
  auto sink = Sink::open(out);
  if (!sink) return input_error("write-failed", sink.error());

  catch_interrupts();
  const trainer::FramePainter painter(lexicon, *tables->leaves, *scalars);
  Progress progress(
      "frames", options->count < ~std::uint64_t{0} ? static_cast<std::int64_t>(options->count) : 0);
  Result<void> written;
  std::int64_t frames = 0;
  const trainer::TakeFrame take = [&](const trainer::FrameBytes& bytes) -> Result<void> {
    if (++frames % 1024 == 0) progress.update(frames);
    if (interrupted()) return failure("interrupted");
    return written = sink->write({bytes.data(), bytes.size()});
  };
  AssemblerCounts counts;
  const auto assemble = [&]() -> Result<void> {
    if (contrast) {
      for (const std::string& log : *logs)
        if (auto given =
                trainer::give_contrast_frames(log, painter, lexicon, options->count, take, counts);
            !given)
          return given;
      return {};
    }
    Assembler assembler(painter, *wins, lexicon, *options, take);
    for (const std::string& log : *logs) {
      const auto added = assembler.add(log);
      if (!added) return tl::unexpected(added.error());
      if (!*added) break;
    }
    auto finished = assembler.finish();
    counts = assembler.counts();
    return finished;
  };
  const auto assembled = assemble();
  if (!assembled && interrupted()) return interruption("interrupted: the frames are not whole");
  if (!assembled) return input_error(written ? "bad-log" : "write-failed", assembled.error());
  if (auto done = sink->finish(); !done) return input_error("write-failed", done.error());
  if (parsed.count("json") != 0)
    print(summary(counts, *scalars, logs->size(), progress.seconds()));
  else
    std::fprintf(stderr, "%llu frames of %llu games (%llu transposed), %.0f a second\n",
                 static_cast<unsigned long long>(counts.frames),
                 static_cast<unsigned long long>(counts.games),
                 static_cast<unsigned long long>(counts.transposed),
                 static_cast<double>(counts.frames) / progress.seconds());
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
                        "The logs are contrast data: frames of each group's plays, in their order, "
                        "to judge by");
  options.add_options()("scalars", "Which scalars: blog-76 or macondo-72",
                        cxxopts::value<std::string>()->default_value("macondo-72"), "NAME");
  options.add_options()("horizon", "Plies on from the play that the win table is asked",
                        cxxopts::value<int>()->default_value("5"), "N");
  options.add_options()("buffer", "Positions to shuffle among, half a kilobyte each",
                        cxxopts::value<std::size_t>()->default_value("262144"), "N");
  options.add_options()("seed", "Of the shuffling",
                        cxxopts::value<std::uint64_t>()->default_value("1"), "S");
  options.add_options()("skip", "Frames to leave out at the beginning",
                        cxxopts::value<std::uint64_t>()->default_value("0"), "N");
  options.add_options()("count", "Frames to write, at most", cxxopts::value<std::uint64_t>(), "N");
  add_table_options(options);
  return run_command(options, argc, argv, without_words(run_frames));
}

}  // namespace zymurgy
