#include "trainer-bridge/student.h"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "evaluate/move_finder.h"
#include "game/files.h"
#include "game/packing.h"
#include "game/random.h"
#include "making/contrast.h"
#include "making/contrast_shards.h"
#include "nnue/evaluator.h"
#include "support/folder.h"
#include "support/lexica.h"
#include "support/repeats.h"
#include "support/small_data.h"
#include "trainer-bridge/quantise.h"
#include "trainer-bridge/training.h"

using namespace zymurgy;
using namespace zymurgy::trainer;
using test::small_data;
using test::SmallData;

namespace {

Shape small_shape() {
  const nnue::FeatureSet features(small_data().lexicon.tiles());
  return {features.lane_rows(), features.tile_rows(), {}, 2};
}

// So many passes over the few games that they are learned by heart.
TrainingOptions thorough() {
  TrainingOptions options;
  options.epochs = 80;
  options.batch = 16;
  options.rate = 0.003;
  return options;
}

}  // namespace

TEST_CASE("contrast shards do not depend on the threads, and are not made twice") {
  SmallData& data = small_data();
  REQUIRE(data.made);
  const std::string first = read_file(data.path).value();
  const auto written = std::filesystem::last_write_time(data.path);
  std::filesystem::remove(data.folder.file(contrast_shard_name(3)));
  data.options.threads = 2;
  CHECK(make_contrast(data.options));
  CHECK(std::filesystem::last_write_time(data.path) == written);
  std::filesystem::remove(data.path);
  CHECK(make_contrast(data.options));
  CHECK(read_file(data.path).value() == first);

  // One that was meant to be shorter is made again; one of other options is left, and named.
  ContrastOptions shorter = data.options;
  shorter.header.games = 2;
  std::filesystem::remove(data.path);
  CHECK(make_contrast(shorter));
  CHECK(read_file(data.path).value() != first);
  CHECK(make_contrast(data.options));
  CHECK(read_file(data.path).value() == first);
  CHECK(make_contrast(shorter));
  ContrastOptions other = data.options;
  other.header.plies = 1;
  const auto refused = make_contrast(other);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find(data.folder.path.string()) == 0);
  CHECK(read_file(data.path).value() == first);
}

TEST_CASE("contrast shards hold groups with the best play first; damage is refused") {
  std::size_t groups = 0;
  const auto header = read_contrast(small_data().path, [&](const ContrastGame& game) {
    for (const auto& group : game.groups) {
      if (group.empty()) continue;
      ++groups;
      CHECK(group.size() >= 2);
      CHECK(group.size() <= 6);
      for (const ContrastPlay& play : group) {
        CHECK(play.equity <= group.front().equity);
        CHECK(play.gains.size() == 2);
      }
    }
  });
  REQUIRE(header);
  CHECK(header->games == 3);
  CHECK(groups == small_data().data.groups());
  const std::string bytes = decompress(read_file(small_data().path).value(), "it").value();
  const std::string broken = small_data().folder.file("broken");
  for (const auto& damaged : {bytes.substr(0, bytes.size() - 1), bytes + "x", bytes.substr(0, 40),
                              std::string("x") + bytes}) {
    REQUIRE(write_file(broken, compress(damaged, 1)));
    const auto read = read_contrast(broken, [](const ContrastGame&) {});
    REQUIRE(!read);
    CHECK(read.error().message.starts_with(broken));
  }
  // Of other tiles, or of other words that have this lexicon's name.
  for (const auto& [ours, other] : {std::pair{"\"tiles\":\"english\"", "\"tiles\":\"french\""},
                                    {"\"words\":\"", "\"words\":\"0"}}) {
    std::string foreign = bytes;
    foreign.replace(foreign.find(ours), std::string(ours).size(), other);
    REQUIRE(write_file(broken, compress(foreign, 1)));
    CHECK(!check_lexicon(broken, *small_data().options.lexicon));
  }
  // Of other words: told before the games are read.
  REQUIRE(write_file(broken, compress(bytes + "x", 1)));
  const auto added = Dataset(*test::oel1().lexicon, *test::oel1().leaves, nullptr).add(broken);
  REQUIRE(!added);
  CHECK(added.error().message == broken + ": games of lexicon 'made-up', not OEL1");
}

