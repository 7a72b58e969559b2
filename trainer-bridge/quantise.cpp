#include "trainer-bridge/quantise.h"

#include <cmath>
#include <limits>

#include "game/letters.h"

namespace zymurgy::trainer {
namespace {

template <typename T>
Result<void> convert(const char* part, const float* from, double scale, std::vector<T>& to) {
  for (std::size_t i = 0; i < to.size(); ++i) {
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
void convert_back(const std::vector<T>& from, double scale, float* to) {
  for (std::size_t i = 0; i < from.size(); ++i)
    to[i] = static_cast<float>(static_cast<double>(from[i]) / scale);
}

// What is 1 in the network's integers.
constexpr double kBiasOne = double{nnue::kInputScale} * nnue::kDenseScale;
constexpr double kHeadOne = double{kOutputPoints} * kPoint;

}  // namespace

Result<nnue::Network> quantise(const Student& student, const TileSet& tiles,
                               const std::string& training) {
  using namespace nnue;
  static_assert(kPoolScale * kInputScale == kOne && (kOne << kOwnShift) == kInputScale);
  const Shape& shape = student.shape;
  Network network = Network::zero(tiles, shape.width, shape.hidden);
  const FeatureSet features(tiles);
  if (shape.lane_rows != features.lane_rows() || shape.tile_rows != features.tile_rows())
    return failure("the student is for other letters or another board");
  network.training = training;
  const float* weights = student.weights.data();
  std::vector<float> heads(network.head.size());
  for (int bucket = 0; bucket < kBuckets; ++bucket)
    for (int output = 0; output < shape.outputs(); ++output)
      for (int h = 0; h < shape.hidden; ++h)
        heads[network.head_at(bucket, output / shape.plies) + size_t(h)] +=
            weights[shape.head_at(bucket, output) + size_t(h)];
  Result<void> done = convert("lane", weights, kOne, network.lanes);
  if (done) done = convert("tile", weights + shape.tile_at(0), kOne, network.tiles);
  if (done) done = convert("dense", weights + shape.dense_at(0), kDenseScale, network.dense);
  if (done) done = convert("bias", weights + shape.bias_at(), kBiasOne, network.bias);
  if (done) done = convert("head", heads.data(), kHeadOne, network.head);
  if (!done) return tl::unexpected(done.error());
  if (!network.sums_fit()) return failure("the dense weights are too large to add up in 32 bits");
  return network;
}

Student restored(const nnue::Network& network, int plies) {
  using namespace nnue;
  Student student{{network.lane_rows, network.tile_rows, network.width, network.hidden, plies}, {}};
  const Shape& shape = student.shape;
  student.weights.resize(shape.parameters());
  float* weights = student.weights.data();
  convert_back(network.lanes, kOne, weights);
  convert_back(network.tiles, kOne, weights + shape.tile_at(0));
  convert_back(network.dense, kDenseScale, weights + shape.dense_at(0));
  convert_back(network.bias, kBiasOne, weights + shape.bias_at());
  std::vector<float> heads(network.head.size());
  convert_back(network.head, kHeadOne, heads.data());
  for (int bucket = 0; bucket < kBuckets; ++bucket)
    for (int head = 0; head < kHeads; ++head)
      std::copy_n(heads.begin() + static_cast<std::ptrdiff_t>(network.head_at(bucket, head)),
                  shape.hidden, weights + shape.head_at(bucket, head * plies));
  return student;
}

}  // namespace zymurgy::trainer
