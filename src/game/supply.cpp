#include "game/supply.h"

#include <algorithm>
#include <string>

namespace zymurgy {

Result<void> check_supply(const Position& position) {
  const TileSet& set = position.tiles();
  const TileCounts tiles = position.known_tiles();
  for (int l = 0; l <= set.letters(); ++l) {
    const auto letter = static_cast<Letter>(l);
    if (tiles[letter] > set.count(letter))
      return failure("too many tiles " + set.letter_text(letter) + ": " +
                     std::to_string(tiles[letter]) + " on the board and the racks, " +
                     std::to_string(set.count(letter)) + " in " + set.name());
  }
  // The count of a letter overflows beyond 255; the count of all tiles does not.
  if (tiles.size() > set.total())
    return failure("too many tiles: " + std::to_string(tiles.size()) +
                   " on the board and the racks, " + std::to_string(set.total()) + " in " +
                   set.name());
  return {};
}

Result<void> check_holds(const Position& position, const TileCounts& tiles) {
  const TileSet& set = position.tiles();
  const TileCounts seen = position.known_tiles();
  // With an empty bag the two racks share all tiles that are not on the board, which limits the
  // room of a partly known rack.
  int room = kRackSize - position.rack().size();
  if (position.bag_size() == 0) room = std::min(room, set.total() - seen.size());
  const auto rack = [&] { return "the rack '" + set.rack_text(position.rack()) + "'"; };
  for (int l = 0; l <= set.letters(); ++l) {
    const auto letter = static_cast<Letter>(l);
    const int missing = tiles[letter] - position.rack()[letter];
    if (missing <= 0) continue;
    const int possible = std::min(room, set.count(letter) - seen[letter]);
    if (missing <= possible) continue;
    const char* const hint = letter == kBlank ? " (a letter in lower case is a blank)" : "";
    const int held = position.rack()[letter];
    if (held + possible <= 0)
      return failure("tile " + set.letter_text(letter) + " is not on " + rack() + hint);
    return failure("tile " + set.letter_text(letter) + ": " + std::to_string(tiles[letter]) +
                   " are needed, but " + rack() +
                   (possible <= 0 ? " has " + std::to_string(held)
                                  : " can hold " + std::to_string(held + possible)) +
                   hint);
  }
  // Each letter may fit by itself, yet not all of them together.
  if (const TileCounts absent = tiles.without(position.rack()); absent.size() > std::max(room, 0))
    return failure("tiles " + set.rack_text(absent) + " are not on " + rack() +
                   ", which has room for " + std::to_string(room) + " more");
  return {};
}

Result<void> check_none_missing(const Position& position) {
  if (position.board().empty() || position.bag_size() > 0) return {};
  const int missing = position.unseen_count(position.on_turn()) - kRackSize;
  if (missing <= 0) return {};
  return failure("the bag is empty, but " + std::to_string(missing) +
                 (missing == 1 ? " tile more than the other rack can hold is"
                               : " tiles more than the other rack can hold are") +
                 " neither on the board nor on the rack on turn '" +
                 position.tiles().rack_text(position.rack()) + "'");
}

bool has_perfect_information(const Position& position) {
  return position.bag_size() == 0 && position.unseen_count(position.on_turn()) <= kRackSize;
}

bool rack_partly_known(const Position& position) {
  const TileCounts& rack = position.rack();
  return !rack.empty() && rack.size() < kRackSize &&
         position.unseen_count(position.on_turn()) > kRackSize;
}

bool is_over(const Position& position) {
  if (position.out_of_turns()) return true;
  return (position.rack(0).empty() || position.rack(1).empty()) &&
         position.known_tiles().size() == position.tiles().total();
}

}  // namespace zymurgy