TEST_CASE("late data is of the last positions, and follows plays to the end of the game") {
  ContrastOptions options = small_data().options;
  const test::Folder folder;
  options.folder = folder.path.string();
  options.header.late = 3;
  REQUIRE(make_contrast(options));
  MoveFinder finder(*options.lexicon, *options.leaves);
  int late = 0, endgames = 0;
  const auto header = replay_contrast(
      folder.file(contrast_shard_name(0)), *options.lexicon, finder.evaluator(),
      [&](const Position& position, const Turn&, const std::vector<ContrastPlay>& plays) {
        if (plays.empty()) return;
        ++late;
        REQUIRE(position.bag_size() <= 3);
        if (position.bag_size() > 0) return;
        ++endgames;
        for (const ContrastPlay& play : plays) {
          CHECK(play.to_the_end);
          Position at = position;
          at.set_rack(1 - at.on_turn(), position.unseen(position.on_turn()));
          const int mover = at.on_turn(), before = at.spread();
          at.make(play.move);
          while (!at.over()) at.make(finder.best(at, Lanes(*options.lexicon, at)).move);
          const int spread = at.final_spread(mover);
          CHECK(play.gains.back() == (spread - before) * kPoint);
        }
      });
  REQUIRE(header);
  CHECK(header->late == 3);
  CHECK(late > endgames);
  CHECK(endgames > 0);
}

TEST_CASE("where data has no groups a student is made to say nothing") {
  // A few games judge no endgames, and so learn nothing of the first bucket.
  Student student = Student::fresh(small_shape(), 1);
  const Student before = student;
  silence_unlearned(student, small_data().data);
  const auto heads = [&](const Student& of, int bucket) {
    return std::vector<float>(
        of.weights.begin() + static_cast<std::ptrdiff_t>(of.shape.head_at(bucket)),
        of.weights.begin() + static_cast<std::ptrdiff_t>(of.shape.head_at(bucket + 1)));
  };
  CHECK(std::ranges::all_of(heads(student, 0), [](float x) { return x == 0; }));
  for (int bucket = 1; bucket < nnue::kBuckets; ++bucket)
    CHECK(heads(student, bucket) == heads(before, bucket));
}

TEST_CASE("a shard without a group of two plays has as many plies as others") {
  ContrastOptions options = small_data().options;
  const test::Folder folder;
  options.folder = folder.path.string();
  options.header.plays = 1;
  REQUIRE(make_contrast(options));
  Dataset data(*options.lexicon, *options.leaves, nullptr);
  REQUIRE(data.add(folder.file(contrast_shard_name(0))));
  CHECK(data.groups() == 0);
  REQUIRE(data.add(small_data().path));
  CHECK(data.groups() == small_data().data.groups());
  CHECK(data.plies() == 2);
}

TEST_CASE("a student is read as it was written; weights that are no numbers are refused") {
  const test::Folder folder;
  const std::string path = folder.file("one.student");
  Shape shape = small_shape();
  shape.sizes = {32, 96, 64};  // each its own
  Student student = Student::fresh(shape, 1);
  REQUIRE(student.write(path));
  const auto read = Student::read(path);
  REQUIRE(read);
  CHECK(read->shape.sizes == shape.sizes);
  CHECK(read->shape.plies == shape.plies);
  CHECK(read->weights == student.weights);
  for (const float wrong : {std::numeric_limits<float>::infinity(), std::nanf("")}) {
    student.weights[7] = wrong;
    REQUIRE(student.write(path));
    CHECK(Student::read(path).error().message == path + ": weight 7 is no finite number");
  }
}

