// How a student (student.h) is trained: by groups in random order, a batch at a time.
//
// Loss: for each output the squared error after the group's mean is taken off labels and outputs.
// This leaves the level of a position's predictions free, so that those of two positions cannot be
// compared; `level_weight` pulls the spread head's level towards the points gained.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "trainer-bridge/checkpoint.h"
#include "trainer-bridge/student.h"

namespace zymurgy::trainer {

struct TrainingOptions {
  double epochs = 1;
  int batch = 512;  // groups
  double rate = 1e-3;
  double first_ply_weight = 1;  // of the loss of the first ply; the others have 1
  double spread_weight = 0.25;  // of the spread head's loss; the win head's has 1
  double level_weight = 0;      // times spread_weight: of the error of a group's mean prediction
  // A student of the same features and plies, whose outputs, free of the labels' noise, are blended
  // with the labels; nullptr for none.
  const Student* teacher = nullptr;
  double teacher_weight = 0.8;  // of its outputs; the labels have the rest
  // Trains the heads alone: for a student restored from a network, which has lost what each ply is
  // worth and kept only the sum.
  bool heads_only = false;
  std::uint64_t seed = 1;
  int threads = 1;
  std::string checkpoint;  // a file to save the state in and to continue from; empty for none
  std::chrono::seconds save_each{300};
  std::stop_token stop;
};

// The training data, in parts of about the same size, of which one at a time is in memory.
struct TrainingData {
  int parts = 1;
  std::function<Result<std::shared_ptr<const Dataset>>(int part)> load;
  std::uint64_t name = 0;  // identifies the content: other data has another
};

struct TrainingProgress {
  std::int64_t step = 0, of = 0;   // `of` is a guess until all parts have been seen
  std::int64_t before = 0;         // steps already in the checkpoint
  double loss = 0;                 // per group, over the last 100 steps
  const Error* unsaved = nullptr;  // why the checkpoint could not be written
};

// Trains by Adam, whose rate warms up and then falls to 0 by a cosine. What a row shows is also
// learned for all its places at once (FeatureSet::shared_of): few games put a Z on a given square.
// Reports every 100 steps, and when the checkpoint cannot be written. The weights are the same
// whatever the number of threads, and after a stop and a restart. An error is one of `load`, or a
// checkpoint of another run, or says at which step the training was stopped, which leaves the
// student half trained.
using TrainingReport = std::function<void(const TrainingProgress&)>;
Result<Learned> train(Student& student, const TrainingData& data, const TrainingOptions& options,
                      const TrainingReport& report = {});
// The same for data of one part, without a name.
Result<Learned> train(Student& student, const Dataset& data, const TrainingOptions& options,
                      const TrainingReport& report = {});

}  // namespace zymurgy::trainer
