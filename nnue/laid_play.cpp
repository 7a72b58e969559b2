#include "nnue/laid_play.h"

#include <bit>
#include <memory>

namespace zymurgy::nnue {

LaidPlay::LaidPlay(const Lanes& lanes, const Move& move) : along_(move.direction) {
  if (!move.is_play()) return;
  const int first = move.first_place();
  lane_ = move.lane();
  const Lane& lane = lanes.lane(along_, lane_);
  tiles_ = lane.tiles;
  HookedRun* run = crossing_.data();
  for (int i = 0; i < move.length; ++i) {
    if (move.tiles[i] == kEmpty) continue;
    const int place = first + i;
    tiles_[place] = move.tiles[i];
    places_ |= 1U << place;
    const Lane& crossed = lanes.lane(across(along_), place);
    // Two places on either side of the tile.
    constexpr std::uint64_t kBeside = 0b11011;
    if ((std::uint64_t{crossed.taken} << 2 & kBeside << lane_) == 0) continue;
    crossed_ |= 1U << place;
    std::construct_at(run++, lanes.lexicon(), crossed.tiles, crossed.taken | 1U << lane_, lane_,
                      move.tiles[i]);
  }
  std::construct_at(&main_, lanes.lexicon(), tiles_, lane.taken | places_, first, tiles_[first]);
}

void LaidPlay::look_up(const Lexicon& lexicon, GapCache& memory) {
  main_.look_up(lexicon, &memory);
  for (int i = 0; i < std::popcount(crossed_); ++i) crossing_[i].look_up(lexicon, &memory);
}

}  // namespace zymurgy::nnue
