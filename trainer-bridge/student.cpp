#include "trainer-bridge/student.h"

#include <algorithm>
#include <barrier>
#include <cmath>
#include <cstring>
#include <numbers>
#include <optional>
#include <thread>

#include "game/random.h"
#include "lexicon/library.h"

namespace zymurgy::trainer {
namespace {

constexpr std::string_view kMagic = "zymurgy student 2\n";

// Eight floats side by side, which both compilers turn into one register.
using Vec = float __attribute__((vector_size(32)));
constexpr int kLane = 8;
constexpr int kTile = 32;  // floats that are kept in registers while rows are added

Vec load(const float* from) {
  Vec v;
  std::memcpy(&v, from, sizeof v);
  return v;
}
void store(float* to, Vec v) { std::memcpy(to, &v, sizeof v); }
Vec all(float x) { return Vec{} + x; }
Vec clipped(Vec v) {
  v = v > 0 ? v : Vec{};
  return v < 1 ? v : all(1);
}
// `v` where the unclipped `at` lies between the clips, else 0.
Vec gated(Vec at, Vec v) {
  v = at > 0 ? v : Vec{};
  return at < 1 ? v : Vec{};
}
float sum(Vec v) {
  float total = 0;
  for (int i = 0; i < kLane; ++i) total += v[i];
  return total;
}

// out += the rows of a table.
void add_rows(const float* table, int width, std::span<const Row> rows, float* out) {
  for (int t = 0; t < width; t += kTile) {
    std::array<Vec, kTile / kLane> acc;
    for (int k = 0; k < kTile / kLane; ++k) acc[size_t(k)] = load(out + t + k * kLane);
    for (const Row row : rows) {
      const float* from = table + size_t(row) * size_t(width) + t;
      for (int k = 0; k < kTile / kLane; ++k) acc[size_t(k)] += load(from + k * kLane);
    }
    for (int k = 0; k < kTile / kLane; ++k) store(out + t + k * kLane, acc[size_t(k)]);
  }
}
// Each of the rows of a table += v.
void add_to_rows(float* table, int width, std::span<const Row> rows, const float* v) {
  for (int t = 0; t < width; t += kTile) {
    std::array<Vec, kTile / kLane> add;
    for (int k = 0; k < kTile / kLane; ++k) add[size_t(k)] = load(v + t + k * kLane);
    for (const Row row : rows) {
      float* to = table + size_t(row) * size_t(width) + t;
      for (int k = 0; k < kTile / kLane; ++k)
        store(to + k * kLane, load(to + k * kLane) + add[size_t(k)]);
    }
  }
}

}  // namespace

Student Student::fresh(const Shape& shape, std::uint64_t seed) {
  Student student{shape, std::vector<float>(shape.parameters())};
  Random random = Random::stream(seed, 7);
  const auto uniform = [&](std::size_t from, std::size_t to, double most) {
    for (std::size_t i = from; i < to; ++i)
      student.weights[i] = static_cast<float>((2 * random.unit() - 1) * most);
  };
  uniform(0, shape.tile_at(0), 0.05);
  uniform(shape.tile_at(0), shape.dense_at(0), 0.05);
  uniform(shape.dense_at(0), shape.bias_at(), 1 / std::sqrt(2.0 * shape.width));
  uniform(shape.head_at(0), shape.parameters(), 0.3 / std::sqrt(double(shape.hidden)));
  // Row 0 of the tiles is always there: begin where the clips have room on both sides.
  for (int i = 0; i < 2 * shape.width; ++i) student.weights[shape.tile_at(0) + size_t(i)] += 0.25F;
  for (int i = 0; i < shape.hidden; ++i) student.weights[shape.bias_at() + size_t(i)] = 0.3F;
  return student;
}

Result<Student> Student::read(const std::string& path) {
  const auto packed = read_file(path);
  if (!packed) return tl::unexpected(packed.error());
  const auto bytes = decompress(*packed, path);
  if (!bytes) return tl::unexpected(bytes.error());
  Student student;
  const std::size_t head = kMagic.size() + sizeof(Shape);
  if (!bytes->starts_with(kMagic) || bytes->size() < head)
    return failure(path + ": not a student of this version");
  std::memcpy(&student.shape, bytes->data() + kMagic.size(), sizeof(Shape));
  if ((bytes->size() - head) / sizeof(float) != student.shape.parameters())
    return failure(path + ": weights are missing or too many");
  student.weights.resize(student.shape.parameters());
  std::memcpy(student.weights.data(), bytes->data() + head, bytes->size() - head);
  return student;
}

Result<void> Student::write(const std::string& path) const {
  std::string bytes(kMagic);
  bytes.append(reinterpret_cast<const char*>(&shape), sizeof shape);
  bytes.append(reinterpret_cast<const char*>(weights.data()), weights.size() * sizeof(float));
  const auto written = write_file(path, compress(bytes, 3));
  if (!written) return tl::unexpected(written.error());
  return {};
}

Pass::Pass(const Shape& shape)
    : shape_(shape),
      unseen_(2 * size_t(shape.width)),
      unseen_slopes_(2 * size_t(shape.width)),
      tile_slopes_(2 * size_t(shape.width)),
      input_slopes_(2 * size_t(shape.width)) {}

const std::vector<float>& Pass::forward(const float* weights, const GroupView& group) {
  const int width = shape_.width;
  const auto wide = size_t(width);
  lanes_.assign(group.lanes.size() * wide, 0);
  for (std::size_t s = 0; s < group.lanes.size(); ++s)
    add_rows(weights, width, group.lanes[s], &lanes_[s * wide]);
  std::fill(unseen_.begin(), unseen_.end(), 0.0F);
  const float* tiles = weights + shape_.tile_at(0);
  add_rows(tiles, 2 * width, group.unseen, unseen_.data());

  if (plays_.size() < group.plays.size()) plays_.resize(group.plays.size());
  const int outputs = shape_.outputs();
  outputs_.assign(group.plays.size() * size_t(outputs), 0);
  for (std::size_t p = 0; p < group.plays.size(); ++p) {
    Play& play = plays_[p];
    play.tiles = unseen_;
    add_rows(tiles, 2 * width, group.plays[p].leave, play.tiles.data());
    play.inputs.resize(2 * wide);
    for (int j = 0; j < width; j += kLane) {
      const Vec tile = load(&play.tiles[size_t(j)]);
      Vec pool{};
      for (const Row lane : group.plays[p].lanes)
        pool += clipped(load(&lanes_[lane * wide + size_t(j)]) + tile);
      store(&play.inputs[size_t(j)], pool * kPoolScale);
      store(&play.inputs[wide + size_t(j)], clipped(load(&play.tiles[wide + size_t(j)])));
    }
    play.hidden.resize(size_t(shape_.hidden));
    for (int h = 0; h < shape_.hidden; ++h) {
      const float* row = weights + shape_.dense_at(h);
      Vec acc{};
      for (int j = 0; j < 2 * width; j += kLane)
        acc += load(row + j) * load(&play.inputs[size_t(j)]);
      play.hidden[size_t(h)] = weights[shape_.bias_at() + size_t(h)] + sum(acc);
    }
    for (int o = 0; o < outputs; ++o) {
      const float* head = weights + shape_.head_at(group.bucket, o);
      Vec acc{};
      for (int h = 0; h < shape_.hidden; h += kLane)
        acc += load(head + h) * clipped(load(&play.hidden[size_t(h)]));
      outputs_[p * size_t(outputs) + size_t(o)] = kOutputPoints * sum(acc);
    }
  }
  return outputs_;
}

void Pass::backward(const float* weights, const GroupView& group, const std::vector<float>& slopes,
                    float* gradient) {
  const int width = shape_.width;
  const auto wide = size_t(width);
  lane_slopes_.assign(lanes_.size(), 0);
  std::fill(unseen_slopes_.begin(), unseen_slopes_.end(), 0.0F);
  float* tile_gradient = gradient + shape_.tile_at(0);
  const int outputs = shape_.outputs();
  for (std::size_t p = 0; p < group.plays.size(); ++p) {
    const Play& play = plays_[p];
    std::fill(input_slopes_.begin(), input_slopes_.end(), 0.0F);
    for (int h = 0; h < shape_.hidden; ++h) {
      const float at = play.hidden[size_t(h)];
      float slope = 0;
      for (int o = 0; o < outputs; ++o) {
        const float out = slopes[p * size_t(outputs) + size_t(o)] * kOutputPoints;
        const std::size_t weight = shape_.head_at(group.bucket, o) + size_t(h);
        slope += out * weights[weight];
        gradient[weight] += out * std::clamp(at, 0.0F, 1.0F);
      }
      if (!(at > 0 && at < 1)) continue;
      gradient[shape_.bias_at() + size_t(h)] += slope;
      const float* row = weights + shape_.dense_at(h);
      float* row_gradient = gradient + shape_.dense_at(h);
      for (int j = 0; j < 2 * width; j += kLane) {
        store(&input_slopes_[size_t(j)], load(&input_slopes_[size_t(j)]) + load(row + j) * slope);
        store(row_gradient + j, load(row_gradient + j) + load(&play.inputs[size_t(j)]) * slope);
      }
    }
    for (int j = 0; j < width; j += kLane) {
      const Vec tile = load(&play.tiles[size_t(j)]);
      const Vec slope = load(&input_slopes_[size_t(j)]) * kPoolScale;
      Vec total{};
      for (const Row lane : group.plays[p].lanes) {
        const std::size_t at = lane * wide + size_t(j);
        const Vec through = gated(load(&lanes_[at]) + tile, slope);
        store(&lane_slopes_[at], load(&lane_slopes_[at]) + through);
        total += through;
      }
      store(&tile_slopes_[size_t(j)], total);
      store(&tile_slopes_[wide + size_t(j)],
            gated(load(&play.tiles[wide + size_t(j)]), load(&input_slopes_[wide + size_t(j)])));
    }
    add_to_rows(tile_gradient, 2 * width, group.plays[p].leave, tile_slopes_.data());
    for (std::size_t j = 0; j < 2 * wide; ++j) unseen_slopes_[j] += tile_slopes_[j];
  }
  add_to_rows(tile_gradient, 2 * width, group.unseen, unseen_slopes_.data());
  for (std::size_t s = 0; s < group.lanes.size(); ++s)
    add_to_rows(gradient, width, group.lanes[s], &lane_slopes_[s * wide]);
}

void Judgement::add(const GroupView& group, const std::vector<float>& outputs, const Shape& shape,
                    int head) {
  const std::size_t n = group.plays.size();
  const auto first_output = size_t(head * shape.plies), last = size_t((head + 1) * shape.plies - 1);
  std::vector<double> labels(n), words(n);
  double label_mean = 0, word_mean = 0;
  for (std::size_t p = 0; p < n; ++p) {
    const PlayView& play = group.plays[p];
    labels[p] = static_cast<double>(play.gains[last] - play.equity);
    for (std::size_t o = first_output; o <= last; ++o)
      words[p] += static_cast<double>(outputs[p * size_t(shape.outputs()) + o]);
    label_mean += labels[p] / double(n);
    word_mean += words[p] / double(n);
  }
  std::size_t chosen = 0, first = 0;
  for (std::size_t p = 0; p < n; ++p) {
    const double label = labels[p] - label_mean, word = words[p] - word_mean;
    label_squares += label * label;
    output_squares += word * word;
    products += label * word;
    const auto worth = [&](std::size_t i) {
      return static_cast<double>(group.plays[i].equity) + words[i];
    };
    if (worth(p) > worth(chosen)) chosen = p;
    if (group.plays[p].equity > group.plays[first].equity) first = p;
  }
  plays += double(n);
  const double gain =
      static_cast<double>(group.plays[chosen].gains[last] - group.plays[first].gains[last]);
  ++decisions;
  gained += gain;
  gained_squares += gain * gain;
}
double Judgement::r2() const { return products * products / (label_squares * output_squares); }
double Judgement::slope() const { return products / output_squares; }
double Judgement::gain_error() const {
  return std::sqrt((gained_squares / decisions - gain() * gain()) / decisions);
}

Judgement judge(const Student& student, const Dataset& data, int head) {
  Judgement judgement;
  Pass pass(student.shape);
  GroupView group;
  for (std::size_t g = 0; g < data.groups(); ++g) {
    data.view(g, group);
    judgement.add(group, pass.forward(student.weights.data(), group), student.shape, head);
  }
  return judgement;
}

namespace {

constexpr int kSlices = 4;  // of a batch, each with a gradient of its own

// Groups in a random order, reshuffled each epoch.
class Order {
 public:
  Order(std::size_t groups, std::uint64_t seed) : random_(Random::stream(seed, 8)), order_(groups) {
    for (std::size_t i = 0; i < groups; ++i) order_[i] = static_cast<std::uint32_t>(i);
    next_ = groups;
  }
  std::size_t next() {
    if (next_ == order_.size()) {
      for (std::size_t i = order_.size(); i > 1; --i)
        std::swap(order_[i - 1], order_[random_.below(static_cast<std::uint32_t>(i))]);
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
  Slice(const Shape& shape, const Student* taught_by) : pass(shape), gradient(shape.parameters()) {
    if (taught_by != nullptr) teaching.emplace(taught_by->shape);
  }
  Pass pass;
  std::optional<Pass> teaching;
  GroupView group;
  std::vector<float> gradient, slopes;
  double loss = 0;

  void learn(const Student& student, const Dataset& data, std::size_t index,
             const TrainingOptions& options) {
    data.view(index, group);
    const auto& outputs = pass.forward(student.weights.data(), group);
    const float* taught =
        teaching ? teaching->forward(options.teacher->weights.data(), group).data() : nullptr;
    const auto heed = static_cast<float>(options.teacher_weight);
    const auto plies = size_t(student.shape.plies), per_play = size_t(student.shape.outputs());
    const std::size_t n = group.plays.size();
    slopes.assign(outputs.size(), 0);
    for (std::size_t o = 0; o < per_play; ++o) {
      const bool first_ply = o % plies == 0;
      // What this ply brings beyond what was expected before it.
      const auto label = [&](std::size_t p) {
        const PlayView& play = group.plays[p];
        const float gained = play.gains[o] - (first_ply ? play.equity : play.gains[o - 1]);
        if (taught == nullptr) return gained;
        const float its =
            taught[p * per_play + o] + (first_ply ? play.taught_equity - play.equity : 0);
        return gained + heed * (its - gained);
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
    pass.backward(student.weights.data(), group, slopes, gradient.data());
  }
};

// Moves the weights against their gradients. The lanes' rows move twice: each alone, and all that
// show the same together.
class Adam {
 public:
  Adam(const Shape& shape, const nnue::FeatureSet& features)
      : width_(size_t(shape.width)),
        lane_weights_(shape.tile_at(0)),
        own_(shape.parameters()),
        shared_(size_t(features.shared_rows()) * width_),
        shared_gradient_(shared_.size()),
        shared_moves_(shared_.size()) {
    for (int row = 0; row < shape.lane_rows; ++row) shared_of_.push_back(features.shared_of(row));
  }

  void step(std::vector<float>& weights, const std::vector<float>& gradient, double rate) {
    ++steps_;
    scale_ = static_cast<float>(rate * std::sqrt(1 - std::pow(kSquare, steps_)) /
                                (1 - std::pow(kMean, steps_)));
    std::fill(shared_gradient_.begin(), shared_gradient_.end(), 0.0F);
    for_each_shared(
        [&](std::size_t own, std::size_t shared) { shared_gradient_[shared] += gradient[own]; });
    for (std::size_t i = 0; i < shared_.size(); ++i)
      shared_moves_[i] = move(shared_[i], shared_gradient_[i]);
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] -= move(own_[i], gradient[i]);
    for_each_shared(
        [&](std::size_t own, std::size_t shared) { weights[own] -= shared_moves_[shared]; });
  }

 private:
  static constexpr float kMean = 0.9F, kSquare = 0.999F, kTiny = 1e-6F;
  struct Moments {
    float mean = 0, square = 0;
  };

  float move(Moments& moments, float gradient) const {
    moments.mean += (1 - kMean) * (gradient - moments.mean);
    moments.square += (1 - kSquare) * (gradient * gradient - moments.square);
    return scale_ * moments.mean / (std::sqrt(moments.square) + kTiny);
  }
  // Calls f(weight, shared weight) for each weight of the lanes' rows that have a shared one.
  template <typename F>
  void for_each_shared(F&& f) const {
    for (std::size_t at = 0; at < lane_weights_; at += width_)
      if (const int shared = shared_of_[at / width_]; shared >= 0)
        for (std::size_t j = 0; j < width_; ++j) f(at + j, size_t(shared) * width_ + j);
  }

  std::size_t width_, lane_weights_;
  std::vector<int> shared_of_;  // of each lane row; -1: none
  std::vector<Moments> own_, shared_;
  std::vector<float> shared_gradient_, shared_moves_;
  double steps_ = 0;
  float scale_ = 0;
};

}  // namespace

void train(Student& student, const Dataset& data, const TrainingOptions& options,
           const std::function<void(std::int64_t, std::int64_t, double)>& report) {
  const auto steps = static_cast<std::int64_t>(
      std::ceil(options.epochs * static_cast<double>(data.groups()) / options.batch));
  const std::int64_t warm_up = std::min<std::int64_t>(200, steps / 10 + 1);
  Order order(data.groups(), options.seed);
  Adam adam(student.shape, data.features());
  std::vector<Slice> slices;
  for (int s = 0; s < kSlices; ++s) slices.emplace_back(student.shape, options.teacher);
  std::vector<std::size_t> batch(static_cast<std::size_t>(options.batch));

  const int threads = std::clamp(options.threads, 1, kSlices);
  bool over = false;
  std::barrier<> gate(threads);
  const auto work = [&](int thread) {
    for (int s = thread; s < kSlices; s += threads)
      for (std::size_t i = size_t(s); i < batch.size(); i += kSlices)
        slices[size_t(s)].learn(student, data, batch[i], options);
  };
  std::vector<std::jthread> helpers;
  for (int t = 1; t < threads; ++t)
    helpers.emplace_back([&, t] {
      for (;;) {
        gate.arrive_and_wait();
        if (over) return;
        work(t);
        gate.arrive_and_wait();
      }
    });
  std::vector<float> gradient(student.weights.size());
  double loss = 0;
  for (std::int64_t step = 0; step < steps; ++step) {
    for (std::size_t& index : batch) index = order.next();
    gate.arrive_and_wait();
    work(0);
    gate.arrive_and_wait();
    const double done = static_cast<double>(step) / static_cast<double>(steps);
    const double rate = options.rate * std::min(1.0, double(step + 1) / double(warm_up)) *
                        (1 + std::cos(std::numbers::pi * done)) / 2;
    for (Slice& slice : slices) {  // in order: the sums must not depend on the threads
      for (std::size_t i = 0; i < gradient.size(); ++i)
        gradient[i] += std::exchange(slice.gradient[i], 0.0F);
      loss += std::exchange(slice.loss, 0);
    }
    adam.step(student.weights, gradient, rate);
    std::fill(gradient.begin(), gradient.end(), 0.0F);
    if ((step + 1) % 100 == 0) {
      report(step + 1, steps, loss / 100 / options.batch);
      loss = 0;
    }
  }
  over = true;
  gate.arrive_and_wait();
}

}  // namespace zymurgy::trainer
