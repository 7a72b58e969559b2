#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/progress.h"
#include "trainer-bridge/quantise.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;
using trainer::Dataset;
using trainer::Judgement;
using trainer::Student;

Result<Dataset> load(Dataset data, const std::vector<std::string>& shards, std::size_t from,
                     std::size_t to) {
  Progress progress("shards", static_cast<std::int64_t>(to - from));
  for (std::size_t i = from; i < to; ++i) {
    if (auto added = data.add(shards[i]); !added) return tl::unexpected(added.error());
    progress.update(static_cast<std::int64_t>(i - from));
  }
  return data;
}

// What the network file says of its making.
std::string training_text(const Dataset& data, const trainer::TrainingOptions& options) {
  char text[200];
  std::snprintf(text, sizeof text,
                "%zu plays of %zu positions, %d plies; %g epochs, batch %d, rate %g, seed %llu",
                data.plays(), data.groups(), data.plies(), options.epochs, options.batch,
                options.rate, static_cast<unsigned long long>(options.seed));
  return text;
}

// The student of an option: one that `train` left, or a network's weights.
Result<Student> learned(const cxxopts::ParseResult& parsed, const char* option, int plies) {
  const auto name = parsed[option].as<std::string>();
  if (name.ends_with(".student")) return Student::read(name);
  const auto network = nnue::find_network(library_of(parsed), name, TileSet::english());
  if (!network) return tl::unexpected(network.error());
  return trainer::restored(**network, plies);
}

bool fits(const Student& student, const Dataset& data) {
  return student.shape.lane_rows == data.features().lane_rows() &&
         student.shape.tile_rows == data.features().tile_rows() &&
         student.shape.plies == data.plies();
}

void tell(const char* head, const Judgement& judged) {
  std::fprintf(
      stderr,
      "held out, %s: R2 within groups %.4f %%, slope %.3f, %+.4f +- %.4f points a decision\n", head,
      100 * judged.r2(), judged.slope(), judged.gain(), judged.gain_error());
}

Outcome<int> run_train(const cxxopts::ParseResult& parsed) {
  if (parsed.count("in") == 0 || parsed.count("out") == 0)
    return usage_error("--in names folders of contrast data, --out the network to write");
  const auto tables = load_tables(parsed);
  if (!tables) return tl::unexpected(tables.error());
  const Lexicon& lexicon = *tables->lexicon;
  const std::string out = parsed["out"].as<std::string>();
  const auto shards = contrast_shards(parsed["in"].as<std::vector<std::string>>());
  const auto held_out = parsed["hold-out"].as<std::size_t>();
  const std::size_t end = std::min(shards.size(), held_out + parsed["shards"].as<std::size_t>());
  trainer::TrainingOptions options;
  options.epochs = parsed["epochs"].as<double>();
  options.batch = parsed["batch"].as<int>();
  options.rate = parsed["rate"].as<double>();
  options.first_ply_weight = parsed["first-ply"].as<double>();
  options.spread_weight = parsed["spread-weight"].as<double>();
  options.teacher_weight = parsed["teacher-weight"].as<double>();
  options.seed = parsed["seed"].as<std::uint64_t>();
  options.threads = parsed["threads"].as<int>();
  const int width = parsed["width"].as<int>(), hidden = parsed["hidden"].as<int>();
  if (held_out < 1 || end <= held_out) return usage_error("too few shards to hold some out");
  if (!(options.teacher_weight >= 0 && options.teacher_weight <= 1))
    return usage_error("--teacher-weight goes from 0 to 1");
  if (options.batch < 1 || options.threads < 1 || !(options.epochs > 0) || !(options.rate > 0))
    return usage_error("--batch, --threads, --epochs and --rate must be above 0");
  if (!nnue::sizes_fit(width, hidden))
    return usage_error("--width goes by 32 to 1024, --hidden by 32 to 256");

  std::optional<WinTable> wins;
  if (parsed["aim"].as<std::string>() == "wins") {
    auto table = find_win_table(library_of(parsed), lexicon.code());
    if (!table) return input_error("load-failed", table.error());
    wins = std::move(*table);
  } else if (parsed["aim"].as<std::string>() != "points") {
    return usage_error("--aim is wins or points");
  }
  std::shared_ptr<const LeaveTable> taught;  // the leaves of the teacher, if not the same
  if (parsed.count("teacher-leaves") != 0) {
    auto found = library_of(parsed).leaves(parsed["teacher-leaves"].as<std::string>(),
                                           lexicon.tiles(), true);
    if (!found) return input_error("load-failed", found.error());
    taught = std::move(*found);
  }
  const Dataset none(lexicon, *tables->leaves, wins ? &*wins : nullptr, taught.get());
  const auto test = load(none, shards, 0, held_out);
  if (!test) return input_error("load-failed", test.error());
  const auto data = load(none, shards, held_out, end);
  if (!data) return input_error("load-failed", data.error());
  std::fprintf(stderr, "%zu plays of %zu positions, %zu plays held out\n", data->plays(),
               data->groups(), test->plays());
  const nnue::FeatureSet& features = data->features();
  Student student = Student::fresh(
      {features.lane_rows(), features.tile_rows(), width, hidden, data->plies()}, options.seed);
  if (parsed.count("from") != 0) {
    auto before = learned(parsed, "from", data->plies());
    if (!before) return input_error("load-failed", before.error());
    student = std::move(*before);
  }
  std::optional<Student> teacher;
  if (parsed.count("teacher") != 0) {
    auto read = learned(parsed, "teacher", data->plies());
    if (!read) return input_error("load-failed", read.error());
    teacher = std::move(*read);
    options.teacher = &*teacher;
  }
  if (!fits(student, *data) || (teacher && !fits(*teacher, *data)))
    return usage_error("--from and --teacher want students of this board, tile set and plies");
  const std::string training = training_text(*data, options);
  const auto begun = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  };
  const std::int64_t told_each =
      std::max<std::int64_t>(100, parsed["judge-each"].as<std::int64_t>() / 100 * 100);
  trainer::train(student, *data, options, [&](std::int64_t step, std::int64_t of, double loss) {
    if (step % 500 == 0)
      std::fprintf(stderr, "step %lld of %lld, loss %.2f a group, %.0f plays a second\n",
                   static_cast<long long>(step), static_cast<long long>(of), loss,
                   static_cast<double>(step) * options.batch / seconds() *
                       static_cast<double>(data->plays()) / static_cast<double>(data->groups()));
    if (step % told_each == 0) tell("what wins", trainer::judge(student, *test));
  });
  const Judgement judged = trainer::judge(student, *test);
  tell("what wins", judged);
  const Judgement of_spread = trainer::judge(student, *test, 1);
  tell("spread", of_spread);
  if (auto written = student.write(out + ".student"); !written)
    return input_error("write-failed", written.error());
  const auto network = trainer::quantise(student, lexicon.tiles(), training);
  if (!network) return input_error("write-failed", network.error());
  if (auto written = write_file(out, compress(network->bytes(), 19)); !written)
    return input_error("write-failed", written.error());
  if (parsed.count("json") != 0)
    print(Json{{"out", out},
               {"plays", data->plays()},
               {"r2", judged.r2()},
               {"slope", judged.slope()},
               {"gain", judged.gain()},
               {"gain_error", judged.gain_error()},
               {"spread_r2", of_spread.r2()},
               {"seconds", seconds()}});
  return kDone;
}

}  // namespace

