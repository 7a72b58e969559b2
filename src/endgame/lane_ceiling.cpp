#include "endgame/lane_ceiling.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>

namespace zymurgy {

void LaneCeiling::set(const TileCounts& rack) {
  blank_ = rack[kBlank] > 0;
  own_ = blank_ ? ~LetterSet{0} : rack.letters();
  count_ = 0;
  letters_ = 0;
  rack.for_each_tile([this](Letter letter) {
    points_[count_++] = tiles_->score(letter);
    letters_ += Anagrams::of(letter);
  });
  std::sort(points_.begin(), points_.begin() + count_, std::greater<>());
}

// For each stretch of squares that a word may cover, assumes the highest-scoring tiles there, and
// the very highest wherever a letter counts more than once. If the whole rack is laid, the word's
// letters are known, though not their order.
LaneCeiling::Scores LaneCeiling::of(const PooledLane& lane) const {
  Scores most;
  for (int first = 0; lane.meeting >> first != 0; ++first) {
    if (first > 0 && (lane.taken >> (first - 1) & 1) != 0) continue;
    if (std::countr_zero(lane.meeting >> first) > count_) continue;
    int laid = 0, sum = 0, multiplier = 1, crosses = 0;
    std::uint64_t letters = letters_;
    bool touches = false;
    for (int place = first; place < kBoardDim; ++place) {
      if (const Tile tile = lane.tiles[place]; tile != kEmpty) {
        sum += tiles_->score_on_board(tile);
        letters += Anagrams::of(letter_of(tile));
        touches = true;
      } else {
        const std::uint16_t in = lane.in[place];
        if (laid == count_ || (pool_->cross(in).letters & own_) == 0) break;
        const Premium premium = layout_->at(square_of(lane.number, place));
        sum += points_[laid++] + (premium.letter - 1) * points_[0];
        multiplier *= premium.word;
        if (in != 0) {
          crosses += (points_[0] * premium.letter + pool_->cross(in).points) * premium.word;
          touches = true;
        }
      }
      const bool ends = place + 1 == kBoardDim || (lane.taken >> (place + 1) & 1) == 0;
      if (!ends || !touches || laid == 0 || place == first) continue;
      const bool whole = laid == count_;
      if (whole && !blank_ && !anagrams_->may_have(letters)) continue;
      int& score = whole ? most.whole : most.others;
      score = std::max(score, sum * multiplier + crosses + rules_->bonus(laid));
    }
  }
  return most;
}

}  // namespace zymurgy
