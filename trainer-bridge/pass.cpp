#include "trainer-bridge/pass.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>

namespace zymurgy::trainer {
namespace {

// Eight floats, which both compilers keep in one register.
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
// Rounds numbers that are not negative down to whole steps, `steps` to 1.
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

Pass::Pass(const Shape& shape, Inputs inputs)
    : shape_(shape),
      stepped_(inputs == Inputs::kStepped),
      unseen_(2 * size_t(shape.sizes.units)),
      unseen_slopes_(unseen_.size()),
      tile_slopes_(unseen_.size()),
      input_slopes_(unseen_.size()) {}

const std::vector<float>& Pass::forward(const float* weights, const GroupView& group) {
  accumulate(weights, group.lanes);
  mix(weights);
  std::fill(unseen_.begin(), unseen_.end(), 0.0F);
  add_rows(weights + shape_.tile_at(0), 2 * shape_.sizes.units, group.unseen, unseen_.data());
  const std::size_t plays = group.plays.size(), outputs = size_t(shape_.outputs());
  if (plays_.size() < plays) plays_.resize(plays);
  outputs_.resize(plays * outputs);
  for (std::size_t p = 0; p < plays; ++p) {
    pool(weights, group.plays[p], plays_[p]);
    apply_dense(weights, plays_[p]);
    apply_heads(weights, group.bucket, plays_[p], &outputs_[p * outputs]);
  }
  return outputs_;
}

void Pass::backward(const float* weights, const GroupView& group, const std::vector<float>& slopes,
                    float* gradient) {
  lane_slopes_.assign(lanes_.size(), 0);
  mixed_slopes_.assign(mixed_.size(), 0);
  std::fill(unseen_slopes_.begin(), unseen_slopes_.end(), 0.0F);
  const auto outputs = size_t(shape_.outputs());
  for (std::size_t p = 0; p < group.plays.size(); ++p) {
    dense_back(weights, group.bucket, plays_[p], &slopes[p * outputs], gradient);
    pool_back(group.plays[p], plays_[p], gradient);
  }
  add_to_rows(gradient + shape_.tile_at(0), 2 * shape_.sizes.units, group.unseen,
              unseen_slopes_.data());
  mix_back(weights, gradient);
  accumulate_back(group.lanes, gradient);
}

void Pass::accumulate(const float* weights, const std::vector<LaneView>& lanes) {
  const auto width = size_t(shape_.sizes.width);
  lanes_.resize(lanes.size() * width);
  for (std::size_t s = 0; s < lanes.size(); ++s) {
    const LaneView& lane = lanes[s];
    float* sums = &lanes_[s * width];
    if (lane.from < 0)
      std::fill_n(sums, width, 0.0F);
    else
      std::copy_n(&lanes_[size_t(lane.from) * width], width, sums);
    add_rows(weights, shape_.sizes.width, lane.added, sums);
    add_rows<false>(weights, shape_.sizes.width, lane.removed, sums);
  }
}

void Pass::mix(const float* weights) {
  const auto width = size_t(shape_.sizes.width), units = size_t(shape_.sizes.units);
  across_.resize(width * units);
  for (std::size_t u = 0; u < units; ++u)
    for (std::size_t j = 0; j < width; ++j)
      across_[j * units + u] = weights[shape_.mix_at(0) + u * width + j];
  const std::size_t lanes = lanes_.size() / width;
  mix_inputs_.resize(lanes_.size());
  for (std::size_t j = 0; j < lanes_.size(); j += kLane) {
    const Vec number = clipped(load(&lanes_[j]));
    store(&mix_inputs_[j], stepped_ ? in_steps(number, kMixSteps) : number);
  }
  mixed_.resize(lanes * units);
  for (std::size_t s = 0; s < lanes; ++s) {
    for (std::size_t t = 0; t < units; t += kTile) {
      std::array<Vec, kTile / kLane> acc{};
      for (std::size_t j = 0; j < width; ++j) {
        const Vec number = all(mix_inputs_[s * width + j]);
        for (std::size_t k = 0; k < acc.size(); ++k)
          acc[k] += number * load(&across_[j * units + t + k * kLane]);
      }
      for (std::size_t k = 0; k < acc.size(); ++k)
        store(&mixed_[s * units + t + k * kLane], acc[k]);
    }
  }
}

void Pass::pool(const float* weights, const PlayView& view, Play& play) const {
  const auto units = size_t(shape_.sizes.units);
  play.tiles = unseen_;
  add_rows(weights + shape_.tile_at(0), 2 * shape_.sizes.units, view.leave, play.tiles.data());
  play.inputs.resize(2 * units);
  for (std::size_t j = 0; j < units; j += kLane) {
    const Vec tile = load(&play.tiles[j]);
    Vec pooled{};
    for (const Row lane : view.lanes) pooled += clipped(load(&mixed_[lane * units + j]) + tile);
    Vec own = clipped(load(&play.tiles[units + j]));
    if (stepped_) pooled = in_steps(pooled, kPoolSteps), own = in_steps(own, kOwnSteps);
    store(&play.inputs[j], pooled * kPoolScale);
    store(&play.inputs[units + j], own);
  }
}

void Pass::apply_dense(const float* weights, Play& play) const {
  play.hidden.resize(size_t(shape_.sizes.hidden));
  for (int h = 0; h < shape_.sizes.hidden; ++h) {
    const float* row = weights + shape_.dense_at(h);
    Vec acc{};
    for (std::size_t j = 0; j < play.inputs.size(); j += kLane)
      acc += load(row + j) * load(&play.inputs[j]);
    play.hidden[h] = weights[shape_.bias_at() + size_t(h)] + sum(acc);
  }
}

void Pass::apply_heads(const float* weights, int bucket, const Play& play, float* outputs) const {
  for (int o = 0; o < shape_.outputs(); ++o) {
    const float* head = weights + shape_.head_at(bucket, o);
    Vec acc{};
    for (int h = 0; h < shape_.sizes.hidden; h += kLane)
      acc += load(head + h) * clipped(load(&play.hidden[h]));
    outputs[o] = kOutputPoints * sum(acc);
  }
}

void Pass::dense_back(const float* weights, int bucket, const Play& play, const float* slopes,
                      float* gradient) {
  std::fill(input_slopes_.begin(), input_slopes_.end(), 0.0F);
  for (int h = 0; h < shape_.sizes.hidden; ++h) {
    const float at = play.hidden[h];
    float slope = 0;
    for (int o = 0; o < shape_.outputs(); ++o) {
      const float out = slopes[o] * kOutputPoints;
      const std::size_t weight = shape_.head_at(bucket, o) + size_t(h);
      slope += out * weights[weight];
      gradient[weight] += out * std::clamp(at, 0.0F, 1.0F);
    }
    if (!(at > 0 && at < 1)) continue;
    gradient[shape_.bias_at() + size_t(h)] += slope;
    const float* row = weights + shape_.dense_at(h);
    float* row_gradient = gradient + shape_.dense_at(h);
    for (std::size_t j = 0; j < play.inputs.size(); j += kLane) {
      store(&input_slopes_[j], load(&input_slopes_[j]) + load(row + j) * slope);
      store(row_gradient + j, load(row_gradient + j) + load(&play.inputs[j]) * slope);
    }
  }
}

void Pass::pool_back(const PlayView& view, const Play& play, float* gradient) {
  const auto units = size_t(shape_.sizes.units);
  for (std::size_t j = 0; j < units; j += kLane) {
    const Vec tile = load(&play.tiles[j]);
    const Vec slope = load(&input_slopes_[j]) * kPoolScale;
    Vec total{};
    for (const Row lane : view.lanes) {
      const std::size_t at = lane * units + j;
      const Vec through = gated(load(&mixed_[at]) + tile, slope);
      store(&mixed_slopes_[at], load(&mixed_slopes_[at]) + through);
      total += through;
    }
    store(&tile_slopes_[j], total);
    const std::size_t own = units + j;
    store(&tile_slopes_[own], gated(load(&play.tiles[own]), load(&input_slopes_[own])));
  }
  add_to_rows(gradient + shape_.tile_at(0), 2 * shape_.sizes.units, view.leave,
              tile_slopes_.data());
  for (std::size_t j = 0; j < 2 * units; ++j) unseen_slopes_[j] += tile_slopes_[j];
}

void Pass::mix_back(const float* weights, float* gradient) {
  const auto width = size_t(shape_.sizes.width), units = size_t(shape_.sizes.units);
  for (std::size_t s = 0; s < lanes_.size() / width; ++s) {
    const float *lane = &lanes_[s * width], *inputs = &mix_inputs_[s * width];
    float* slopes = &lane_slopes_[s * width];
    for (std::size_t u = 0; u < units; ++u) {
      const float slope = mixed_slopes_[s * units + u];
      if (slope == 0) continue;
      const float* row = weights + shape_.mix_at(int(u));
      float* row_gradient = gradient + shape_.mix_at(int(u));
      for (std::size_t j = 0; j < width; j += kLane) {
        store(slopes + j, load(slopes + j) + load(row + j) * slope);
        store(row_gradient + j, load(row_gradient + j) + load(inputs + j) * slope);
      }
    }
    for (std::size_t j = 0; j < width; j += kLane)
      store(slopes + j, gated(load(lane + j), load(slopes + j)));
  }
}

// In reverse order: a lane passes its slopes on to the earlier lane that it differs from.
void Pass::accumulate_back(const std::vector<LaneView>& lanes, float* gradient) {
  const auto width = size_t(shape_.sizes.width);
  for (std::size_t s = lanes.size(); s-- > 0;) {
    const LaneView& lane = lanes[s];
    const float* slopes = &lane_slopes_[s * width];
    add_to_rows(gradient, shape_.sizes.width, lane.added, slopes);
    add_to_rows<false>(gradient, shape_.sizes.width, lane.removed, slopes);
    if (lane.from < 0) continue;
    float* to = &lane_slopes_[size_t(lane.from) * width];
    for (std::size_t j = 0; j < width; ++j) to[j] += slopes[j];
  }
}

}  // namespace zymurgy::trainer
