#include "review/own_racks.h"

#include <cstdint>
#include <unordered_map>

namespace zymurgy {
namespace {

struct Worth {
  double points = 0;
  int times = 0;
  void add(Equity equity) {
    points += in_points(equity);
    ++times;
  }
  double mean() const { return points / times; }
};

std::uint64_t key_of(const Rack& rack) {
  static_assert(kRackSize <= sizeof(std::uint64_t));
  std::uint64_t key = 0;
  rack.for_each_tile([&](Letter letter) { key = key << 8 | letter; });
  return key;
}

}  // namespace

void value_by_own_racks(std::span<WatchedGame> games) {
  std::unordered_map<std::uint64_t, Worth> by_rack;
  Worth any;
  for (const WatchedGame& game : games)
    for (const SeatGame& seat : game.seats)
      for (const PlayedRack& played : seat.racks) {
        by_rack[key_of(played.rack)].add(played.equity);
        any.add(played.equity);
      }
  for (WatchedGame& game : games)
    for (SeatGame& seat : game.seats) {
      seat.rack_value = {};
      for (const PlayedRack& played : seat.racks)
        seat.rack_value.add(by_rack.at(key_of(played.rack)).mean() - any.mean());
      seat.racks.clear();
    }
}

}  // namespace zymurgy