TEST_CASE("slopes are those of the loss") {
  const Student student = Student::fresh(small_shape(), 1);
  GroupView group;
  REQUIRE(small_data().added);
  small_data().data.view(small_data().data.groups() / 2, group);
  Pass pass(student.shape, Inputs::kExact);
  // The loss: a fixed weighting of the outputs.
  std::vector<float> slopes;
  const auto loss = [&](const std::vector<float>& weights) {
    double sum = 0;
    const auto& outputs = pass.forward(weights.data(), group);
    slopes.resize(outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      slopes[i] = static_cast<float>(i % 5) - 1;
      sum += static_cast<double>(slopes[i] * outputs[i]);
    }
    return sum;
  };
  std::vector<float> gradient(student.weights.size());
  loss(student.weights);
  pass.backward(student.weights.data(), group, slopes, gradient.data());
  Random random(1);
  int checked = 0;
  while (checked < 200) {
    // The matrix is small beside the rest: a quarter of what is checked is of it.
    const bool of_mix = checked % 4 == 0;
    const std::size_t first = of_mix ? student.shape.mix_at(0) : 0;
    const std::size_t end = of_mix ? student.shape.tile_at(0) : gradient.size();
    const std::size_t i = first + random.below(static_cast<std::uint32_t>(end - first));
    if (gradient[i] == 0) continue;
    constexpr float kStep = 2e-4F;
    std::vector<float> more = student.weights, less = student.weights;
    more[i] += kStep;
    less[i] -= kStep;
    // The loss bends where an activation is clipped, but hardly on both sides so near.
    const double here = loss(student.weights);
    const double above = (loss(more) - here) / static_cast<double>(kStep);
    const double below = (here - loss(less)) / static_cast<double>(kStep);
    const auto expected = doctest::Approx(static_cast<double>(gradient[i])).epsilon(0.05).scale(1);
    CHECK((above == expected || below == expected));
    ++checked;
  }
}

TEST_CASE("a student that says the same of all plays explains nothing") {
  Student silent = Student::fresh(small_shape(), 1);
  CHECK(judge(silent, small_data().data).within.alive());
  std::fill(silent.weights.begin() + static_cast<std::ptrdiff_t>(silent.shape.head_at(0)),
            silent.weights.end(), 0.0F);
  const Judgement judged = judge(silent, small_data().data);
  CHECK(!judged.within.alive());
  CHECK(judged.within.r2() == 0);
  CHECK(judged.within.slope() == 0);
  Agreement diverged;
  for (const double word : {std::nan(""), 1.0}) diverged.add(word, word);
  CHECK(diverged.r2() == 0);
}

TEST_CASE("training lowers the loss, and gives the same weights whatever the threads") {
  TrainingOptions options = thorough();
  Student one = Student::fresh(small_shape(), 1), two = one;
  const double before = judge(one, small_data().data).within.r2();
  std::vector<double> losses;
  train(one, small_data().data, options,
        [&](const TrainingProgress& at) { losses.push_back(at.loss); });
  REQUIRE(losses.size() > 2);
  CHECK(losses.back() < losses.front());
  CHECK(judge(one, small_data().data).within.r2() > before + 0.1);
  CHECK(judge(one, small_data().data, 1).within.r2() > before + 0.1);
  options.threads = 2;
  train(two, small_data().data, options);
  CHECK(one.weights == two.weights);
}

TEST_CASE("the level of the spread is learned where that is asked" *
          doctest::skip(!test::kInFull)) {
  TrainingOptions options = thorough();
  Student student = Student::fresh(small_shape(), 1);
  Student free = student;
  options.level_weight = 1;
  train(student, small_data().data, options);
  options.level_weight = 0;
  train(free, small_data().data, options);
  const Judgement judged = judge(student, small_data().data, 1);
  CHECK(judged.level.r2() > 0.5);
  CHECK(judged.level.slope() == doctest::Approx(1).epsilon(0.2));
  CHECK(judge(free, small_data().data, 1).level.r2() < judged.level.r2() / 2);
}

