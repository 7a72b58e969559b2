#include "trainer-bridge/student.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "game/files.h"
#include "game/packing.h"
#include "game/random.h"
#include "game/raw_bytes.h"
#include "making/contrast_file.h"

namespace zymurgy::trainer {
namespace {

constexpr std::string_view kMagic = "zymurgy student 3\n";

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
  // Begin where the clips leave room on both sides. Row 0 of the tiles is always set, and so is one
  // row of each lane class.
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
    return failure(path + ": impossible shape");
  if (rest.size() != shape.parameters() * sizeof(float))
    return failure(path + ": too few or too many weights");
  student.weights.resize(student.shape.parameters());
  take_raw_all(rest, student.weights);
  const auto wrong =
      std::ranges::find_if(student.weights, [](float weight) { return !std::isfinite(weight); });
  if (wrong != student.weights.end())
    return failure(path + ": weight " + std::to_string(wrong - student.weights.begin()) +
                   " is not a finite number");
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
  // `sum` and `input(j)`: the integers that stand for 1 of a unit's sum and of a weight's input.
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
               double{nnue::kLargestOne << nnue::kMixShift},
               [](std::size_t) { return double{kMixSteps}; });
  const auto units = size_t(shape.sizes.units);
  for (int h = 0; h < shape.sizes.hidden; ++h)
    round_unit(shape.dense_at(h), 2 * units, double{nnue::kHiddenSum}, [&](std::size_t j) {
      return double{j < units ? kPoolSteps / kPoolScale : kOwnSteps};
    });
  return rounded;
}

void zero_unlearned_heads(Student& student, const Dataset& data) {
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

}  // namespace zymurgy::trainer
