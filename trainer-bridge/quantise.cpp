#include "trainer-bridge/quantise.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "game/letters.h"
#include "nnue/bounds.h"

namespace zymurgy::trainer {
namespace {

// Rows of weights, each column with a scale of its own.
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

// What is 1 in the integers of each section.
struct Scales {
  std::vector<double> lanes, mix, tiles, dense, bias, head;

  explicit Scales(const nnue::Network& network)
      : lanes(network.ones.begin(), network.ones.begin() + network.sizes.width),
        tiles(network.unit_ones(), network.unit_ones() + 2 * network.sizes.units()),
        bias{nnue::kHiddenSum},
        head{double{kOutputPoints} * kPoint} {
    for (std::size_t u = 0; u < static_cast<std::size_t>(network.sizes.mixed); ++u)
      for (const double one : lanes) mix.push_back(tiles[u] / one * (1 << nnue::kMixShift));
    for (const double one : tiles) dense.push_back(nnue::kHiddenSum / (nnue::kPooled * one));
  }
};

constexpr int kLeastOne = 32;  // coarser than that is no rounding any more

// Makes what could overflow as much coarser; false if there are none, or none for which
// that will do.
bool make_coarser(nnue::Network& network, const nnue::FeatureSet& features) {
  bool any = false;
  const std::vector<int> reached = reach(network, features);
  for (std::size_t j = 0; j < reached.size(); ++j) {
    const int one = network.ones[j];
    if (reached[j] <= nnue::kMostSum || one == kLeastOne) continue;
    const int coarser = static_cast<int>(std::int64_t{one} * nnue::kMostSum / reached[j]);
    network.ones[j] = static_cast<std::int16_t>(std::clamp(coarser, kLeastOne, one - 1));
    any = true;
  }
  return any;
}

}  // namespace

Result<nnue::Network> quantise(const Student& student, const TileSet& tiles,
                               const std::string& training) {
  using namespace nnue;
  static_assert(kPoolScale * kPooled == 1 && 1 << kOwnShift == kPooled);
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
    if (done) done = convert("mix", weights + shape.mix_at(0), scales.mix, network.mix);
    if (done) done = convert("tile", weights + shape.tile_at(0), scales.tiles, network.tiles);
    return done;
  };
  Result<void> done = round_accumulators();
  while (done && make_coarser(network, features)) done = round_accumulators();
  const Scales scales(network);
  if (done) done = convert("dense", weights + shape.dense_at(0), scales.dense, network.dense);
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
  convert_back(network.mix, scales.mix, weights + shape.mix_at(0));
  convert_back(network.tiles, scales.tiles, weights + shape.tile_at(0));
  convert_back(network.dense, scales.dense, weights + shape.dense_at(0));
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
