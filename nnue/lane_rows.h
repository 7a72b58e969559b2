// The rows of the lanes in the form that an evaluator adds up, for one lexicon: network rows that
// always occur together are summed into one row.
//
// Each place of a lane has a row for each tile that may lie there; for a hook, one for its points
// and one for each letter that it allows; and, since most hooks that a play makes come from a
// single tile beside the place, one for the whole hook of each such tile.
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
  // Takes 3 MB at a width of 64.
  LaneRows(const Network& network, const Lexicon& lexicon);

  // The row that a lane has whatever it shows.
  Row of_lane(int lane) const {
    return &lanes_[static_cast<std::size_t>(FeatureSet::lane_class(lane)) * width_];
  }
  Row of_tile(int lane, int place, Tile tile) const { return at(lane, place, tile_row(tile)); }
  // The row of a place hooked by a single tile, which lies before or after the place in the
  // crossing direction.
  Row beside(int lane, int place, Tile tile, bool before) const {
    return at(lane, place, (before ? first_before_ : first_after_) + tile_row(tile));
  }
  // Notes the rows of a place's hook.
  void note_hook(int lane, int place, const Hook& hook, RowCursor& note) const {
    note(at(lane, place, first_hook_ + FeatureSet::point_steps(hook.points)));
    const Row letters = at(lane, place, letter_row(0));
    LetterSet rest = hook.letters;
    const auto next = [&] {
      note(letters + static_cast<std::size_t>(std::countr_zero(rest)) * width_, rest != 0);
      rest &= rest - 1;
    };
    // Two at a time: the branch at the end of the set is hard to predict.
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
    return static_cast<std::size_t>(of_place * rows_ + row) * width_;
  }
  Row at(int lane, int place, int row) const { return &places_[offset(lane, place, row)]; }

  std::size_t width_;
  int letters_;
  // Within a place: the first row of each kind, and the number of rows. Tile rows come first.
  int first_hook_, first_letter_, first_before_, first_after_, rows_;
  HugeVector<std::int16_t> lanes_, places_;
};

}  // namespace zymurgy::nnue
