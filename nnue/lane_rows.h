// The rows of the lanes as an evaluator adds them up, for one lexicon: what always comes together
// is one row here, the sum of the network's.
//
// Of each place of a lane: a row for each tile that may lie there; for a hook, one for its points
// and one for each letter that it takes; and one for all that a single tile beside the place lets
// hook, as most hooks that a play makes are.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "game/huge_pages.h"
#include "lexicon/lexicon.h"
#include "nnue/network.h"
#include "nnue/row_changes.h"

namespace zymurgy::nnue {

class LaneRows {
 public:
  // 3 MB at 64 wide.
  LaneRows(const Network& network, const Lexicon& lexicon);

  // What a lane has whatever it shows.
  Row of_lane(int lane) const {
    return &lanes_[static_cast<std::size_t>(FeatureSet::lane_class(lane)) * wide_];
  }
  Row of_tile(int lane, int place, Tile tile) const { return at(lane, place, tile_row(tile)); }
  // A place hooked by one tile alone, which is before the place in its direction or after it.
  Row beside(int lane, int place, Tile tile, bool before) const {
    return at(lane, place, (before ? first_before_ : first_after_) + tile_row(tile));
  }
  // Notes what hooks a place.
  void note_hook(int lane, int place, const Hook& hook, RowCursor& note) const {
    note(at(lane, place, first_hook_ + FeatureSet::point_steps(hook.points)));
    const Row letters = at(lane, place, letter_row(0));
    LetterSet rest = hook.letters;
    const auto next = [&] {
      note(letters + static_cast<std::size_t>(std::countr_zero(rest)) * wide_, rest != 0);
      rest &= rest - 1;
    };
    // Two at a time: where the set ends is hard to foretell.
    while (rest != 0) {
      next();
      next();
    }
  }

 private:
  int tile_row(Tile tile) const { return letter_of(tile) - 1 + (is_blank(tile) ? letters_ : 0); }
  int letter_row(Letter letter) const { return first_letter_ + letter - 1; }
  std::size_t offset(int lane, int place, int row) const {
    const int of_place = FeatureSet::lane_class(lane) * kBoardDim + place;
    return static_cast<std::size_t>(of_place * rows_ + row) * wide_;
  }
  Row at(int lane, int place, int row) const { return &places_[offset(lane, place, row)]; }

  std::size_t wide_;
  int letters_;
  // Of a place: the first row of each kind, and how many there are. Rows of tiles come first.
  int first_hook_, first_letter_, first_before_, first_after_, rows_;
  HugeVector<std::int16_t> lanes_, places_;
};

}  // namespace zymurgy::nnue
