// The board as a generator sees it: every row and every column as a lane, with cross-sets.
//
// A lane's cross-set at an empty square is the set of letters that the tiles before and after it in
// the crossing direction allow; all letters if there are no such tiles. Lanes are updated play by
// play (`lay`), and are small enough (about 6 KB) to be copied instead of undone.
#pragma once

#include <array>
#include <cstdint>

#include "game/position.h"
#include "movegen/hooked_run.h"

namespace zymurgy {

struct Lane {
  std::array<Tile, kBoardDim> tiles{};
  std::array<std::int16_t, kBoardDim> cross_points{};  // points of the crossing tiles
  std::array<LetterSet, kBoardDim> cross{};            // meaningless on taken squares
  std::uint32_t crossed = 0;  // bit per empty square next to a tile in the crossing direction
  std::uint32_t taken = 0;    // bit per square that has a tile
  std::uint64_t key = 0;      // equal lanes have equal keys, others almost certainly not

  bool operator==(const Lane&) const = default;
};

class Lanes {
 public:
  // An empty board. Lexicon and layout must outlive the lanes.
  Lanes(const Lexicon& lexicon, const Layout& layout);
  Lanes(const Lexicon& lexicon, const Layout& layout, const Board& board);
  Lanes(const Lexicon& lexicon, const Position& position)
      : Lanes(lexicon, position.layout(), position.board()) {}

  const Lexicon& lexicon() const { return *lexicon_; }
  const Layout& layout() const { return *layout_; }
  const Lane& lane(Direction direction, int index) const {
    return lanes_[static_cast<int>(direction)][index];
  }
  bool empty() const { return empty_; }

  // Lays the tiles of a play. Does not check words: the cross-sets of non-words are just empty.
  void lay(const Move& play);

  bool operator==(const Lanes&) const = default;

 private:
  Lane& at(Direction direction, int index) { return lanes_[static_cast<int>(direction)][index]; }
  void put(Square square, Tile tile);
  HookedRun run_through(Direction direction, int lane, int place) const;
  // Updates the cross-sets at both ends of a lane's run.
  void update_ends(Direction direction, int lane, HookedRun& run);
  void update_keys();

  const Lexicon* lexicon_;
  const Layout* layout_;
  std::array<std::array<Lane, kBoardDim>, 2> lanes_;
  std::array<std::uint32_t, 2> changed_{};  // lanes of each direction with stale keys
  bool empty_ = true;
};

// Calls f(index, direction, i) for the rows, then for the columns.
template <typename F>
void for_each_lane(F&& f) {
  int index = 0;
  for (const Direction direction : {Direction::kHorizontal, Direction::kVertical})
    for (int i = 0; i < kBoardDim; ++i) f(index++, direction, i);
}

}  // namespace zymurgy
