#include "making/leave_refinement.h"

#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "game/threads.h"
#include "making/contrast_file.h"

namespace zymurgy {
namespace {

constexpr int kLargest = LeaveRefinement::kLargest;

// The ridge by size of the sub-leave, in plays: a correction is about halved if this many plays
// keep the sub-leave, and hardly reduced if far more do. Chosen on held-out shards; half of it is
// hardly worse.
constexpr std::array<double, kLargest + 1> kRidge{0, 100, 400, 1600};

constexpr int kSteps = 60;          // solver iterations, at most
constexpr double kSolved = 1e-6;    // share of the squared residual at which to stop
constexpr std::size_t kParts = 16;  // parts of the data; their sums are added in order

// Calls f(rank) for each sub-leave that a leave's correction is made of.
template <typename F>
void for_each_small_sub_leave(const LeaveTable& ranks, const TileCounts& leave, F&& f) {
  std::array<Letter, kRackSize> tiles{};
  std::size_t size = 0;
  leave.for_each_tile([&](Letter letter) { tiles[size++] = letter; });
  for_each_sub_leave(ranks, std::span(tiles).first(size), kLargest,
                     [&](std::uint32_t rank, int, double) { f(rank); });
}

// Plays as lists of sub-leaves, in groups. Labels and predictions are relative to the group's mean.
class Regression {
 public:
  explicit Regression(const LeaveTable& ranks) : ranks_(&ranks) {}

  void add(const Position& position, const std::vector<ContrastPlay>& plays) {
    if (plays.size() < 2 || position.bag_size() == 0) return;  // leaves are worthless without a bag
    const std::size_t first = labels_.size();
    double mean = 0;
    for (const ContrastPlay& play : plays) {
      for_each_small_sub_leave(*ranks_, position.leave_after(play.move),
                               [this](std::uint32_t rank) { rows_.push_back(rank); });
      row_ends_.push_back(rows_.size());
      labels_.push_back(static_cast<float>(play.gains.back() - play.equity) / kPoint);
      mean += static_cast<double>(labels_.back()) / static_cast<double>(plays.size());
    }
    for (std::size_t i = first; i < labels_.size(); ++i) labels_[i] -= static_cast<float>(mean);
    group_ends_.push_back(labels_.size());
  }

  std::size_t groups() const { return group_ends_.size() - 1; }
  std::size_t plays() const { return labels_.size(); }

  // Calls f(play, prediction) for the plays of the groups `from` to `to` - 1; predictions are
  // relative to the group's mean.
  template <typename F>
  void for_each_prediction(const std::vector<double>& weights, std::size_t from, std::size_t to,
                           F&& f) const {
    std::vector<double> predicted;
    for (std::size_t g = from; g < to; ++g) {
      predicted.clear();
      for (std::size_t p = group_ends_[g]; p < group_ends_[g + 1]; ++p) {
        predicted.push_back(0);
        for_each_row(p, [&](std::uint32_t row) { predicted.back() += weights[row]; });
      }
      const double mean = std::accumulate(predicted.begin(), predicted.end(), 0.0) /
                          static_cast<double>(predicted.size());
      for (std::size_t i = 0; i < predicted.size(); ++i) f(group_ends_[g] + i, predicted[i] - mean);
    }
  }
  template <typename F>
  void for_each_row(std::size_t play, F&& f) const {
    for (std::size_t i = row_ends_[play]; i < row_ends_[play + 1]; ++i) f(rows_[i]);
  }
  double label(std::size_t play) const { return static_cast<double>(labels_[play]); }

 private:
  const LeaveTable* ranks_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::size_t> row_ends_{0}, group_ends_{0};  // each starts with 0
  std::vector<float> labels_;                             // points, less their group's mean
};

// Finds the weights that fit a regression, by rank. Ranks of sub-leaves come first, so a vector of
// weights ends with them.
class Solver {
 public:
  Solver(const Regression& data, const LeaveTable& ranks, const TileSet& tiles, int threads)
      : data_(&data), threads_(threads), ridge_(ranks.base(kLargest + 1), 0) {
    for (int size = 1; size <= kLargest; ++size)
      for_each_leave(tiles, size,
                     [&](const TileCounts& leave) { ridge_[ranks.rank(leave)] = kRidge[size]; });
  }

