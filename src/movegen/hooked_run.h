// A run of tiles along a lane, and the letters that may be laid at its two ends: those that extend
// the run to a word, together with the tiles beyond the end, if there are any.
//
// Used in two steps, because the lexicon's answers have to be read from all over memory: the
// constructor prefetches them, `look_up` reads them. Of several runs, construct all before the
// first look_up.
#pragma once

#include <array>
#include <cstdint>

#include "game/layout.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

// What may be laid on an empty square next to the tiles before and after it, in one direction.
struct Hook {
  LetterSet letters = 0;
  int points = 0;  // of these tiles
};

class HookedRun {
 public:
  enum Side : int { kBefore, kAfter };
  static constexpr std::array<Side, 2> kSides{kBefore, kAfter};

  HookedRun() {}  // costs nothing; to be assigned or constructed in place later
  // The run through `place` of a lane; `taken` has a bit for each place of the lane with a tile.
  // The tile at `place` itself is `tile`, whatever `tiles` says.
  HookedRun(const Lexicon& lexicon, const std::array<Tile, kBoardDim>& tiles, std::uint32_t taken,
            int place, Tile tile);
  // `memory`, if given, must be of that lexicon.
  void look_up(const Lexicon& lexicon, GapCache* memory = nullptr);

  // The empty place at a side; -1 or kBoardDim where the run reaches the edge.
  int end(Side side) const { return side == kBefore ? begin_ - 1 : end_; }
  bool open(Side side) const { return side == kBefore ? begin_ > 0 : end_ < kBoardDim; }
  // Whether other tiles touch that empty place, too.
  bool shared(Side side) const {
    return side == kBefore ? outer_begin_ < begin_ - 1 : outer_end_ > end_ + 1;
  }
  // The hook of that place; its letters are set by `look_up`.
  const Hook& hook(Side side) const { return hooks_[side]; }

 private:
  LetterRun letters(int begin, int end) const {
    return {&letters_[begin], static_cast<std::size_t>(end - begin)};
  }
  LetterRun run() const { return letters(begin_, end_); }
  // The runs on both sides of a shared place.
  Gap gap(Side side) const {
    return side == kBefore ? Gap{letters(outer_begin_, begin_ - 1), run()}
                           : Gap{run(), letters(end_ + 1, outer_end_)};
  }
  bool alone(Side side) const { return open(side) && !shared(side); }

  std::array<Letter, kBoardDim> letters_;  // of the lane
  // Places: the run's first, and the one after its last; outer, the same with the tiles beyond.
  int begin_, end_, outer_begin_, outer_end_;
  std::uint64_t hooks_key_;
  std::array<std::uint64_t, 2> gap_keys_;  // of shared ends
  std::array<Hook, 2> hooks_;
};

}  // namespace zymurgy
