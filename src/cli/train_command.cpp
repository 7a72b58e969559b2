#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/learning_shards.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/tables.h"
#include "game/files.h"
#include "game/hash.h"
#include "game/limits.h"
#include "game/packing.h"
#include "game/text.h"
#include "making/contrast_file.h"
#include "trainer-bridge/judgement.h"
#include "trainer-bridge/quantise.h"
#include "trainer-bridge/training.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;
using trainer::Dataset;
using trainer::Judgement;
using trainer::Student;

// The files to learn from, and those held out to judge by.
struct Shards {
  std::vector<std::string> held_out, learned;
  std::size_t at_once;  // of `learned`, in memory at a time

  int parts() const { return static_cast<int>((learned.size() - 1) / at_once) + 1; }
  // The files of a part; all parts are of about the same size.
  std::span<const std::string> part(int i) const {
    const auto begin = [&](int part) { return learned.size() * size_t(part) / size_t(parts()); };
    return std::span(learned).subspan(begin(i), begin(i + 1) - begin(i));
  }
};

Outcome<Shards> shards_of(const cxxopts::ParseResult& parsed,
                          const std::vector<std::string>& outputs) {
  const auto found = shards_to_learn_from(parsed, 1, outputs);
  if (!found) return tl::unexpected(found.error());
  const std::vector<std::string>& all = found->files;
  const std::size_t held_out = found->held_out;
  const auto most = within<std::size_t>(parsed, "shards", 1);
  const std::size_t end = held_out + std::min(all.size() - held_out, most);
  const auto at_once = within<std::size_t>(parsed, "at-once", 1);
  const auto at = [&](std::size_t i) { return all.begin() + static_cast<std::ptrdiff_t>(i); };
  return Shards{{at(0), at(held_out)}, {at(held_out), at(end)}, at_once};
}

trainer::TrainingOptions training_options(const cxxopts::ParseResult& parsed) {
  trainer::TrainingOptions options;
  options.epochs = above_0(parsed, "epochs", 1e6);
  options.batch = within(parsed, "batch", 1, 10'000'000);
  options.rate = above_0(parsed, "rate");
  options.first_ply_weight = within(parsed, "first-ply", 0.0);
  options.spread_weight = within(parsed, "spread-weight", 0.0);
  options.level_weight = within(parsed, "level-weight", 0.0);
  options.teacher_weight = within(parsed, "teacher-weight", 0.0, 1.0);
  options.heads_only = given(parsed, "heads-only");
  options.seed = seed_of(parsed);
  options.threads = threads_of(parsed);
  if (!given(parsed, "teacher"))
    refuse_unused(parsed, {"teacher-weight", "teacher-leaves"}, "without --teacher");
  if (options.heads_only && !given(parsed, "from")) throw BadOption("--heads-only needs --from");
  return options;
}

// The tables that labels are made with.
struct Labels {
  Tables tables;
  std::optional<WinTable> wins;                      // if the aim is wins
  std::shared_ptr<const LeaveTable> teacher_leaves;  // the teacher's leaves, if not the same

  Dataset empty_dataset() const {
    return {*tables.lexicon, *tables.leaves, wins ? &*wins : nullptr, teacher_leaves.get()};
  }
  // A hash of the shards and of the tables that labels are made with. Shards of another lexicon, or
  // of other plies than the held-out ones, are an error now: they may not be read until days later.
  Result<std::uint64_t> hash_with(const Shards& shards, int plies) const {
    Hash hash;
    // A shard is a function of its header, wherever it lies.
    for (const std::string& shard : shards.learned) {
      const auto header = read_contrast_header(shard);
      if (!header) return tl::unexpected(header.error());
      if (const auto fits = check_lexicon(shard, header->lexicon_name(), *tables.lexicon); !fits)
        return tl::unexpected(fits.error());
      if (header->plies != plies)
        return failure(shard + ": labels of " +
                       count_text(std::uint64_t(header->plies), "ply", "plies") +
                       ", but the shards held out have " + std::to_string(plies));
      hash.add(header_text(*header));
    }
    hash.add(tables.lexicon->graph().bytes());
    tables.leaves->add_to(hash);
    if (wins) hash.add(wins->bytes());
    if (teacher_leaves) teacher_leaves->add_to(hash);
    return hash.value();
  }
};

