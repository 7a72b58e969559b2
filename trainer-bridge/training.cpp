#include "trainer-bridge/training.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "game/hash.h"
#include "game/random.h"
#include "game/threads.h"
#include "trainer-bridge/adam.h"
#include "trainer-bridge/pass.h"

namespace zymurgy::trainer {
namespace {

constexpr int kSlices = 4;  // of a batch, each with its own gradient

// Groups in random order, reshuffled each epoch; the `steps` done before select the random stream.
class Order {
 public:
  Order(std::size_t groups, std::uint64_t seed, std::int64_t steps)
      : random_(Random::stream(seed, 8 + static_cast<std::uint64_t>(steps))), order_(groups) {
    for (std::size_t i = 0; i < groups; ++i) order_[i] = static_cast<std::uint32_t>(i);
    next_ = groups;
  }
  std::size_t next() {
    if (next_ == order_.size()) {
      shuffle(std::span(order_), random_);
      next_ = 0;
    }
    return order_[next_++];
  }

 private:
  Random random_;
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;
};

struct Slice {
  Slice(const Shape& shape, const Student* teacher) : pass(shape), gradient(shape.parameters()) {
    if (teacher != nullptr) teacher_pass.emplace(teacher->shape);
  }
  Pass pass;
  std::optional<Pass> teacher_pass;
  GroupView group;
  std::vector<float> gradient, slopes;
  double loss = 0;

  // `student` and `teacher`, if there is one, are rounded as they play.
  void learn(const Student& student, const Student& teacher, const Dataset& data, std::size_t index,
             const TrainingOptions& options) {
    data.view(index, group);
    const auto& outputs = pass.forward(student.weights.data(), group);
    const float* teacher_outputs =
        teacher_pass ? teacher_pass->forward(teacher.weights.data(), group).data() : nullptr;
    const auto teacher_weight = static_cast<float>(options.teacher_weight);
    const auto plies = size_t(student.shape.plies), per_play = size_t(student.shape.outputs());
    const std::size_t n = group.plays.size();
    slopes.assign(outputs.size(), 0);
    for (std::size_t o = 0; o < per_play; ++o) {
      const bool first_ply = o % plies == 0;
      // What this ply brings beyond what was expected before it.
      const auto label = [&](std::size_t p) {
        const PlayView& play = group.plays[p];
        const float gained = play.gains[o] - (first_ply ? play.equity : play.gains[o - 1]);
        if (teacher_outputs == nullptr) return gained;
        const float teacher_label =
            teacher_outputs[p * per_play + o] + (first_ply ? play.teacher_equity - play.equity : 0);
        return gained + teacher_weight * (teacher_label - gained);
      };
      float mean = 0;
      for (std::size_t p = 0; p < n; ++p)
        mean += (outputs[p * per_play + o] - label(p)) / static_cast<float>(n);
      const double weight =
          (o < plies ? static_cast<double>(group.weight) : options.spread_weight) *
          (first_ply ? options.first_ply_weight : 1);
      for (std::size_t p = 0; p < n; ++p) {
        const float error = outputs[p * per_play + o] - label(p) - mean;
        slopes[p * per_play + o] = static_cast<float>(weight) * error;
        loss += weight * static_cast<double>(error) * static_cast<double>(error);
      }
    }
    if (options.level_weight > 0) learn_level(outputs, plies, options);
    pass.backward(student.weights.data(), group, slopes, gradient.data());
  }

