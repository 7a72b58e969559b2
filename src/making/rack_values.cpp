#include "making/rack_values.h"

#include <atomic>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "evaluate/move_finder.h"
#include "game/counting.h"
#include "game/threads.h"
#include "play/game.h"

namespace zymurgy {
namespace {

constexpr std::int64_t kBlock = 64;       // consecutive racks that a thread takes at a time
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

}  // namespace

std::int64_t count_racks(const TileSet& tiles) {
  std::int64_t count = 0;
  for_each_leave(tiles, kRackSize, [&](const TileCounts&) { ++count; });
  return count;
}

Result<LeaveTable> value_racks(const RackValueOptions& options,
                               const std::function<void(std::int64_t)>& progress,
                               std::stop_token stop) {
  const TileSet& tiles = options.lexicon->tiles();
  const std::vector<Place> places = places_of(options, stop);
  if (places.empty() && !stop.stop_requested())
    return failure("no play begins any of " + std::to_string(kGivenUp) + " games of " +
                   options.lexicon->code());
  LeaveTable values(tiles, kWholeRacks);
  std::atomic<std::int64_t> valued = 0;
  std::atomic<std::int64_t> next = 0;  // the next block to take
  in_threads(options.threads, [&](int thread) {
    MoveFinder finder(*options.lexicon, *options.leaves);
    std::vector<Place> mine = places;
    // Every thread enumerates all racks, which is cheap, and values the blocks that it takes.
    std::int64_t index = 0, taken = next++;
    for_each_leave(tiles, kRackSize, [&](const TileCounts& rack) {
      const std::int64_t block = index++ / kBlock;
      if (block > taken) taken = next++;
      if (block != taken || stop.stop_requested()) return;
      std::int64_t sum = 0;
      for (Place& place : mine) {
        place.position.set_rack(place.position.on_turn(), rack);
        sum += finder.best(place.position, place.lanes).equity;
      }
      values.set(values.rank(rack), static_cast<Equity>(sum / options.boards));
      ++valued;
      if (thread == 0 && progress && (index - 1) % kBlock == 0) progress(valued);
    });
  });
  if (stop.stop_requested()) return failure("stopped");
  subtract_mean(values, tiles);
  return values;
}

}  // namespace zymurgy