Outcome<Labels> labels_of(const cxxopts::ParseResult& parsed) {
  auto tables = load_tables(parsed);
  if (!tables) return tl::unexpected(tables.error());
  Labels labels{std::move(*tables), {}, {}};
  const Lexicon& lexicon = *labels.tables.lexicon;
  if (one_of(parsed, "aim", {"points", "wins"}) == "wins") {
    auto table = load_wins(parsed, labels.tables);
    if (!table) return tl::unexpected(table.error());
    labels.wins = std::move(*table);
  }
  if (given(parsed, "teacher-leaves")) {
    auto found =
        library_of(parsed).leaves(parsed["teacher-leaves"].as<std::string>(), lexicon.tiles());
    if (!found) return input_error("load-failed", found.error());
    labels.teacher_leaves = std::move(*found);
  }
  return labels;
}

Result<Dataset> filled(Dataset empty, std::span<const std::string> shards,
                       const trainer::TrainingOptions& options) {
  Progress progress("shards", static_cast<std::int64_t>(shards.size()));
  const auto added = empty.add(
      shards, options.threads, [&](std::int64_t done) { progress.update(done); }, options.stop);
  if (!added) return tl::unexpected(added.error());
  return empty;
}

// The student of an option, which names a .student file of `train` or a network, whose weights are
// restored. It must have the shape of the held-out data.
Outcome<Student> load_student(const cxxopts::ParseResult& parsed, const char* option,
                              const Dataset& test, const TileSet& tiles) {
  const auto name = parsed[option].as<std::string>();
  Result<Student> student;
  if (name.ends_with(".student")) {
    student = Student::read(name);
  } else if (auto network = nnue::find_network(library_of(parsed), name, &tiles)) {
    student = trainer::restored(**network, test.plies());
  } else {
    student = tl::unexpected(network.error());
  }
  if (!student) return input_error("load-failed", student.error());
  if (student->shape.lane_rows != test.features().lane_rows() ||
      student->shape.tile_rows != test.features().tile_rows() ||
      student->shape.plies != test.plies())
    return usage_error("--" + std::string(option) + " " + name +
                       " does not have the board, tile set and number of plies of the shards");
  return std::move(*student);
}

// The student of --teacher, if given.
Outcome<std::optional<Student>> teacher_of(const cxxopts::ParseResult& parsed, const Dataset& test,
                                           const TileSet& tiles) {
  if (!given(parsed, "teacher")) return std::nullopt;
  auto read = load_student(parsed, "teacher", test, tiles);
  if (!read) return tl::unexpected(read.error());
  return std::move(*read);
}

// The description of the training in the network file.
std::string training_text(const trainer::Learned& data, int plies,
                          const trainer::TrainingOptions& options) {
  char text[200];
  std::snprintf(text, sizeof text,
                "%zu plays of %zu positions, %d plies; %g epochs, batch %d, rate %g, seed %llu",
                data.plays, data.positions, plies, options.epochs, options.batch, options.rate,
                static_cast<unsigned long long>(options.seed));
  return text;
}

void tell(const char* head, const Judgement& judged) {
  std::fprintf(
      stderr,
      "held out, %s: R2 within groups %.4f %%, slope %.3f, %+.4f +- %.4f points a decision\n", head,
      100 * judged.within.r2(), judged.within.slope(), judged.gain(), judged.gain_error());
}