  // Pulls the group's mean spread prediction towards the mean of the points gained.
  void learn_level(const std::vector<float>& outputs, std::size_t plies,
                   const TrainingOptions& options) {
    const std::size_t n = group.plays.size(), per_play = outputs.size() / n;
    double error = 0;
    for (std::size_t p = 0; p < n; ++p) {
      const PlayView& play = group.plays[p];
      error += static_cast<double>(play.equity - play.gains.back());
      for (std::size_t o = plies; o < per_play; ++o)
        error += static_cast<double>(outputs[p * per_play + o]);
    }
    error /= static_cast<double>(n);
    const double weight = options.spread_weight * options.level_weight;
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t o = plies; o < per_play; ++o)
        slopes[p * per_play + o] += static_cast<float>(weight * error);
    loss += static_cast<double>(n) * weight * error * error;
  }
};

// A training under way: the state that one stretch passes to the next.
class Trainer {
 public:
  Trainer(Student& student, const nnue::FeatureSet& features, const TrainingOptions& options,
          std::uint64_t run, const TrainingReport& report)
      : student_(student),
        options_(options),
        run_(run),
        report_(report),
        adam_(student.shape, features),
        played_(played(student)),
        gradient_(student.weights.size()) {
    if (options.teacher != nullptr) teacher_ = played(*options.teacher);
    for (int s = 0; s < kSlices; ++s) slices_.emplace_back(student.shape, options.teacher);
  }

  // The student must have the checkpoint's weights already.
  Result<void> resume(const Checkpoint& kept) {
    state_ = kept.state;
    before_ = state_.steps;
    if (!adam_.restore(kept)) return failure(options_.checkpoint + ": made for other features");
    return {};
  }

  // Makes `epochs` passes over the data, which are the share from `begun` to `ended` of the whole
  // training; `first` if they are the first over this data.
  Result<void> learn(const Dataset& data, double epochs, double begun, double ended, bool first) {
    const auto steps = static_cast<std::int64_t>(
        std::ceil(epochs * static_cast<double>(data.groups()) / options_.batch));
    const std::int64_t before = state_.steps - state_.into;
    // A guess: as if the parts to come were as large as this one.
    of_ = before + std::llround(static_cast<double>(steps) * (1 - begun) / (ended - begun));
    Order order(data.groups(), options_.seed, before);
    for (std::int64_t i = 0; i < state_.into * options_.batch; ++i) order.next();
    std::vector<std::size_t> batch(static_cast<std::size_t>(options_.batch));
    const int threads = std::clamp(options_.threads, 1, kSlices);
    std::atomic<int> next = 0;
    Crew crew(threads, [&](int) {
      for (int s; (s = next++) < kSlices;)
        for (std::size_t i = size_t(s); i < batch.size(); i += kSlices)
          slices_[s].learn(played_, teacher_, data, batch[i], options_);
    });
    while (state_.into < steps) {
      if (options_.stop.stop_requested()) {
        if (auto kept = save(); !kept) return kept;
        return failure("stopped at step " + std::to_string(state_.steps) + " of " +
                       std::to_string(of_));
      }
      for (std::size_t& index : batch) index = order.next();
      next = 0;
      crew.round();
      const double done = static_cast<double>(state_.into) / static_cast<double>(steps);
      move(rate(begun + (ended - begun) * done));
      ++state_.into;
      if (++state_.steps % kReported == 0)
        report({.loss = std::exchange(state_.loss, 0) / kReported / options_.batch});
      if (std::chrono::steady_clock::now() - saved_ >= options_.save_each) save_or_report();
    }
    if (first) state_.learned.plays += data.plays(), state_.learned.positions += data.groups();
    ++state_.stretches;
    state_.into = 0;
    save_or_report();
    return {};
  }

  const Learned& learned() const { return state_.learned; }

 private:
  static constexpr int kReported = 100;  // steps between reports

  // The learning rate once the share `done` of the training is done.
  double rate(double done) const {
    const std::int64_t warm_up = std::min<std::int64_t>(200, of_ / 10 + 1);
    return options_.rate * std::min(1.0, double(state_.steps + 1) / double(warm_up)) *
           (1 + std::cos(std::numbers::pi * done)) / 2;
  }
  // Moves the weights by the gradients of a batch's slices.
  void move(double rate) {
    for (Slice& slice : slices_) {  // in order: the sums must not depend on the threads
      for (std::size_t i = 0; i < gradient_.size(); ++i)
        gradient_[i] += std::exchange(slice.gradient[i], 0.0F);
      state_.loss += std::exchange(slice.loss, 0);
    }
    if (options_.heads_only) std::fill_n(gradient_.begin(), student_.shape.head_at(0), 0.0F);
    adam_.step(student_.weights, gradient_, rate);
    std::fill(gradient_.begin(), gradient_.end(), 0.0F);
    played_ = played(student_);
  }