int train_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "train", "Trains a student network on contrast data (see `zymurgy contrast`).");
  options.add_options()("in", "Folder of contrast data (repeatable)",
                        cxxopts::value<std::vector<std::string>>(), "DIR");
  options.add_options()("out",
                        "The network to write (and FILE.student, what it was before rounding)",
                        cxxopts::value<std::string>(), "FILE");
  options.add_options()("from", "What to go on from: a FILE.student or a network, by code or file",
                        cxxopts::value<std::string>(), "FILE");
  options.add_options()("aim", "What is worth having: points or wins (by the lexicon's win table)",
                        cxxopts::value<std::string>()->default_value("points"), "AIM");
  options.add_options()("hold-out", "Shards not learned from, to judge by; the first ones",
                        cxxopts::value<std::size_t>()->default_value("8"), "N");
  options.add_options()("shards", "To learn from, at most",
                        cxxopts::value<std::size_t>()->default_value("1000000"), "N");
  options.add_options()("epochs", "Passes over the data",
                        cxxopts::value<double>()->default_value("2"), "N");
  options.add_options()("batch", "Positions a step", cxxopts::value<int>()->default_value("512"),
                        "N");
  options.add_options()("rate", "Of learning, at its peak",
                        cxxopts::value<double>()->default_value("0.001"), "R");
  options.add_options()("first-ply", "Weight of the first ply's loss",
                        cxxopts::value<double>()->default_value("1"), "W");
  options.add_options()("spread-weight", "Weight of the loss of the spread's head",
                        cxxopts::value<double>()->default_value("0.25"), "W");
  options.add_options()("teacher",
                        "A FILE.student or a network whose outputs stand beside the labels",
                        cxxopts::value<std::string>(), "FILE");
  options.add_options()("teacher-leaves", "The leaves its words go with, if not those of --leaves",
                        cxxopts::value<std::string>(), "CODE");
  options.add_options()("teacher-weight", "Of its outputs, to 1; the labels have the rest",
                        cxxopts::value<double>()->default_value("0.8"), "W");
  options.add_options()("width", "Of a lane's accumulator",
                        cxxopts::value<int>()->default_value("64"), "N");
  options.add_options()("hidden", "Units of the hidden layer",
                        cxxopts::value<int>()->default_value("32"), "N");
  options.add_options()("judge-each", "Steps between judgements on the shards held out",
                        cxxopts::value<std::int64_t>()->default_value("2000"), "N");
  options.add_options()("seed", "Of all randomness",
                        cxxopts::value<std::uint64_t>()->default_value("1"), "S");
  options.add_options()("threads", "At most 4", cxxopts::value<int>()->default_value("1"), "T");
  add_table_options(options);
  return run_command(options, argc, argv, run_train);
}

}  // namespace zymurgy
