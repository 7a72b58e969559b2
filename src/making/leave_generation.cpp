#include "making/leave_generation.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "evaluate/move_finder.h"
#include "game/hash.h"
#include "game/in_order.h"
#include "game/raw_bytes.h"
#include "game/threads.h"
#include "making/checkpoint.h"
#include "making/rack_sampler.h"
#include "play/game.h"

namespace zymurgy {
namespace {

constexpr std::uint64_t kChunk = 8;  // games that a thread takes at a time

// One thread's games.
class LeaveWorker {
 public:
  LeaveWorker(const LeaveGenerationOptions& options, const LeaveTable& leaves)
      : options_(options),
        finder_(*options.lexicon, leaves),
        game_(*options.lexicon, Layout::standard()) {}

  void play(int generation, std::uint64_t index, std::vector<RackSample>& samples) {
    Random random = Random::stream(options_.seed, static_cast<std::uint64_t>(generation), index);
    game_.start(random());
    while (!game_.over() && game_.position().bag_size() > 0) {
      // On an empty board no leave has been kept yet.
      if (!game_.position().board().empty()) sample(random, static_cast<int>(index % 2), samples);
      game_.play(finder_.best(game_.position(), game_.lanes()).move);
    }
  }

 private:
  void sample(Random& random, int half, std::vector<RackSample>& samples) {
    Position position = game_.position();
    const int player = position.on_turn();
    position.set_rack(player, {});
    position.set_rack(1 - player, {});
    sampler_.assign(position.unseen(player));
    const int natural = options_.racks / 2;
    const std::size_t first = samples.size();
    double sum = 0;
    for (int i = 0; i < options_.racks; ++i) {
      const Rack rack = i < natural ? sampler_.natural(random) : sampler_.forced(random);
      position.set_rack(player, rack);
      const double points = in_points(finder_.best(position, game_.lanes()).equity);
      RackSample sample{
          {}, static_cast<float>(sampler_.weight(rack)), static_cast<float>(points), half};
      std::size_t tile = 0;
      rack.for_each_tile([&](Letter letter) { sample.tiles[tile++] = letter; });
      samples.push_back(sample);
      if (i < natural) sum += points;
    }
    // Relative to the mean of the other natural racks: a mean that included the rack itself would
    // be too near to it.
    for (int i = 0; i < options_.racks; ++i) {
      float& gain = samples[first + static_cast<std::size_t>(i)].gain;
      const double points = static_cast<double>(gain);
      gain = static_cast<float>(i < natural ? points - (sum - points) / (natural - 1)
                                            : points - sum / natural);
    }
  }

  const LeaveGenerationOptions& options_;
  MoveFinder finder_;
  Game game_;
  RackSampler sampler_;
};

// The head of a checkpoint: what must agree to resume from it, and how far it has come. The values
// of the generation before and the sums of this one follow.
struct CheckpointHead {
  std::array<char, 8> magic{'Z', 'Y', 'L', 'E', 'A', 'V', 'E', '3'};
  std::uint64_t board = kBoardDim, lexicon = 0, seed = 0, games = 0, racks = 0;
  std::uint64_t generation = 0;           // generations done
  std::uint64_t chunks = 0, sampled = 0;  // done of the next generation: chunks of games, racks
  bool same_run(const CheckpointHead& other) const {
    return magic == other.magic && board == other.board && lexicon == other.lexicon &&
           seed == other.seed && games == other.games && racks == other.racks;
  }
};

static_assert(std::has_unique_object_representations_v<CheckpointHead>, "no padding");

class Run {
 public:
  Run(const LeaveGenerationOptions& options,
      const std::function<void(const LeaveGenerationProgress&)>& progress, std::stop_token stop)
      : options_(options),
        progress_(progress),
        stop_(std::move(stop)),
        values_(options.lexicon->tiles()),
        estimator_(options.lexicon->tiles()) {
    Hash lexicon;
    lexicon.add(options.lexicon->graph().bytes());
    lexicon.add(options.lexicon->tiles().name());
    head_.lexicon = lexicon.value();
    head_.seed = options.seed;
    head_.games = options.games;
    head_.racks = static_cast<std::uint64_t>(options.racks);
  }

  Result<LeaveGenerationResult> go() {
    if (auto resumed = resume(); !resumed) return tl::unexpected(resumed.error());
    if (head_.generation > static_cast<std::uint64_t>(options_.generations))
      return failure(options_.checkpoint + ": already a checkpoint of generation " +
                     std::to_string(head_.generation) + ", but only " +
                     std::to_string(options_.generations) + " are asked for");
    while (head_.generation < static_cast<std::uint64_t>(options_.generations)) {
      play();
      if (head_.chunks < chunks_) {
        if (auto kept = save(); !kept) return tl::unexpected(kept.error());
        return LeaveGenerationResult{std::move(values_), false};
      }
      auto estimate = estimator_.estimate(values_);
      values_ = std::move(estimate.values);
      estimator_ = LeaveEstimator(options_.lexicon->tiles());
      report(&estimate.spreads);
      ++head_.generation;
      head_.chunks = head_.sampled = 0;
      if (auto kept = save(); !kept) report(nullptr, &kept.error());
    }
    return LeaveGenerationResult{std::move(values_), true};
  }

