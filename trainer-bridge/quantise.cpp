#include "trainer-bridge/quantise.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "game/letters.h"
#include "nnue/bounds.h"

namespace zymurgy::trainer {
namespace {

// Rounds rows of weights, each column with its own scale.
template <typename T>
Result<void> convert(const char* part, const float* from, const std::vector<double>& scales,
                     std::vector<T>& to) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    const double scale = scales[i % scales.size()];
    const double value = std::round(static_cast<double>(from[i]) * scale);
    if (!(std::abs(value) <= std::numeric_limits<T>::max()))
      return failure(std::string("the ") + part +
                     " weights do not fit: " + std::to_string(static_cast<double>(from[i])) +
                     " is above " + std::to_string(std::numeric_limits<T>::max() / scale));
    to[i] = static_cast<T>(value);
  }
  return {};
}

template <typename T>
void convert_back(const std::vector<T>& from, const std::vector<double>& scales, float* to) {
  for (std::size_t i = 0; i < from.size(); ++i)
    to[i] = static_cast<float>(static_cast<double>(from[i]) / scales[i % scales.size()]);
}

// A layer of 8-bit weights, one row per unit. `inputs` and `sums` have the integers that stand for
// 1 of each input and of each unit's sum. The steps of a unit are as fine as its largest weight
// allows.
struct Layer {
  const char* name;
  std::vector<double> inputs, sums;

  double scale(std::size_t unit, std::size_t input) const {
    return sums[unit % sums.size()] / inputs[input];
  }
  Result<void> convert(const float* from, std::vector<std::int8_t>& to,
                       std::vector<std::int32_t>& steps) const {
    for (std::size_t u = 0; u < steps.size(); ++u, from += inputs.size()) {
      const auto weight = [&](std::size_t j) { return static_cast<double>(from[j]) * scale(u, j); };
      double most = 0;
      for (std::size_t j = 0; j < inputs.size(); ++j) {
        most = std::max(most, std::abs(weight(j)));
        if (!(std::abs(weight(j)) <= std::numeric_limits<std::int32_t>::max()))
          return failure(std::string("the ") + name +
                         " weights do not fit: " + std::to_string(static_cast<double>(from[j])));
      }
      const double step = step_of(most);
      steps[u] = static_cast<std::int32_t>(step);
      for (std::size_t j = 0; j < inputs.size(); ++j)
        to[u * inputs.size() + j] =
            static_cast<std::int8_t>(step == 0 ? 0 : std::round(weight(j) / step));
    }
    return {};
  }
  void convert_back(const std::vector<std::int8_t>& from, const std::vector<std::int32_t>& steps,
                    float* to) const {
    for (std::size_t i = 0; i < from.size(); ++i) {
      const std::size_t u = i / inputs.size();
      to[i] =
          static_cast<float>(from[i] * static_cast<double>(steps[u]) / scale(u, i % inputs.size()));
    }
  }
};

// The integers that stand for 1 in each section.
struct Scales {
  std::vector<double> lanes, tiles, bias, head;
  Layer mix, dense;

  explicit Scales(const nnue::Network& network)
      : lanes(network.ones.begin(), network.ones.begin() + network.sizes.width),
        tiles(network.unit_ones(), network.unit_ones() + 2 * network.sizes.units),
        bias{nnue::kHiddenSum},
        head{double{kOutputPoints} * kPoint},
        mix{"mix", std::vector<double>(lanes.size(), nnue::kMostInput), {}},
        dense{"dense", {}, bias} {
    const std::size_t units = tiles.size() / 2;
    for (std::size_t u = 0; u < units; ++u) mix.sums.push_back(tiles[u] * (1 << nnue::kMixShift));
    for (std::size_t j = 0; j < 2 * units; ++j)
      dense.inputs.push_back(j < units ? tiles[j] / (1 << nnue::kPoolShift) / double{kPoolScale}
                                       : tiles[j] / (1 << nnue::kOwnShift));
  }
};