// The network that a student is quantised to; `judged`: the judgement of its output for what wins.
Result<nnue::Network> network_of(const Student& student, const Judgement& judged,
                                 const TileSet& tiles, const std::string& training = {}) {
  auto network = judged.within.varies() ? trainer::quantise(student, tiles, training)
                                        : failure("the student no longer tells plays apart");
  if (!network) return failure(network.error().message + ": try a lower --rate");
  return network;
}

// With progress, since the largest students take minutes.
trainer::Judgements judge_held_out(const Student& student, const Dataset& test) {
  Progress progress("positions judged", static_cast<std::int64_t>(test.groups()));
  return trainer::judge_heads(student, test, [&](std::size_t groups) {
    progress.update(static_cast<std::int64_t>(groups));
  });
}

Judgement judge_wins(const Student& student, const Dataset& test) {
  return judge_held_out(student, test)[nnue::kWinHead];
}

// What a student has learned, judged on the held-out shards.
struct HeldOutJudgement {
  Judgement wins, spread;

  HeldOutJudgement(const Student& student, const Dataset& test) {
    const trainer::Judgements judged = judge_held_out(student, test);
    wins = judged[nnue::kWinHead];
    spread = judged[nnue::kSpreadHead];
  }
  void tell() const {
    zymurgy::tell("what wins", wins);
    zymurgy::tell("spread", spread);
    std::fprintf(stderr, "held out, level of the spread: R2 %.4f %%, slope %.3f\n",
                 100 * spread.level.r2(), spread.level.slope());
  }
};

// The student that learning begins with: a fresh one, or that of --from.
Outcome<Student> first_student(const cxxopts::ParseResult& parsed, const nnue::Sizes& sizes,
                               const Dataset& test, const TileSet& tiles) {
  if (!given(parsed, "from"))
    return Student::fresh(
        {test.features().lane_rows(), test.features().tile_rows(), sizes, test.plies()},
        seed_of(parsed));
  auto before = load_student(parsed, "from", test, tiles);
  if (!before) return before;
  const nnue::Sizes& old_sizes = before->shape.sizes;
  for (const auto& [option, size, old] : {std::tuple{"width", sizes.width, old_sizes.width},
                                          std::tuple{"units", sizes.units, old_sizes.units},
                                          std::tuple{"hidden", sizes.hidden, old_sizes.hidden}})
    if (given(parsed, option) && size != old)
      return usage_error(std::string("--") + option + " must be that of --from, " +
                         std::to_string(old));
  tell("what wins, before", judge_wins(*before, test));
  return before;
}

// Logs a student's training on stderr; stops it if the student has died (tells no plays apart).
class TrainingLog {
 public:
  // All references must outlive it.
  TrainingLog(const Student& student, const Dataset& test, const TileSet& tiles, int batch,
              std::int64_t judge_each, InterruptStop& stop)
      : student_(student),
        test_(test),
        tiles_(tiles),
        stop_(stop),
        batch_(batch),
        judge_each_((judge_each + 99) / 100 * 100) {}

  void begin_part(const Dataset& loaded) {
    plays_each_ = double(loaded.plays()) / double(loaded.groups());
    std::fprintf(stderr, "%zu plays of %zu positions, %zu plays held out\n", loaded.plays(),
                 loaded.groups(), test_.plays());
  }
  void operator()(const trainer::TrainingProgress& at) {
    if (at.unsaved != nullptr) {
      std::fprintf(stderr, "zymurgy train: continuing, but the work cannot be saved: %s\n",
                   at.unsaved->message.c_str());
      return;
    }
    if (at.step % 500 == 0) {
      const double plays = double(at.step - at.before) * batch_ * plays_each_;
      std::fprintf(stderr, "step %lld of %lld, loss %.2f a group, %.0f plays a second\n",
                   static_cast<long long>(at.step), static_cast<long long>(at.of), at.loss,
                   plays / seconds());
    }
    if (at.step % judge_each_ == 0) judge();
  }
  // Why this log stopped the training, if it did.
  const std::optional<Error>& fatal_error() const { return fatal_error_; }
  double seconds() const { return seconds_since(begun_); }