TEST_CASE("data is learned from in parts, of which one that cannot be had ends it") {
  SmallData& data = small_data();
  const std::array<std::string, 2> paths{data.path, data.folder.file(contrast_shard_name(3))};
  const Dataset none(data.lexicon, data.leaves, nullptr);
  Dataset all = none;
  REQUIRE(all.add(paths, 2));
  std::vector<int> loaded;
  const TrainingData in_parts{2, [&](int part) -> Result<std::shared_ptr<const Dataset>> {
                                loaded.push_back(part);
                                auto shard = std::make_shared<Dataset>(none);
                                if (auto added = shard->add(paths[size_t(part)]); !added)
                                  return tl::unexpected(added.error());
                                return shard;
                              }};
  TrainingOptions options = thorough();
  options.epochs = 40.5;
  const Student fresh = Student::fresh(small_shape(), 1);
  Student student = fresh;
  std::int64_t last = 0, expected = 0;
  REQUIRE(train(student, in_parts, options, [&](const TrainingProgress& at) {
    CHECK(at.step > last);
    last = at.step;
    expected = at.of;
  }));
  CHECK(loaded.size() == 81);
  CHECK(std::abs(last - expected) < 100 + expected / 10);  // reports come each 100 steps
  CHECK(judge(student, all).within.r2() > judge(fresh, all).within.r2() + 0.1);

  std::filesystem::remove(paths[1]);
  student = fresh;
  const auto failed = train(student, in_parts, options);
  CHECK(make_contrast(data.options));
  REQUIRE(!failed);
  CHECK(failed.error().message.find(paths[1]) != std::string::npos);
}

TEST_CASE("reading and training that are stopped say where") {
  SmallData& data = small_data();
  const std::array<std::string, 2> paths{data.path, data.folder.file(contrast_shard_name(3))};
  std::stop_source stop;
  Dataset some(data.lexicon, data.leaves, nullptr);
  const auto unread = some.add(
      paths, 1, [&](std::int64_t) { stop.request_stop(); }, stop.get_token());
  REQUIRE(!unread);
  CHECK(unread.error().message == "stopped when 1 of 2 shards were read");

  stop = {};
  TrainingOptions options = thorough();
  options.threads = 2;
  options.stop = stop.get_token();
  Student student = Student::fresh(small_shape(), 1);
  const auto stopped =
      train(student, data.data, options, [&](const TrainingProgress&) { stop.request_stop(); });
  REQUIRE(!stopped);
  CHECK(stopped.error().message.starts_with("stopped at step 100 of "));
}

TEST_CASE("a training that was stopped goes on to the same weights") {
  SmallData& data = small_data();
  TrainingData shards{
      1, [&](int) { return std::shared_ptr<const Dataset>(std::shared_ptr<void>(), &data.data); }};
  TrainingOptions options = thorough();
  options.epochs = 30;
  int stop_at_load = 0;
  SUBCASE("of one part, at a report") {}
  SUBCASE("of several parts, at a report") {
    shards.parts = 3;
    options.epochs = 10;
  }
  SUBCASE("of several parts, between two") {
    shards.parts = 2;
    options.epochs = 2.5;
    stop_at_load = 4;
  }
  const Student fresh = Student::fresh(small_shape(), 1);
  Student whole = fresh, stopped = fresh;
  const auto learned = train(whole, shards, options);
  REQUIRE(learned);

  const test::Folder folder;
  options.checkpoint = folder.file("student.checkpoint");
  std::stop_source stop;
  options.stop = stop.get_token();
  int loads = 0;
  TrainingData watched = shards;
  watched.load = [&](int part) {
    if (++loads == stop_at_load) stop.request_stop();
    return shards.load(part);
  };
  const auto first = train(stopped, watched, options, [&](const TrainingProgress& at) {
    CHECK(at.unsaved == nullptr);
    stop.request_stop();
  });
  REQUIRE(!first);
  CHECK(first.error().message.starts_with("stopped at step "));
  CHECK(stopped.weights != whole.weights);

  options.stop = {};
  stopped = fresh;
  const auto second = train(stopped, watched, options);
  REQUIRE(second);
  CHECK(stopped.weights == whole.weights);
  CHECK(second->plays == learned->plays);
  CHECK(second->positions == learned->positions);
  const int passes =
      shards.parts == 1 ? 1 : static_cast<int>(std::ceil(options.epochs * shards.parts));
  CHECK(loads == passes + 1);  // that of the stop twice, none of those behind it

  // Of one that has come to its end nothing is left to be done.
  loads = 0;
  Student again = fresh;
  CHECK(train(again, watched, options)->plays == learned->plays);
  CHECK(again.weights == whole.weights);
  CHECK(loads == 0);

  again = fresh;
  options.seed = 2;
  const auto other = train(again, watched, options);
  REQUIRE(!other);
  CHECK(other.error().message == options.checkpoint +
                                     ": a checkpoint of a run with other options; remove it to "
                                     "begin anew");
  options.seed = 1;
  const auto bytes = *read_file(options.checkpoint);
  for (const std::string& broken :
       {bytes.substr(0, bytes.size() / 2), compress("ZYTRAIN1", 1),
        compress("no checkpoint, but long enough to be one" + std::string(200, ' '), 1)}) {
    REQUIRE(write_file(options.checkpoint, broken));
    const auto refused = train(again, watched, options);
    REQUIRE(!refused);
    CHECK(refused.error().message.starts_with(options.checkpoint + ": "));
  }
}

