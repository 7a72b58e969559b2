// How a student learns (student.h): by groups in random order, a batch at a time.
//
// Loss: for each output the squared error after the group's mean is taken off labels and outputs.
// That leaves free the level of a position's predictions, so that those of two positions cannot be
// compared; `level_weight` draws the spread head's level to the points gained.
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
  double spread_weight = 0.25;  // of the spread's; what wins has 1
  double level_weight = 0;      // times that, of the error of its predictions' mean in a group
  // A student of the same features and plies, whose outputs stand beside the labels, without their
  // noise; none if nullptr.
  const Student* teacher = nullptr;
  double teacher_weight = 0.8;  // of its outputs; the labels have the rest
  // All but the heads stays as it is: for a student restored from a network, which has lost what
  // each ply is worth and kept their sum.
  bool heads_only = false;
  std::uint64_t seed = 1;
  int threads = 1;
  std::string checkpoint;  // a file to keep the work in and to go on from; empty for none
  std::chrono::seconds save_each{300};
  std::stop_token stop;
};

// What is learned from, in parts of about the same size, of which one at a time is in memory.
struct TrainingData {
  int parts = 1;
  std::function<Result<std::shared_ptr<const Dataset>>(int part)> load;
  std::uint64_t name = 0;  // of all that is in it: other data has another
};

struct TrainingProgress {
  std::int64_t step = 0, of = 0;   // of how many is a guess until all parts have been seen
  std::int64_t before = 0;         // steps that the checkpoint had
  double loss = 0;                 // a group, over the last 100 steps
  const Error* unsaved = nullptr;  // why the checkpoint could not be written
};

// Adam, warmed up and then falling to nothing by a cosine. What a row shows is learned for all its
// places at once, too (FeatureSet::shared_of): few games put a Z on a given square. Reports each
// 100 steps, and when the checkpoint cannot be written. The same weights whatever the number of
// threads, and when stopped and gone on with. An error is one of `load`, or a checkpoint of another
// run, or says at which step it was stopped, when the student is half taught.
using TrainingReport = std::function<void(const TrainingProgress&)>;
Result<Learned> train(Student& student, const TrainingData& data, const TrainingOptions& options,
                      const TrainingReport& report = {});
// The same of one part, without a name.
Result<Learned> train(Student& student, const Dataset& data, const TrainingOptions& options,
                      const TrainingReport& report = {});

}  // namespace zymurgy::trainer
