#include "trainer-bridge/training.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "game/files.h"
#include "game/packing.h"
#include "support/folder.h"
#include "support/repeats.h"
#include "support/small_data.h"
#include "trainer-bridge/judgement.h"
#include "trainer-bridge/pass.h"

using namespace zymurgy;
using namespace zymurgy::trainer;
using test::small_data;
using test::small_shape;
using test::SmallData;

namespace {

// So many passes over the few games that they are learned by heart.
TrainingOptions thorough() {
  TrainingOptions options;
  options.epochs = 80;
  options.batch = 16;
  options.rate = 0.003;
  return options;
}

}  // namespace

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
          doctest::skip(!test::kRunAll)) {
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

TEST_CASE("a student learns what its teacher says" * doctest::skip(!test::kRunAll)) {
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

TEST_CASE("a teacher of other leaves is heard by what it says in all" *
          doctest::skip(!test::kRunAll)) {
  SmallData& data = small_data();
  LeaveTable others(data.lexicon.tiles());
  for (int size = 1; size < kRackSize; ++size)
    for_each_leave(data.lexicon.tiles(), size, [&](const TileCounts& leave) {
      others.set(others.rank(leave), 4 * kPoint * leave[1] - kPoint * leave.size());
    });
  Dataset with_teacher(data.lexicon, data.leaves, nullptr, &others);
  REQUIRE(with_teacher.add(data.path));
  Student silent = Student::fresh(small_shape(), 5), student = silent;
  std::fill(silent.weights.begin() + static_cast<std::ptrdiff_t>(silent.shape.head_at(0)),
            silent.weights.end(), 0.0F);
  TrainingOptions options = thorough();
  options.teacher = &silent;
  options.teacher_weight = 1;
  train(student, with_teacher, options);

  // It has learned what the leaves differ by.
  Pass pass(student.shape);
  GroupView group;
  double squares = 0, errors = 0;
  for (std::size_t g = 0; g < with_teacher.groups(); ++g) {
    with_teacher.view(g, group);
    const auto& outputs = pass.forward(student.weights.data(), group);
    const auto per_play = outputs.size() / group.plays.size();
    const auto said = [&](std::size_t p) { return outputs[p * per_play]; };
    const auto due = [&](std::size_t p) {
      return group.plays[p].teacher_equity - group.plays[p].equity;
    };
    for (std::size_t p = 1; p < group.plays.size(); ++p) {
      squares += std::pow(static_cast<double>(due(p) - due(0)), 2);
      errors += std::pow(static_cast<double>(said(p) - said(0) - due(p) + due(0)), 2);
    }
  }
  CHECK(squares > 100);
  CHECK(errors < squares / 10);
}
