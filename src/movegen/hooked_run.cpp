#include "movegen/hooked_run.h"

#include <bit>

namespace zymurgy {
namespace {

// The first of the tiles right before a place; the place after the last of those right after it.
int begin_of_tiles(std::uint32_t taken, int place) {
  return static_cast<int>(std::bit_width(~taken & ((1U << place) - 1)));
}
int end_of_tiles(std::uint32_t taken, int place) {
  return place + 1 + std::countr_one(taken >> (place + 1));
}

}  // namespace

HookedRun::HookedRun(const Lexicon& lexicon, const std::array<Tile, kBoardDim>& tiles,
                     std::uint32_t taken, int place, Tile tile)
    : begin_(begin_of_tiles(taken, place)),
      end_(end_of_tiles(taken, place)),
      outer_begin_(open(kBefore) ? begin_of_tiles(taken, begin_ - 1) : begin_),
      outer_end_(open(kAfter) ? end_of_tiles(taken, end_) : end_) {
  for (std::size_t i = 0; i < kBoardDim; ++i) letters_[i] = letter_of(tiles[i]);
  letters_[place] = letter_of(tile);
  const auto points = [&](int first, int end) {
    int sum = 0;
    for (int i = first; i < end; ++i) sum += lexicon.tiles().score_on_board(tiles[i]);
    return sum;
  };
  const int own =
      points(begin_, place) + lexicon.tiles().score_on_board(tile) + points(place + 1, end_);
  hooks_[kBefore].points = own;
  hooks_[kAfter].points = own;
  if (shared(kBefore)) hooks_[kBefore].points += points(outer_begin_, begin_ - 1);
  if (shared(kAfter)) hooks_[kAfter].points += points(end_ + 1, outer_end_);

  if (alone(kBefore) || alone(kAfter)) {
    hooks_key_ = lexicon.hooks_key(run());
    __builtin_prefetch(lexicon.where_hooks_are(run(), hooks_key_));
  }
  for (const Side side : kSides) {
    if (!shared(side)) continue;
    gap_keys_[side] = GapFilter::key_of(gap(side));
    __builtin_prefetch(lexicon.gap_address(gap(side), gap_keys_[side]));
  }
}

void HookedRun::look_up(const Lexicon& lexicon, GapCache* memory) {
  if (alone(kBefore) || alone(kAfter)) {
    const WordHooks hooks = lexicon.hooks(run(), hooks_key_);
    hooks_[kBefore].letters = hooks.front;
    hooks_[kAfter].letters = hooks.back;
  }
  for (const Side side : kSides)
    if (shared(side)) hooks_[side].letters = lexicon.in_gap(gap(side), gap_keys_[side], memory);
}

}  // namespace zymurgy
