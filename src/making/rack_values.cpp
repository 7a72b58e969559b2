#include "making/rack_values.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "evaluate/move_finder.h"
#include "game/counting.h"
#include "game/hash.h"
#include "game/in_order.h"
#include "game/raw_bytes.h"
#include "game/threads.h"
#include "making/checkpoint.h"
#include "play/game.h"

namespace zymurgy {
namespace {

constexpr std::size_t kBlock = 64;        // consecutive racks that a thread takes at a time
constexpr std::uint64_t kGivenUp = 1000;  // stop after so many games without a single place

struct Place {
  Position position;
  Lanes lanes;
};

// One place per game: a random turn at which exchanges are allowed and the board is not empty.
std::vector<Place> places_of(const RackValueOptions& options, const std::stop_token& stop) {
  std::vector<Place> places;
  MoveFinder finder(*options.lexicon, *options.leaves);
  Game game(*options.lexicon, Layout::standard());
  for (std::uint64_t index = 0;
       static_cast<int>(places.size()) < options.boards && !stop.stop_requested(); ++index) {
    if (places.empty() && index == kGivenUp) break;
    Random random = Random::stream(options.seed, index);
    std::vector<Place> turns;
    game.start(random());
    while (!game.over() && game.position().bag_size() >= kRackSize) {
      if (!game.position().board().empty()) turns.push_back({game.position(), game.lanes()});
      game.play(finder.best(game.position(), game.lanes()).move);
    }
    if (turns.empty()) continue;
    Place& place = turns[random.below(static_cast<std::uint32_t>(turns.size()))];
    place.position.set_rack(1 - place.position.on_turn(), {});
    places.push_back(std::move(place));
  }
  return places;
}

// Shifts the values so that drawn racks have the mean value 0.
void subtract_mean(LeaveTable& values, const TileSet& tiles) {
  const TileCounts& all = tiles.counts();
  const double racks = choose(all.size(), kRackSize);
  double mean = 0;
  for_each_leave(tiles, kRackSize, [&](const TileCounts& rack) {
    mean += values.value(rack) * ways_to_draw(rack, all) / racks;
  });
  for_each_leave(tiles, kRackSize, [&](const TileCounts& rack) {
    values.set(values.rank(rack), values.value(rack) - static_cast<Equity>(std::lround(mean)));
  });
}

// The head of a checkpoint: what must agree to resume from it, and how far it has come. The values
// of the racks in these blocks follow.
struct RacksHead {
  std::array<char, 8> magic{'Z', 'Y', 'R', 'A', 'C', 'K', 'S', '1'};
  std::uint64_t tables = 0, seed = 0, boards = 0;
  std::uint64_t blocks = 0;  // done
  bool same_run(const RacksHead& other) const {
    return magic == other.magic && tables == other.tables && seed == other.seed &&
           boards == other.boards;
  }
};

static_assert(std::has_unique_object_representations_v<RacksHead>, "no padding");

std::uint64_t hash_of_tables_for_racks(const RackValueOptions& options) {
  Hash hash;
  hash.add(std::uint64_t{kBoardDim});
  hash.add(options.lexicon->graph().bytes());
  hash.add(options.lexicon->tiles().name());
  options.leaves->add_to(hash);
  return hash.value();
}

class RackRun {
 public:
  RackRun(const RackValueOptions& options,
          const std::function<void(const RackValueProgress&)>& progress, std::stop_token stop)
      : options_(options),
        progress_(progress),
        stop_(std::move(stop)),
        values_(static_cast<std::size_t>(count_racks(options.lexicon->tiles()))) {
    head_.tables = hash_of_tables_for_racks(options);
    head_.seed = options.seed;
    head_.boards = static_cast<std::uint64_t>(options.boards);
  }

  Result<LeaveTable> go() {
    if (const auto resumed = resume(); !resumed) return tl::unexpected(resumed.error());
    const TileSet& tiles = options_.lexicon->tiles();
    const std::vector<Place> places = places_of(options_, stop_);
    if (places.empty() && !stop_.stop_requested())
      return failure("no play begins any of " + std::to_string(kGivenUp) + " games of " +
                     options_.lexicon->code());
    in_threads(options_.threads, [&](int) { work(places); });
    if (stop_.stop_requested()) {
      if (const auto kept = save(); !kept) return tl::unexpected(kept.error());
      return failure("stopped");
    }
    if (const auto kept = save(); !kept) tell(&kept.error());
    LeaveTable table(tiles, kWholeRacks);
    std::size_t index = 0;
    for_each_leave(tiles, kRackSize,
                   [&](const TileCounts& rack) { table.set(table.rank(rack), values_[index++]); });
    subtract_mean(table, tiles);
    return table;
  }