  // Unfinished if stopped.
  std::vector<double> solve(const std::stop_token& stop) const {
    std::vector<double> weights(ridge_.size(), 0), residual(ridge_.size(), 0);
    for (std::size_t p = 0; p < data_->plays(); ++p)
      data_->for_each_row(p, [&](std::uint32_t row) { residual[row] += data_->label(p); });
    std::vector<double> direction = residual;
    double left = dot(residual, residual);
    const double enough = kSolved * left;
    for (int step = 0; step < kSteps && left > enough && !stop.stop_requested(); ++step) {
      const std::vector<double> image = times(direction);
      const double along = left / dot(direction, image);
      for (std::size_t i = 0; i < weights.size(); ++i) {
        weights[i] += along * direction[i];
        residual[i] -= along * image[i];
      }
      const double before = std::exchange(left, dot(residual, residual));
      for (std::size_t i = 0; i < direction.size(); ++i)
        direction[i] = residual[i] + left / before * direction[i];
    }
    return weights;
  }

 private:
  static double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  }

  // The matrix of the normal equations times a vector.
  std::vector<double> times(const std::vector<double>& vector) const {
    std::vector<std::vector<double>> parts(kParts);
    std::atomic<std::size_t> next = 0;
    in_threads(threads_, [&](int) {
      for (std::size_t part; (part = next++) < kParts;) {
        std::vector<double>& sums = parts[part];
        sums.resize(vector.size());
        data_->for_each_prediction(
            vector, data_->groups() * part / kParts, data_->groups() * (part + 1) / kParts,
            [&](std::size_t p, double predicted) {
              data_->for_each_row(p, [&](std::uint32_t row) { sums[row] += predicted; });
            });
      }
    });
    std::vector<double> image(vector.size());
    for (std::size_t i = 0; i < image.size(); ++i) image[i] = ridge_[i] * vector[i];
    for (const auto& sums : parts)
      for (std::size_t i = 0; i < image.size(); ++i) image[i] += sums[i];
    return image;
  }

  const Regression* data_;
  int threads_;
  std::vector<double> ridge_;
};

struct Split {
  Regression judges, data;  // from the held-out shards, and from the others
};

Result<Split> read(const LeaveRefinementOptions& options,
                   const std::function<void(std::size_t)>& progress, const std::stop_token& stop) {
  Split split{Regression(*options.leaves), Regression(*options.leaves)};
  const StaticEvaluator evaluator(*options.leaves);
  for (std::size_t i = 0; i < options.shards.size(); ++i) {
    if (stop.stop_requested())
      return failure("stopped when " + std::to_string(i) + " of " +
                     std::to_string(options.shards.size()) + " shards were read");
    Regression& part = i < options.held_out ? split.judges : split.data;
    const auto header = replay_contrast(options.shards[i], *options.lexicon, evaluator,
                                        [&](const Position& position, const Turn&,
                                            const auto& plays) { part.add(position, plays); });
    if (!header) return tl::unexpected(header.error());
    if (progress) progress(i + 1);
  }
  return split;
}

LeaveTable corrected(const LeaveTable& leaves, const std::vector<double>& weights,
                     const TileSet& tiles) {
  LeaveTable values = leaves;
  for (int size = 1; size < kRackSize; ++size)
    for_each_leave(tiles, size, [&](const TileCounts& leave) {
      double correction = 0;
      for_each_small_sub_leave(leaves, leave,
                               [&](std::uint32_t rank) { correction += weights[rank]; });
      const std::uint32_t rank = leaves.rank(leave);
      values.set(rank, static_cast<Equity>(std::lround(leaves.at(rank) + correction * kPoint)));
    });
  return values;
}

struct Fit {
  double r2 = 0, slope = 0;  // as in LeaveRefinement
};

Fit fit_of(const Regression& judges, const std::vector<double>& weights) {
  double labels = 0, products = 0, squares = 0;
  judges.for_each_prediction(weights, 0, judges.groups(), [&](std::size_t p, double predicted) {
    labels += judges.label(p) * judges.label(p);
    products += judges.label(p) * predicted;
    squares += predicted * predicted;
  });
  if (labels <= 0 || squares <= 0) return {};
  return {.r2 = (2 * products - squares) / labels, .slope = products / squares};
}

}  // namespace

Result<LeaveRefinement> refine_leaves(const LeaveRefinementOptions& options,
                                      const std::function<void(std::size_t)>& progress,
                                      const std::stop_token& stop) {
  const TileSet& tiles = options.lexicon->tiles();
  const LeaveTable& leaves = *options.leaves;
  const auto shards = read(options, progress, stop);
  if (!shards) return tl::unexpected(shards.error());
  const auto& [judges, data] = *shards;
  if (data.groups() == 0) return failure("no positions to learn from");
  if (options.held_out > 0 && judges.groups() == 0)
    return failure("the shards held out have no positions to judge by");
  const auto weights = Solver(data, leaves, tiles, options.threads).solve(stop);
  if (stop.stop_requested()) return failure("stopped when all shards were read");
  const auto [r2, slope] = fit_of(judges, weights);
  return LeaveRefinement{corrected(leaves, weights, tiles), data.groups(), data.plays(), r2, slope};
}

}  // namespace zymurgy