// Lowers the `ones` of numbers whose sums could overflow, in proportion; false if none could, or
// none can be lowered further.
bool make_coarser(nnue::Network& network, const nnue::FeatureSet& features) {
  bool any = false;
  const std::vector<int> reached = reach(network, features);
  for (std::size_t j = 0; j < reached.size(); ++j) {
    const int one = network.ones[j];
    if (reached[j] <= nnue::kMostSum || one == nnue::kSmallestOne) continue;
    const int coarser = static_cast<int>(std::int64_t{one} * nnue::kMostSum / reached[j]);
    network.ones[j] = static_cast<std::int16_t>(std::clamp(coarser, nnue::kSmallestOne, one - 1));
    any = true;
  }
  return any;
}

}  // namespace

Result<nnue::Network> quantise(const Student& student, const TileSet& tiles,
                               const std::string& training) {
  using namespace nnue;
  const Shape& shape = student.shape;
  Network network = Network::zero(tiles, shape.sizes);
  const FeatureSet features(tiles);
  if (shape.lane_rows != features.lane_rows() || shape.tile_rows != features.tile_rows())
    return failure("the student is for other letters or another board");
  network.training = training;
  const float* weights = student.weights.data();
  std::vector<float> heads(network.head.size());
  for (int bucket = 0; bucket < kBuckets; ++bucket)
    for (int output = 0; output < shape.outputs(); ++output)
      for (int h = 0; h < shape.sizes.hidden; ++h)
        heads[network.head_at(bucket, output / shape.plies) + size_t(h)] +=
            weights[shape.head_at(bucket, output) + size_t(h)];
  const auto round_accumulators = [&]() -> Result<void> {
    const Scales scales(network);
    auto done = convert("lane", weights, scales.lanes, network.lanes);
    if (done) done = scales.mix.convert(weights + shape.mix_at(0), network.mix, network.mix_steps);
    if (done) done = convert("tile", weights + shape.tile_at(0), scales.tiles, network.tiles);
    return done;
  };
  Result<void> done = round_accumulators();
  while (done && make_coarser(network, features)) done = round_accumulators();
  const Scales scales(network);
  if (done)
    done = scales.dense.convert(weights + shape.dense_at(0), network.dense, network.dense_steps);
  if (done) done = convert("bias", weights + shape.bias_at(), scales.bias, network.bias);
  if (done) done = convert("head", heads.data(), scales.head, network.head);
  if (!done) return tl::unexpected(done.error());
  if (const std::string section = too_large(network, features); !section.empty())
    return failure("the weights of section " + section + " are too large to add up");
  return network;
}

Student restored(const nnue::Network& network, int plies) {
  using namespace nnue;
  Student student{{network.lane_rows, network.tile_rows, network.sizes, plies}, {}};
  const Shape& shape = student.shape;
  student.weights.resize(shape.parameters());
  float* weights = student.weights.data();
  const Scales scales(network);
  convert_back(network.lanes, scales.lanes, weights);
  scales.mix.convert_back(network.mix, network.mix_steps, weights + shape.mix_at(0));
  convert_back(network.tiles, scales.tiles, weights + shape.tile_at(0));
  scales.dense.convert_back(network.dense, network.dense_steps, weights + shape.dense_at(0));
  convert_back(network.bias, scales.bias, weights + shape.bias_at());
  std::vector<float> heads(network.head.size());
  convert_back(network.head, scales.head, heads.data());
  for (int bucket = 0; bucket < kBuckets; ++bucket)
    for (int head = 0; head < kHeads; ++head)
      std::copy_n(heads.begin() + static_cast<std::ptrdiff_t>(network.head_at(bucket, head)),
                  shape.sizes.hidden, weights + shape.head_at(bucket, head * plies));
  return student;
}

}  // namespace zymurgy::trainer