 private:
  // The number of racks in the first blocks.
  std::size_t racks_in(std::uint64_t blocks) const {
    return std::min(static_cast<std::size_t>(blocks) * kBlock, values_.size());
  }

  // Every thread enumerates all racks, which is cheap, and values the blocks that it takes.
  void work(std::vector<Place> places) {
    MoveFinder finder(*options_.lexicon, *options_.leaves);
    std::size_t index = 0;
    std::uint64_t taken = next_++;
    for_each_leave(options_.lexicon->tiles(), kRackSize, [&](const TileCounts& rack) {
      const std::size_t at = index++;
      if (at / kBlock < taken || stop_.stop_requested()) return;
      std::int64_t sum = 0;
      for (Place& place : places) {
        place.position.set_rack(place.position.on_turn(), rack);
        sum += finder.best(place.position, place.lanes).equity;
      }
      values_[at] = static_cast<Equity>(sum / options_.boards);
      if (index < racks_in(taken + 1)) return;
      hand_in(taken);
      taken = next_++;
    });
  }

  void hand_in(std::uint64_t block) {
    const std::lock_guard lock(mutex_);
    done_.add(block, true, [](bool) {});
    head_.blocks = done_.next();
    Result<void> kept;
    if (std::chrono::steady_clock::now() - last_saved_ >= options_.save_each) {
      kept = save();
      last_saved_ = std::chrono::steady_clock::now();
    }
    tell(kept ? nullptr : &kept.error());
  }

  void tell(const Error* unsaved) const {
    if (progress_)
      progress_({static_cast<std::int64_t>(racks_in(head_.blocks)),
                 static_cast<std::int64_t>(before_), unsaved});
  }

  // Saves the blocks up to the first that is not done: of later ones some racks may be missing.
  Result<void> save() const {
    if (options_.checkpoint.empty() || head_.blocks == 0) return {};
    std::string bytes(raw(head_));
    bytes += raw_all(std::span(values_).first(racks_in(head_.blocks)));
    return write_checkpoint(options_.checkpoint, bytes);
  }

  Result<void> resume() {
    const std::string& name = options_.checkpoint;
    const auto bytes = read_checkpoint(name);
    if (!bytes) return tl::unexpected(bytes.error());
    if (!*bytes) return {};
    std::string_view rest = **bytes;
    RacksHead head;
    if (!take_raw(rest, head) || head.magic != head_.magic)
      return failure(name + ": not a checkpoint of racks");
    if (!head.same_run(head_))
      return failure(name + ": a checkpoint of a run with other options; remove it to begin anew");
    before_ = racks_in(head.blocks);
    std::span<Equity> values = std::span(values_).first(before_);
    if (rest.size() != values.size_bytes() || !take_raw_all(rest, values))
      return failure(name + ": not a checkpoint of racks");
    head_ = head;
    done_ = InOrder<bool>(head.blocks);
    next_ = head.blocks;
    return {};
  }

  const RackValueOptions& options_;
  const std::function<void(const RackValueProgress&)>& progress_;
  std::stop_token stop_;
  RacksHead head_;
  std::vector<Equity> values_;          // of the racks in the order of for_each_leave
  std::size_t before_ = 0;              // racks of the checkpoint
  std::atomic<std::uint64_t> next_{0};  // the next block to take
  std::mutex mutex_;
  InOrder<bool> done_;
  std::chrono::steady_clock::time_point last_saved_ = std::chrono::steady_clock::now();
};

}  // namespace

std::int64_t count_racks(const TileSet& tiles) {
  std::int64_t count = 0;
  for_each_leave(tiles, kRackSize, [&](const TileCounts&) { ++count; });
  return count;
}

Result<LeaveTable> value_racks(const RackValueOptions& options,
                               const std::function<void(const RackValueProgress&)>& progress,
                               std::stop_token stop) {
  return RackRun(options, progress, std::move(stop)).go();
}

}  // namespace zymurgy
