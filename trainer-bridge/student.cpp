#include "trainer-bridge/student.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "game/files.h"
#include "game/packing.h"
#include "game/random.h"
#include "game/raw_bytes.h"
#include "making/contrast_file.h"

namespace zymurgy::trainer {
namespace {

// Steps to 1 of the layers' inputs: of an accumulator, of units summed over the lanes, and of the
// tiles' own units (nnue/network.h).
constexpr float steps(int shift) { return float(nnue::kMostOne) / float(1 << shift); }
constexpr float kMixSteps = nnue::kMostInput;
constexpr float kPoolSteps = steps(nnue::kPoolShift);
constexpr float kOwnSteps = steps(nnue::kOwnShift);

constexpr std::string_view kMagic = "zymurgy student 3\n";

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
// Of what is not negative: whole steps, so many to 1.
Vec in_steps(Vec v, float steps) {
  using Whole = std::int32_t __attribute__((vector_size(32)));
  return __builtin_convertvector(__builtin_convertvector(v * steps, Whole), Vec) * (1 / steps);
}
float sum(Vec v) {
  float total = 0;
  for (int i = 0; i < kLane; ++i) total += v[i];
  return total;
}

// out += or, if not `kAdd`, -= the rows of a table.
template <bool kAdd = true>
void add_rows(const float* table, int width, std::span<const Row> rows, float* out) {
  if (rows.empty()) return;
  for (int t = 0; t < width; t += kTile) {
    std::array<Vec, kTile / kLane> acc;
    for (int k = 0; k < kTile / kLane; ++k) acc[k] = load(out + t + k * kLane);
    for (const Row row : rows) {
      const float* from = table + size_t(row) * size_t(width) + t;
      for (int k = 0; k < kTile / kLane; ++k) {
        const Vec v = load(from + k * kLane);
        acc[k] = kAdd ? acc[k] + v : acc[k] - v;
      }
    }
    for (int k = 0; k < kTile / kLane; ++k) store(out + t + k * kLane, acc[k]);
  }
}
// Each of the rows of a table += v or, if not `kAdd`, -= v.
template <bool kAdd = true>
void add_to_rows(float* table, int width, std::span<const Row> rows, const float* v) {
  if (rows.empty()) return;
  for (int t = 0; t < width; t += kTile) {
    std::array<Vec, kTile / kLane> add;
    for (int k = 0; k < kTile / kLane; ++k) {
      const Vec by = load(v + t + k * kLane);
      add[k] = kAdd ? by : -by;
    }
    for (const Row row : rows) {
      float* to = table + size_t(row) * size_t(width) + t;
      for (int k = 0; k < kTile / kLane; ++k) store(to + k * kLane, load(to + k * kLane) + add[k]);
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
  const nnue::Sizes& sizes = shape.sizes;
  uniform(0, shape.mix_at(0), 0.05);
  uniform(shape.mix_at(0), shape.tile_at(0), 1 / std::sqrt(double(sizes.width)));
  uniform(shape.tile_at(0), shape.dense_at(0), 0.05);
  uniform(shape.dense_at(0), shape.bias_at(), 1 / std::sqrt(2.0 * sizes.units));
  uniform(shape.head_at(0), shape.parameters(), 0.3 / std::sqrt(double(sizes.hidden)));
  // Begin where the clips have room on both sides. Row 0 of the tiles is always there; so is a row
  // of each class of lanes.
  const auto raise = [&](std::size_t at, int numbers, float by) {
    for (int i = 0; i < numbers; ++i) student.weights[at + size_t(i)] += by;
  };
  for (int lane_class = 0; lane_class < nnue::kLaneClasses; ++lane_class)
    raise(shape.lane_at(lane_class * (shape.lane_rows / nnue::kLaneClasses)), sizes.width, 0.25F);
  raise(shape.tile_at(0), 2 * sizes.units, 0.25F);
  raise(shape.bias_at(), sizes.hidden, 0.3F);
  return student;
}

Result<Student> Student::read(const std::string& path) {
  const auto packed = read_file(path);
  if (!packed) return tl::unexpected(packed.error());
  const auto bytes = decompress(*packed, path);
  if (!bytes) return tl::unexpected(bytes.error());
  Student student;
  std::string_view rest = *bytes;
  const bool ours = rest.starts_with(kMagic);
  if (ours) rest.remove_prefix(kMagic.size());
  std::array<std::int32_t, 6> head;
  if (!ours || !take_raw_all(rest, head)) return failure(path + ": not a student of this version");
  const auto [lane_rows, tile_rows, width, hidden, units, plies] = head;
  student.shape = {lane_rows, tile_rows, {width, units, hidden}, plies};
  const Shape& shape = student.shape;
  constexpr int kMostRows = 1 << 24;
  if (!shape.sizes.fit() || shape.lane_rows < 1 || shape.lane_rows > kMostRows ||
      shape.tile_rows < 1 || shape.tile_rows > kMostRows || shape.plies < 1 ||
      shape.plies > kMostContrastPlies)
    return failure(path + ": of an impossible shape");
  if (rest.size() != shape.parameters() * sizeof(float))
    return failure(path + ": weights are missing or too many");
  student.weights.resize(student.shape.parameters());
  take_raw_all(rest, student.weights);
  const auto wrong =
      std::ranges::find_if(student.weights, [](float weight) { return !std::isfinite(weight); });
  if (wrong != student.weights.end())
    return failure(path + ": weight " + std::to_string(wrong - student.weights.begin()) +
                   " is no finite number");
  return student;
}

Result<void> Student::write(const std::string& path) const {
  std::string bytes(kMagic);
  const std::array<std::int32_t, 6> head{shape.lane_rows,    shape.tile_rows,   shape.sizes.width,
                                         shape.sizes.hidden, shape.sizes.units, shape.plies};
  bytes += raw_all(head);
  bytes += raw_all(weights);
  const auto written = write_file(path, compress(bytes, 3));
  if (!written) return tl::unexpected(written.error());
  return {};
}

double step_of(double most) { return std::ceil(most / nnue::kMostWeight); }

Student played(const Student& student) {
  Student rounded = student;
  const Shape& shape = rounded.shape;
  std::vector<float>& weights = rounded.weights;
  // `sum`: 1 of a unit's sum, `input(j)` of what a weight multiplies, both in integers.
  const auto round_unit = [&](std::size_t at, std::size_t numbers, double sum, auto&& input) {
    double most = 0;
    for (std::size_t j = 0; j < numbers; ++j)
      most = std::max(most, std::abs(double{weights[at + j]}) * sum / input(j));
    const double step = step_of(most);
    if (step == 0) return;
    for (std::size_t j = 0; j < numbers; ++j) {
      const double scale = sum / input(j) / step;
      weights[at + j] = static_cast<float>(std::round(double{weights[at + j]} * scale) / scale);
    }
  };
  for (int u = 0; u < shape.sizes.units; ++u)
    round_unit(shape.mix_at(u), size_t(shape.sizes.width),
               double{nnue::kMostOne << nnue::kMixShift},
               [](std::size_t) { return double{kMixSteps}; });
  const auto units = size_t(shape.sizes.units);
  for (int h = 0; h < shape.sizes.hidden; ++h)
    round_unit(shape.dense_at(h), 2 * units, double{nnue::kHiddenSum}, [&](std::size_t j) {
      return double{j < units ? kPoolSteps / kPoolScale : kOwnSteps};
    });
  return rounded;
}

void silence_unlearned(Student& student, const Dataset& data) {
  std::array<bool, nnue::kBuckets> learned{};
  GroupView group;
  for (std::size_t g = 0; g < data.groups(); ++g) {
    data.view(g, group);
    learned[group.bucket] = true;
  }
  const auto at = [&](int bucket) {
    return student.weights.begin() + static_cast<std::ptrdiff_t>(student.shape.head_at(bucket));
  };
  for (int bucket = 0; bucket < nnue::kBuckets; ++bucket)
    if (!learned[bucket]) std::fill(at(bucket), at(bucket + 1), 0.0F);
}

Pass::Pass(const Shape& shape, Inputs inputs)
    : shape_(shape),
      stepped_(inputs == Inputs::kStepped),
      unseen_(2 * size_t(shape.sizes.units)),
      unseen_slopes_(unseen_.size()),
      tile_slopes_(unseen_.size()),
      input_slopes_(unseen_.size()) {}

void Pass::mix(const float* weights) {
  const auto width = size_t(shape_.sizes.width), units = size_t(shape_.sizes.units);
  across_.resize(width * units);
  for (std::size_t u = 0; u < units; ++u)
    for (std::size_t j = 0; j < width; ++j)
      across_[j * units + u] = weights[shape_.mix_at(0) + u * width + j];
  const std::size_t lanes = lanes_.size() / width;
  heard_.resize(lanes_.size());
  for (std::size_t j = 0; j < lanes_.size(); j += kLane) {
    const Vec number = clipped(load(&lanes_[j]));
    store(&heard_[j], stepped_ ? in_steps(number, kMixSteps) : number);
  }
  mixed_.resize(lanes * units);
  for (std::size_t s = 0; s < lanes; ++s) {
    for (std::size_t t = 0; t < units; t += kTile) {
      std::array<Vec, kTile / kLane> acc{};
      for (std::size_t j = 0; j < width; ++j) {
        const Vec number = all(heard_[s * width + j]);
        for (std::size_t k = 0; k < acc.size(); ++k)
          acc[k] += number * load(&across_[j * units + t + k * kLane]);
      }
      for (std::size_t k = 0; k < acc.size(); ++k)
        store(&mixed_[s * units + t + k * kLane], acc[k]);
    }
  }
}

void Pass::mix_back(const float* weights, float* gradient) {
  const auto width = size_t(shape_.sizes.width), units = size_t(shape_.sizes.units);
  for (std::size_t s = 0; s < lanes_.size() / width; ++s) {
    const float *lane = &lanes_[s * width], *heard = &heard_[s * width];
    float* slopes = &lane_slopes_[s * width];
    for (std::size_t u = 0; u < units; ++u) {
      const float slope = mixed_slopes_[s * units + u];
      if (slope == 0) continue;
      const float* row = weights + shape_.mix_at(int(u));
      float* row_gradient = gradient + shape_.mix_at(int(u));
      for (std::size_t j = 0; j < width; j += kLane) {
        store(slopes + j, load(slopes + j) + load(row + j) * slope);
        store(row_gradient + j, load(row_gradient + j) + load(heard + j) * slope);
      }
    }
    for (std::size_t j = 0; j < width; j += kLane)
      store(slopes + j, gated(load(lane + j), load(slopes + j)));
  }
}

const std::vector<float>& Pass::forward(const float* weights, const GroupView& group) {
  const int width = shape_.sizes.width, units = shape_.sizes.units;
  const auto wide = size_t(width), all_units = size_t(units);
  lanes_.resize(group.lanes.size() * wide);
  for (std::size_t s = 0; s < group.lanes.size(); ++s) {
    const LaneView& lane = group.lanes[s];
    float* sums = &lanes_[s * wide];
    if (lane.from < 0)
      std::fill_n(sums, wide, 0.0F);
    else
      std::copy_n(&lanes_[size_t(lane.from) * wide], wide, sums);
    add_rows(weights, width, lane.added, sums);
    add_rows<false>(weights, width, lane.removed, sums);
  }
  mix(weights);
  std::fill(unseen_.begin(), unseen_.end(), 0.0F);
  const float* tiles = weights + shape_.tile_at(0);
  add_rows(tiles, 2 * units, group.unseen, unseen_.data());

  if (plays_.size() < group.plays.size()) plays_.resize(group.plays.size());
  const int outputs = shape_.outputs();
  outputs_.assign(group.plays.size() * size_t(outputs), 0);
  for (std::size_t p = 0; p < group.plays.size(); ++p) {
    Play& play = plays_[p];
    play.tiles = unseen_;
    add_rows(tiles, 2 * units, group.plays[p].leave, play.tiles.data());
    play.inputs.resize(2 * all_units);
    for (int j = 0; j < units; j += kLane) {
      const Vec tile = load(&play.tiles[j]);
      Vec pool{};
      for (const Row lane : group.plays[p].lanes)
        pool += clipped(load(&mixed_[lane * all_units + size_t(j)]) + tile);
      Vec own = clipped(load(&play.tiles[all_units + size_t(j)]));
      if (stepped_) pool = in_steps(pool, kPoolSteps), own = in_steps(own, kOwnSteps);
      store(&play.inputs[j], pool * kPoolScale);
      store(&play.inputs[all_units + size_t(j)], own);
    }
    play.hidden.resize(size_t(shape_.sizes.hidden));
    for (int h = 0; h < shape_.sizes.hidden; ++h) {
      const float* row = weights + shape_.dense_at(h);
      Vec acc{};
      for (int j = 0; j < 2 * units; j += kLane) acc += load(row + j) * load(&play.inputs[j]);
      play.hidden[h] = weights[shape_.bias_at() + size_t(h)] + sum(acc);
    }
    for (int o = 0; o < outputs; ++o) {
      const float* head = weights + shape_.head_at(group.bucket, o);
      Vec acc{};
      for (int h = 0; h < shape_.sizes.hidden; h += kLane)
        acc += load(head + h) * clipped(load(&play.hidden[h]));
      outputs_[p * size_t(outputs) + size_t(o)] = kOutputPoints * sum(acc);
    }
  }
  return outputs_;
}

void Pass::backward(const float* weights, const GroupView& group, const std::vector<float>& slopes,
                    float* gradient) {
  const int width = shape_.sizes.width, units = shape_.sizes.units;
  const auto wide = size_t(width), all_units = size_t(units);
  lane_slopes_.assign(lanes_.size(), 0);
  mixed_slopes_.assign(mixed_.size(), 0);
  std::fill(unseen_slopes_.begin(), unseen_slopes_.end(), 0.0F);
  float* tile_gradient = gradient + shape_.tile_at(0);
  const int outputs = shape_.outputs();
  for (std::size_t p = 0; p < group.plays.size(); ++p) {
    const Play& play = plays_[p];
    std::fill(input_slopes_.begin(), input_slopes_.end(), 0.0F);
    for (int h = 0; h < shape_.sizes.hidden; ++h) {
      const float at = play.hidden[h];
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
      for (int j = 0; j < 2 * units; j += kLane) {
        store(&input_slopes_[j], load(&input_slopes_[j]) + load(row + j) * slope);
        store(row_gradient + j, load(row_gradient + j) + load(&play.inputs[j]) * slope);
      }
    }
    for (int j = 0; j < units; j += kLane) {
      const Vec tile = load(&play.tiles[j]);
      const Vec slope = load(&input_slopes_[j]) * kPoolScale;
      Vec total{};
      for (const Row lane : group.plays[p].lanes) {
        const std::size_t at = lane * all_units + size_t(j);
        const Vec through = gated(load(&mixed_[at]) + tile, slope);
        store(&mixed_slopes_[at], load(&mixed_slopes_[at]) + through);
        total += through;
      }
      store(&tile_slopes_[j], total);
      const std::size_t own = all_units + size_t(j);
      store(&tile_slopes_[own], gated(load(&play.tiles[own]), load(&input_slopes_[own])));
    }
    add_to_rows(tile_gradient, 2 * units, group.plays[p].leave, tile_slopes_.data());
    for (std::size_t j = 0; j < 2 * all_units; ++j) unseen_slopes_[j] += tile_slopes_[j];
  }
  add_to_rows(tile_gradient, 2 * units, group.unseen, unseen_slopes_.data());
  mix_back(weights, gradient);
  // The last first: what a lane is from gets its slopes, too.
  for (std::size_t s = group.lanes.size(); s-- > 0;) {
    const LaneView& lane = group.lanes[s];
    const float* lane_slopes = &lane_slopes_[s * wide];
    add_to_rows(gradient, width, lane.added, lane_slopes);
    add_to_rows<false>(gradient, width, lane.removed, lane_slopes);
    if (lane.from < 0) continue;
    float* to = &lane_slopes_[size_t(lane.from) * wide];
    for (std::size_t j = 0; j < wide; ++j) to[j] += lane_slopes[j];
  }
}

void Agreement::add(double predicted, double label) {
  ++count_;
  predicted_ += predicted, labels_ += label;
  predicted_squares_ += predicted * predicted;
  label_squares_ += label * label;
  products_ += predicted * label;
}
bool Agreement::alive() const {
  return centred(predicted_squares_, predicted_, predicted_) > 1e-6 * count_;
}
double Agreement::slope() const {
  return alive() ? centred(products_, predicted_, labels_) /
                       centred(predicted_squares_, predicted_, predicted_)
                 : 0;
}
double Agreement::r2() const {
  if (!alive() || !(centred(label_squares_, labels_, labels_) > 0)) return 0;
  return slope() * centred(products_, predicted_, labels_) /
         centred(label_squares_, labels_, labels_);
}

void Judgement::add(const GroupView& group, const std::vector<float>& outputs, const Shape& shape,
                    int head) {
  const std::size_t n = group.plays.size();
  const auto first_output = size_t(head * shape.plies), last = size_t((head + 1) * shape.plies - 1);
  std::vector<double> labels(n), predicted(n);
  double label_mean = 0, predicted_mean = 0;
  for (std::size_t p = 0; p < n; ++p) {
    const PlayView& play = group.plays[p];
    labels[p] = static_cast<double>(play.gains[last] - play.equity);
    for (std::size_t o = first_output; o <= last; ++o)
      predicted[p] += static_cast<double>(outputs[p * size_t(shape.outputs()) + o]);
    label_mean += labels[p] / double(n);
    predicted_mean += predicted[p] / double(n);
  }
  std::size_t chosen = 0, first = 0;
  for (std::size_t p = 0; p < n; ++p) {
    within.add(predicted[p] - predicted_mean, labels[p] - label_mean);
    const auto worth = [&](std::size_t i) {
      return static_cast<double>(group.plays[i].equity) + predicted[i];
    };
    if (worth(p) > worth(chosen)) chosen = p;
    if (group.plays[p].equity > group.plays[first].equity) first = p;
  }
  level.add(predicted_mean, label_mean);
  const double gain =
      static_cast<double>(group.plays[chosen].gains[last] - group.plays[first].gains[last]);
  ++decisions;
  gained += gain;
  gained_squares += gain * gain;
}
double Judgement::gain_error() const {
  const double variance = gained_squares / decisions - gain() * gain();
  return std::sqrt(std::max(0.0, variance) / decisions);
}

Judgement judge(const Student& student, const Dataset& data, int head) {
  Judgement judgement;
  Pass pass(student.shape);
  const Student rounded = played(student);
  GroupView group;
  for (std::size_t g = 0; g < data.groups(); ++g) {
    data.view(g, group);
    judgement.add(group, pass.forward(rounded.weights.data(), group), student.shape, head);
  }
  return judgement;
}

}  // namespace zymurgy::trainer