 private:
  // Plays the chunks from head_.chunks on, until the generation's end or a stop.
  void play() {
    samples_ = InOrder<std::vector<RackSample>>(head_.chunks);
    std::atomic<std::uint64_t> next = head_.chunks;
    last_saved_ = std::chrono::steady_clock::now();
    in_threads(options_.threads, [&](int) {
      LeaveWorker worker(options_, values_);
      // A chunk that was taken must be handed in: later chunks wait for it.
      while (!stop_.stop_requested()) {
        const std::uint64_t chunk = next++;
        if (chunk >= chunks_) break;
        std::vector<RackSample> samples;
        const std::uint64_t end = std::min((chunk + 1) * kChunk, options_.games);
        for (std::uint64_t game = chunk * kChunk; game < end; ++game)
          worker.play(static_cast<int>(head_.generation), game, samples);
        hand_in(chunk, std::move(samples));
      }
    });
  }

  // Samples are added in the order of the games, because floating-point sums depend on it.
  void hand_in(std::uint64_t chunk, std::vector<RackSample> done) {
    const std::lock_guard lock(mutex_);
    samples_.add(chunk, std::move(done), [&](const std::vector<RackSample>& samples) {
      for (const RackSample& sample : samples) estimator_.add(sample);
      head_.sampled += samples.size();
    });
    head_.chunks = samples_.next();
    Result<void> kept;
    if (std::chrono::steady_clock::now() - last_saved_ >= options_.save_each) {
      kept = save();
      last_saved_ = std::chrono::steady_clock::now();
    }
    report(nullptr, kept ? nullptr : &kept.error());
  }

  void report(const std::array<LeaveSpread, kRackSize>* spreads,
              const Error* unsaved = nullptr) const {
    if (progress_)
      progress_({static_cast<int>(head_.generation) + 1,
                 std::min(head_.chunks * kChunk, options_.games), head_.sampled, before_, spreads,
                 unsaved});
  }

  Result<void> save() const {
    if (options_.checkpoint.empty()) return {};
    std::string bytes(raw(head_));
    bytes += values_.to_klv2(options_.lexicon->tiles());
    const std::string saved = estimator_.save();
    const std::uint64_t sums = saved.size();
    bytes += saved;
    bytes += raw(sums);
    return write_checkpoint(options_.checkpoint, bytes);
  }

  Result<void> resume() {
    const std::string& name = options_.checkpoint;
    const auto bytes = read_checkpoint(name);
    if (!bytes) return tl::unexpected(bytes.error());
    if (!*bytes) return {};
    CheckpointHead head;
    std::uint64_t sums = 0;
    const auto broken = [&] { return failure(name + ": not a checkpoint of leaves"); };
    std::string_view rest = **bytes;
    if (!take_raw(rest, head) || rest.size() < sizeof sums) return broken();
    if (!head.same_run(head_))
      return failure(name + ": a checkpoint of a run with other options; remove it to begin anew");
    if (head.chunks > chunks_) return broken();
    std::string_view last = rest.substr(rest.size() - sizeof sums);
    take_raw(last, sums);
    if (sums > rest.size() - sizeof sums) return broken();
    const std::size_t table = rest.size() - sizeof sums - sums;
    auto values = LeaveTable::read(rest.substr(0, table), name, options_.lexicon->tiles());
    if (!values) return tl::unexpected(values.error());
    if (!estimator_.restore(rest.substr(table, sums))) return broken();
    values_ = std::move(*values);
    head_ = head;
    before_ = head.generation * options_.games + std::min(head.chunks * kChunk, options_.games);
    return {};
  }

  const LeaveGenerationOptions& options_;
  const std::uint64_t chunks_ = (options_.games + kChunk - 1) / kChunk;  // per generation
  const std::function<void(const LeaveGenerationProgress&)>& progress_;
  std::stop_token stop_;
  CheckpointHead head_;
  LeaveTable values_;
  LeaveEstimator estimator_;
  std::mutex mutex_;
  InOrder<std::vector<RackSample>> samples_;
  std::uint64_t before_ = 0;
  std::chrono::steady_clock::time_point last_saved_;
};

}  // namespace

Result<LeaveGenerationResult> generate_leaves(
    const LeaveGenerationOptions& options,
    const std::function<void(const LeaveGenerationProgress&)>& progress, std::stop_token stop) {
  return Run(options, progress, std::move(stop)).go();
}

}  // namespace zymurgy