TEST_CASE("shards read by threads are those read one by one, in their order") {
  SmallData& data = small_data();
  const std::array<std::string, 2> paths{data.path, data.folder.file(contrast_shard_name(3))};
  Dataset together(data.lexicon, data.leaves, nullptr), alone = together;
  REQUIRE(together.add(paths, 2));
  for (const std::string& path : paths) REQUIRE(alone.add(path));
  REQUIRE(together.groups() == alone.groups());
  CHECK(together.plays() == alone.plays());
  GroupView one, other;
  for (std::size_t g = 0; g < alone.groups(); ++g) {
    together.view(g, one);
    alone.view(g, other);
    REQUIRE(one.plays.size() == other.plays.size());
    for (std::size_t p = 0; p < one.plays.size(); ++p)
      CHECK(std::ranges::equal(one.plays[p].gains, other.plays[p].gains));
  }
}

TEST_CASE("a student learns what its teacher says" * doctest::skip(!test::kInFull)) {
  const Student teacher = Student::fresh(small_shape(), 5);
  TrainingOptions options = thorough();
  options.teacher = &teacher;
  options.teacher_weight = 1;
  Student student = Student::fresh(small_shape(), 1);
  std::vector<double> losses;
  train(student, small_data().data, options,
        [&](const TrainingProgress& at) { losses.push_back(at.loss); });
  REQUIRE(losses.size() > 2);
  CHECK(losses.back() < losses.front() / 10);
}

TEST_CASE("the network that plays says what the student says") {
  int least = nnue::kMostOne, most = nnue::kMostOne;
  SUBCASE("") {}
  Student student = Student::fresh(small_shape(), 3);
  SUBCASE("with a unit that could leave 16 bits if it were as fine as the others") {
    for (int row = 0; row < student.shape.lane_rows; ++row)
      student.weights[student.shape.lane_at(row)] += 0.4F;
    least = most / 5, most /= 2;
  }
  const auto network = quantise(student, small_data().lexicon.tiles(), "test");
  REQUIRE(network);
  CHECK(network->ones[0] >= least);
  CHECK(network->ones[0] <= most);
  CHECK(network->ones[1] == nnue::kMostOne);
  nnue::Evaluator evaluator(*network, small_data().lexicon.tiles());
  Pass pass(student.shape);
  const Student rounded = played(student);
  std::size_t group_index = 0;
  double worst = 0;
  const auto header = read_contrast(small_data().path, [&](const ContrastGame& game) {
    Position position(small_data().lexicon.tiles(), Layout::standard());
    std::size_t turn = 0;
    REQUIRE(replay(game.record, position, [&](const Position& at, const Turn&) {
      const auto& plays = game.groups[turn++];
      if (plays.size() < 2) return;
      GroupView group;
      small_data().data.view(group_index++, group);
      const auto& outputs = pass.forward(rounded.weights.data(), group);
      const Lanes lanes(small_data().lexicon, at);
      evaluator.start(at, lanes);
      for (std::size_t p = 0; p < plays.size(); ++p) {
        const nnue::Prediction words = evaluator.predict(plays[p].move);
        const auto trained = [&](std::size_t head) {
          return static_cast<double>(outputs[4 * p + 2 * head] + outputs[4 * p + 2 * head + 1]);
        };
        worst = std::max({worst, std::abs(trained(0) - words.win / 1000.0),
                          std::abs(trained(1) - words.spread / 1000.0)});
      }
    }));
  });
  REQUIRE(header);
  CHECK(worst < 0.15);

  student.weights[5] = 100;
  const auto clipped = quantise(student, small_data().lexicon.tiles(), "test");
  REQUIRE(!clipped);
  CHECK(clipped.error().message.starts_with("the lane weights do not fit"));
}