  void report(TrainingProgress progress) const {
    progress.step = state_.steps, progress.of = of_, progress.before = before_;
    if (report_) report_(progress);
  }
  Result<void> save() {
    saved_ = std::chrono::steady_clock::now();
    if (options_.checkpoint.empty()) return {};
    return write_checkpoint(options_.checkpoint, run_, state_, student_.weights, adam_.own(),
                            adam_.shared());
  }
  void save_or_report() {
    if (const auto kept = save(); !kept) report({.unsaved = &kept.error()});
  }

  Student& student_;
  const TrainingOptions& options_;
  std::uint64_t run_;
  const TrainingReport& report_;
  Adam adam_;
  std::vector<Slice> slices_;
  Student played_, teacher_;  // rounded; teacher_ if there is one
  std::vector<float> gradient_;
  TrainingState state_;
  std::int64_t of_ = 0;      // steps in all, estimated
  std::int64_t before_ = 0;  // steps already in the checkpoint
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

// Identifies all that determines a training's weights.
std::uint64_t name_of(const Student& student, const TrainingData& data,
                      const TrainingOptions& options) {
  Hash hash;
  hash.add(data.name);
  hash.add(static_cast<std::uint64_t>(data.parts));
  for (const double number :
       {options.epochs, options.rate, options.first_ply_weight, options.spread_weight,
        options.level_weight, options.teacher_weight, double(options.batch)})
    hash.add(std::bit_cast<std::uint64_t>(number));
  hash.add(options.seed);
  hash.add(options.heads_only ? 1 : 0);
  const auto add = [&hash](const Student& each) {
    for (const int number : {each.shape.lane_rows, each.shape.tile_rows, each.shape.sizes.width,
                             each.shape.sizes.hidden, each.shape.sizes.units, each.shape.plies})
      hash.add(static_cast<std::uint64_t>(number));
    for (const float weight : each.weights) hash.add(std::bit_cast<std::uint32_t>(weight));
  };
  add(student);
  if (options.teacher != nullptr) add(*options.teacher);
  return hash.value();
}

}  // namespace

Result<Learned> train(Student& student, const TrainingData& data, const TrainingOptions& options,
                      const TrainingReport& report) {
  const std::uint64_t run = options.checkpoint.empty() ? 0 : name_of(student, data, options);
  Result<std::optional<Checkpoint>> kept = std::nullopt;
  if (!options.checkpoint.empty())
    kept = read_checkpoint(options.checkpoint, run, student.weights.size());
  if (!kept) return tl::unexpected(kept.error());
  if (*kept) student.weights = (*kept)->weights;

  std::optional<Trainer> trainer;
  // With one part, all passes are one stretch; with several, a stretch is a pass over each in turn.
  const double most = data.parts == 1 ? options.epochs : 1;
  const double all = options.epochs * data.parts;
  for (std::int64_t stretch = 0; double(stretch) * most < all; ++stretch) {
    if (*kept && stretch < (*kept)->state.stretches) continue;
    const double done = double(stretch) * most;
    const double epochs = std::min(most, all - done);
    const auto part = data.load(static_cast<int>(stretch % data.parts));
    if (!part) return tl::unexpected(part.error());
    if (!trainer) {
      trainer.emplace(student, (*part)->features(), options, run, report);
      if (*kept)
        if (auto resumed = trainer->resume(**kept); !resumed)
          return tl::unexpected(resumed.error());
    }
    if (auto learned =
            trainer->learn(**part, epochs, done / all, (done + epochs) / all, stretch < data.parts);
        !learned)
      return tl::unexpected(learned.error());
  }
  return trainer ? trainer->learned() : (*kept)->state.learned;
}

Result<Learned> train(Student& student, const Dataset& data, const TrainingOptions& options,
                      const TrainingReport& report) {
  const std::shared_ptr<const Dataset> whole(std::shared_ptr<void>(), &data);
  const auto load = [&whole](int) { return whole; };
  return train(student, {1, load}, options, report);
}

}  // namespace zymurgy::trainer
