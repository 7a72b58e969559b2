// A run of tiles along a lane, and what may be laid at its two ends: letters that make words of the
// run, across the end also with the tiles that lie there.
//
// Made in two steps, since what words allow has to be read from all over memory: the constructor
// fetches it, `look_up` reads it. Of several runs, make all before the first is looked up.
#pragma once

#include <array>
#include <cstdint>

#include "game/layout.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

// What may be laid on an empty square for the tiles before and after it, in one direction.
struct Hook {
  LetterSet letters = 0;
  int points = 0;  // of the tiles
};

class HookedRun {
 public:
  enum Side : int { kBefore, kAfter };
  static constexpr std::array<Side, 2> kSides{kBefore, kAfter};

  HookedRun() {}  // to be assigned or constructed at its place: it costs nothing
  // The run through a place of a lane, of which `taken` has the places with tiles; this one has
  // `tile`, whatever `tiles` says.
  HookedRun(const Lexicon& lexicon, const std::array<Tile, kBoardDim>& tiles, std::uint32_t taken,
            int place, Tile tile);
  // `memory`, if there is one, of that lexicon.
  void look_up(const Lexicon& lexicon, GapMemory* memory = nullptr);

  // The empty place at a side; -1 or kBoardDim where the run reaches the edge.
  int end(Side side) const { return side == kBefore ? begin_ - 1 : end_; }
  bool open(Side side) const { return side == kBefore ? begin_ > 0 : end_ < kBoardDim; }
  // Whether other tiles touch that place, too.
  bool shared(Side side) const {
    return side == kBefore ? outer_begin_ < begin_ - 1 : outer_end_ > end_ + 1;
  }
  // What hooks that place; letters once they are looked up.
  const Hook& hook(Side side) const { return hooks_[side]; }

 private:
  LetterRun letters(int begin, int end) const {
    return {&letters_[begin], static_cast<std::size_t>(end - begin)};
  }
  LetterRun run() const { return letters(begin_, end_); }
  // The runs that a shared place is between.
  Gap gap(Side side) const {
    return side == kBefore ? Gap{letters(outer_begin_, begin_ - 1), run()}
                           : Gap{run(), letters(end_ + 1, outer_end_)};
  }
  bool alone(Side side) const { return open(side) && !shared(side); }

  std::array<Letter, kBoardDim> letters_;  // of the lane
  // Places: the run's first, and the one after its last; the same of all that touches its ends.
  int begin_, end_, outer_begin_, outer_end_;
  std::uint64_t hooks_key_;
  std::array<std::uint64_t, 2> gap_keys_;  // of shared ends
  std::array<Hook, 2> hooks_;
};

}  // namespace zymurgy