TEST_CASE("a network gives back the student it was made of, but for the rounding") {
  const TileSet& tiles = small_data().lexicon.tiles();
  const auto network = quantise(Student::fresh(small_shape(), 3), tiles, "test");
  REQUIRE(network);
  auto again = quantise(restored(*network, 2), tiles, "test");
  REQUIRE(again);
  // The steps of 8 bits may be others, if what was the largest weight was rounded.
  const auto near = [](const auto& weights, const auto& steps, const auto& old_weights,
                       const auto& old_steps) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const std::size_t unit = i / (weights.size() / steps.size());
      const int off = weights[i] * steps[unit] - old_weights[i] * old_steps[unit];
      if (2 * std::abs(off) > steps[unit]) return false;
    }
    return true;
  };
  CHECK(near(again->mix, again->mix_steps, network->mix, network->mix_steps));
  CHECK(near(again->dense, again->dense_steps, network->dense, network->dense_steps));
  again->mix = network->mix, again->mix_steps = network->mix_steps;
  again->dense = network->dense, again->dense_steps = network->dense_steps;
  CHECK(*again == *network);
}

TEST_CASE("a teacher of other leaves is heard by what it says in all" *
          doctest::skip(!test::kInFull)) {
  SmallData& data = small_data();
  LeaveTable others(data.lexicon.tiles());
  for (int size = 1; size < kRackSize; ++size)
    for_each_leave(data.lexicon.tiles(), size, [&](const TileCounts& leave) {
      others.set(others.rank(leave), 4 * kPoint * leave[1] - kPoint * leave.size());
    });
  Dataset taught(data.lexicon, data.leaves, nullptr, &others);
  REQUIRE(taught.add(data.path));
  Student silent = Student::fresh(small_shape(), 5), student = silent;
  std::fill(silent.weights.begin() + static_cast<std::ptrdiff_t>(silent.shape.head_at(0)),
            silent.weights.end(), 0.0F);
  TrainingOptions options = thorough();
  options.teacher = &silent;
  options.teacher_weight = 1;
  train(student, taught, options);

  // It has learned what the leaves differ by.
  Pass pass(student.shape);
  GroupView group;
  double squares = 0, errors = 0;
  for (std::size_t g = 0; g < taught.groups(); ++g) {
    taught.view(g, group);
    const auto& outputs = pass.forward(student.weights.data(), group);
    const auto per_play = outputs.size() / group.plays.size();
    const auto said = [&](std::size_t p) { return outputs[p * per_play]; };
    const auto due = [&](std::size_t p) {
      return group.plays[p].taught_equity - group.plays[p].equity;
    };
    for (std::size_t p = 1; p < group.plays.size(); ++p) {
      squares += std::pow(static_cast<double>(due(p) - due(0)), 2);
      errors += std::pow(static_cast<double>(said(p) - said(0) - due(p) + due(0)), 2);
    }
  }
  CHECK(squares > 100);
  CHECK(errors < squares / 10);
}
