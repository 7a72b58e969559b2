// How much a side can still score at most while the other does nothing but pass.
//
// Passing is always allowed, so this bounds what any play can bring, and cheaply: only the side's
// own tiles can still come to the board. Each play's score is shared out among the tiles it lays,
// and each tile is given the best share that any square of the board may bring it, with words of
// its row and column that the side's tiles could spell, whatever the other crossing words.
//
// Long words of own tiles bring most to the tile that completes them, but the others must have come
// before: shares are kept by how many other plays' tiles their words hold, and the n-th tile to be
// laid gets none that needs n of them. No two tiles get the same square.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "endgame/lane_pool.h"
#include "endgame/letters_ahead.h"
#include "endgame/solo_rack.h"
#include "game/layout.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

class SoloBound {
 public:
  static constexpr int kMostTiles = SoloRack::kMostTiles;

  // `words` are those that can still be spelled. All must outlive this.
  SoloBound(const TileSet& tiles, const Layout& layout, const WordGraph& words,
            const LettersAhead& ahead, const LanePool& pool);

  static constexpr int kNoBound = 20000;
  // The most that a side with these tiles can gain on one that holds `theirs` points: scores, and
  // what the end of the game brings, without the bonus for a whole rack. `rack_key` names the rack.
  // kNoBound where a tile may bring more than is counted: words of the dearest tiles over several
  // word premiums.
  int most(const SolverBoard& board, const TileCounts& rack, std::uint64_t rack_key, int theirs);
  // The most that the side of the last call can gain after a play on that board, beside its score.
  int rest(const LanePlay& play) const;

 private:
  // Shares are in twelfths of a point, by how many of the side's tiles lie in the words before, at
  // most; kNone where there is no word.
  using Share = std::int16_t;
  static constexpr std::size_t kLevels = 8;
  static_assert(kMostTiles <= static_cast<int>(kLevels));
  using Levels [[gnu::vector_size(kLevels * sizeof(Share))]] = Share;
  // Sums at several prices of a square.
  using Sums [[gnu::vector_size(8 * sizeof(std::int32_t))]] = std::int32_t;
  static constexpr Share kNone = -10000, kMostShare = 16000;  // two of them make no overflow
  struct Place {
    Levels main, cross;  // of a tile in the main word along the lane; in a crossing one
  };
  struct Lane {
    std::uint64_t key;
    std::uint32_t open;    // where a tile may be laid
    std::uint64_t places;  // the first of its places, one a square and letter of the rack
  };
  struct Laid {
    std::uint8_t place, letter;  // a letter's number in the rack
  };

  const SoloRack& known(const TileCounts& rack, std::uint64_t rack_key);
  void weigh(const Place& along, const Place& across, Levels& best, Share& most) const;
  void share_out(const std::array<Share, kMostTiles + 1>& squares, int end);
  const Lane& lane(const PooledLane& pooled, std::uint64_t rack_key);
  // What a square of a lane brings each letter.
  Place* square(const Lane& lane, std::size_t at) const {
    return &places_[lane.places % kPlacesKept + at * static_cast<std::size_t>(rack_->kinds)];
  }
  void make(const PooledLane& pooled, Lane& lane);
  // Words that begin on a place with own tiles; the next tile lies on `next`, if any does.
  void begin(int place, int next);
  void lay(int place, const SoloRack::Spelling& spelling, int length);
  void extend(int place, NodeIndex siblings);
  void emit();

  const TileSet* tiles_;
  const Layout* layout_;
  const WordGraph* words_;
  const LettersAhead* ahead_;
  const LanePool* pool_;
  static constexpr std::size_t kPlacesKept = std::size_t{1} << 20;  // 32 MB
  std::vector<Lane> lanes_;          // by key; a newcomer replaces what lies in its place
  std::unique_ptr<Place[]> places_;  // filled one after the other, round and round
  std::uint64_t used_ = 0;           // places filled so far

  std::unordered_map<std::uint64_t, SoloRack> racks_;
  std::size_t beginnings_ = 0;                         // of them all
  const SoloRack* rack_ = nullptr;                     // of the last call
  std::array<Levels, kMostTiles> best_{};              // of each letter, on any square
  std::array<std::int16_t, 1 << kMostTiles> rests_{};  // by the set of the tiles laid

  // The lane being made.
  const PooledLane* pooled_ = nullptr;
  Lane* made_ = nullptr;
  std::array<Premium, kBoardDim> premiums_{};
  // A word of it, and the tiles that are left.
  std::array<Laid, kMostTiles> laid_{};
  int laid_count_ = 0, sum_ = 0, length_ = 0;
  std::array<int, kMostTiles> left_{};
};

}  // namespace zymurgy