 private:
  void judge() {
    const Judgement judged = judge_wins(student_, test_);
    tell("what wins", judged);
    const auto network = network_of(student_, judged, tiles_);
    if (network) return;
    if (judged.within.varies()) {  // weights too large for a network may become smaller
      std::fprintf(
          stderr,
          "zymurgy train: continuing, but the student as it is now does not fit a network: %s\n",
          network.error().message.c_str());
      return;
    }
    fatal_error_ = network.error();  // no gradient brings it back
    stop_.request_stop();
  }

  const Student& student_;
  const Dataset& test_;
  const TileSet& tiles_;
  InterruptStop& stop_;
  std::optional<Error> fatal_error_;
  int batch_;
  std::int64_t judge_each_;  // steps, a multiple of 100
  double plays_each_ = 0;    // per position, in the current part
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

// zstd level 19 takes half a minute to make the largest network 3 % smaller than this level does,
// and makes small ones larger.
constexpr int kNetworkLevel = 9;

// Writes the student as it learned, and the network that it is rounded to. A student that does not
// fit a network is written under another name; then an existing network and its student stay.
Outcome<void> write_learned(const Student& student, const Judgement& judged, const TileSet& tiles,
                            const std::string& out, const std::string& training) {
  const auto unwritten = [](const Error& error) { return input_error("write-failed", error); };
  const auto network = network_of(student, judged, tiles, training);
  if (!network) {
    std::string message = network.error().message;
    if (judged.within.varies()) {
      const std::string unfit = out + ".unfit.student";
      if (auto written = student.write(unfit); !written) return unwritten(written.error());
      message += "; what was learned is kept in " + unfit + ", for --from or --teacher";
    }
    return input_error("training-failed", {message});
  }
  if (auto written = student.write(out + ".student"); !written) return unwritten(written.error());
  if (auto written = write_file(out, compress(network->bytes(), kNetworkLevel)); !written)
    return unwritten(written.error());
  return {};
}

// The shards of one part, which are learned from together; `plies`: those of the held-out labels.
Result<Dataset> load_part(const Labels& labels, const Shards& shards, int part, int plies,
                          const trainer::TrainingOptions& options) {
  auto loaded = filled(labels.empty_dataset(), shards.part(part), options);
  if (!loaded) return loaded;
  if (loaded->plies() != plies)
    return failure(shards.part(part).front() +
                   ": its labels have another number of plies than those held out");
  // Checked only for the first part: later parts may be smaller.
  if (part == 0 && static_cast<std::size_t>(options.batch) > loaded->groups())
    return failure("--batch " + std::to_string(options.batch) + " is more than the " +
                   count_text(loaded->groups(), "position") + " in memory at once");
  return loaded;
}

void print_learned(const std::string& out, const trainer::Learned& learned,
                   const HeldOutJudgement& report, double seconds) {
  print(Json{{"out", out},
             {"plays", learned.plays},
             {"r2", report.wins.within.r2()},
             {"slope", report.wins.within.slope()},
             {"gain", report.wins.gain()},
             {"gain_error", report.wins.gain_error()},
             {"spread_r2", report.spread.within.r2()},
             {"level_r2", report.spread.level.r2()},
             {"seconds", seconds}});
}

Outcome<nnue::Sizes> sizes_of(const cxxopts::ParseResult& parsed) {
  const nnue::Sizes sizes{parsed["width"].as<int>(), parsed["units"].as<int>(),
                          parsed["hidden"].as<int>()};
  if (!sizes.fit())
    return usage_error(
        "--width and --units must be multiples of 32 up to 1024, --hidden one up to 256");
  return sizes;
}

// Removes a checkpoint that nobody will resume.
void forget(const std::string& checkpoint) {
  std::error_code ignored;  // a checkpoint that stays does no harm
  std::filesystem::remove(checkpoint, ignored);
}

// Trains the student, from its checkpoint if there is one. `trained`: the student was trained
// before, and keeps what it knows of features that the shards do not show.
Outcome<trainer::Learned> train_student(Student& student, const Dataset& test, const Labels& labels,
                                        const Shards& shards,
                                        const trainer::TrainingOptions& options, TrainingLog& log,
                                        bool trained) {
  const auto name = labels.hash_with(shards, test.plies());
  if (!name) return input_error("load-failed", name.error());
  const bool goes_on = std::filesystem::exists(options.checkpoint);
  bool untrained = !trained && !goes_on;
  const auto begin_part = [&](int part) -> Result<std::shared_ptr<const Dataset>> {
    auto loaded = load_part(labels, shards, part, test.plies(), options);
    if (!loaded) return tl::unexpected(loaded.error());
    if (std::exchange(untrained, false)) trainer::zero_unlearned_heads(student, *loaded);
    log.begin_part(*loaded);
    return std::make_shared<const Dataset>(std::move(*loaded));
  };
  if (goes_on) std::fprintf(stderr, "resuming from %s\n", options.checkpoint.c_str());
  const auto learned =
      trainer::train(student, {shards.parts(), begin_part, *name}, options, std::ref(log));
  if (learned) return *learned;
  if (log.fatal_error()) {
    forget(options.checkpoint);
    return input_error("training-failed", *log.fatal_error());
  }
  if (!interrupted() || !std::filesystem::exists(options.checkpoint))
    return unfinished(learned.error());
  return interruption(learned.error().message + "; the same command resumes from " +
                      options.checkpoint);
}

Outcome<int> run_train(const cxxopts::ParseResult& parsed) {
  if (!given(parsed, "in") || !given(parsed, "out"))
    return usage_error(
        "--in and --out are required: --in names folders of contrast data, --out the network to "
        "write");
  const std::string out = parsed["out"].as<std::string>();
  const auto sizes = sizes_of(parsed);
  if (!sizes) return tl::unexpected(sizes.error());
  const auto judge_each = within<std::int64_t>(parsed, "judge-each", 1, 1'000'000'000);
  trainer::TrainingOptions options = training_options(parsed);
  options.checkpoint = out + ".checkpoint";
  if (const auto writable = check_table_output(out, ".network"); !writable)
    return tl::unexpected(writable.error());
  const std::vector<std::string> outputs{out, out + ".student", options.checkpoint};
  for (const std::string& file : std::span(outputs).subspan(1))
    if (const auto writable = check_output(file); !writable)
      return tl::unexpected(writable.error());
  const auto shards = shards_of(parsed, outputs);
  if (!shards) return tl::unexpected(shards.error());
  const auto labels = labels_of(parsed);
  if (!labels) return tl::unexpected(labels.error());
  const TileSet& tiles = labels->tables.lexicon->tiles();

  InterruptStop interrupt;
  options.stop = interrupt.token();
  const auto test = filled(labels->empty_dataset(), shards->held_out, options);
  if (!test) return unfinished(test.error());
  if (test->groups() == 0)
    return input_error("load-failed", {"the shards held out have no positions to judge by"});
  const auto teacher = teacher_of(parsed, *test, tiles);
  if (!teacher) return tl::unexpected(teacher.error());
  if (*teacher) options.teacher = &**teacher;
  auto student = first_student(parsed, *sizes, *test, tiles);
  if (!student) return tl::unexpected(student.error());

  TrainingLog log(*student, *test, tiles, options.batch, judge_each, interrupt);
  const auto learned =
      train_student(*student, *test, *labels, *shards, options, log, given(parsed, "from"));
  if (!learned) return tl::unexpected(learned.error());

  const HeldOutJudgement report(*student, *test);
  report.tell();
  const auto written = write_learned(*student, report.wins, tiles, out,
                                     training_text(*learned, test->plies(), options));
  if (!written && written.error().code == "write-failed")
    return not_yet_written(written.error(), options.checkpoint);
  forget(options.checkpoint);
  if (!written) return tl::unexpected(written.error());
  if (given(parsed, "json")) print_learned(out, *learned, report, log.seconds());
  return kDone;
}

}  // namespace

int train_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "train",
      "Trains a student network on contrast data (see `zymurgy contrast`). Its\n"
      "work is kept in OUT.checkpoint, from which the same command resumes after an interruption.");
  options.add_options()(
      "in", "Folder of contrast data (repeatable: the shards of several are mixed evenly)",
      cxxopts::value<std::vector<std::string>>(), "DIR");
  options.add_options()("out",
                        "The network to write, NAME.network or NAME.network.zst (and FILE.student, "
                        "the same before rounding)",
                        cxxopts::value<std::string>(), "FILE");
  options.add_options()("from", "What to start from: a FILE.student or a network, by code or file",
                        cxxopts::value<std::string>(), "FILE");
  options.add_options()("aim", "What to aim for: points, or wins (by the lexicon's win table)",
                        cxxopts::value<std::string>()->default_value("points"), "AIM");
  options.add_options()("hold-out", "Hold out the first N shards, to judge by",
                        cxxopts::value<std::size_t>()->default_value("8"), "N");
  options.add_options()("shards", "Shards to learn from, at most",
                        cxxopts::value<std::size_t>()->default_value("1000000"), "N");
  options.add_options()("at-once", "Shards in memory at a time, 20 MB for each of 256 games",
                        cxxopts::value<std::size_t>()->default_value("1000000"), "N");
  options.add_options()("epochs", "Passes over the data",
                        cxxopts::value<Decimal>()->default_value("2"), "N");
  options.add_options()("batch", "Positions in each step",
                        cxxopts::value<int>()->default_value("512"), "N");
  options.add_options()("rate", "Learning rate at its peak",
                        cxxopts::value<Decimal>()->default_value("0.001"), "R");
  options.add_options()("first-ply", "Weight of the first ply's loss",
                        cxxopts::value<Decimal>()->default_value("1"), "W");
  options.add_options()("spread-weight", "Weight of the loss of the spread head",
                        cxxopts::value<Decimal>()->default_value("0.25"), "W");
  options.add_options()(
      "level-weight",
      "Weight, relative to --spread-weight, of the error of each position's mean spread: 0.15 in "
      "the last passes, since simulations ask the network where their rollouts end; 0 before",
      cxxopts::value<Decimal>()->default_value("0"), "W");
  options.add_options()(
      "heads-only", "Train only the heads: for --from a network, which does not tell plies apart");
  options.add_options()("teacher",
                        "A FILE.student or a network whose outputs are learned beside the labels",
                        cxxopts::value<std::string>(), "FILE");
  options.add_options()("teacher-leaves",
                        "The leaves that the teacher corrects, if not those of --leaves",
                        cxxopts::value<std::string>(), "CODE");
  options.add_options()("teacher-weight",
                        "Weight of the teacher's outputs, up to 1; the labels have the rest",
                        cxxopts::value<Decimal>()->default_value("0.8"), "W");
  options.add_options()("width",
                        "Width of a lane's accumulator; unless given, --from keeps its own",
                        cxxopts::value<int>()->default_value("32"), "N");
  options.add_options()("units", "Units that a lane's accumulator is mixed into; likewise",
                        cxxopts::value<int>()->default_value("64"), "N");
  options.add_options()("hidden", "Units of the hidden layer; likewise",
                        cxxopts::value<int>()->default_value("32"), "N");
  options.add_options()(
      "judge-each",
      "Steps between judgements on the shards held out, rounded up to a multiple of 100",
      cxxopts::value<std::int64_t>()->default_value("2000"), "N");
  add_seed_option(options, "Random seed");
  add_threads_option(options,
                     "Shards read at a time, and parts of a batch (up to 4) learned at a time");
  add_table_options(options);
  return run_command(options, argc, argv, without_words(run_train));
}

}  // namespace zymurgy
