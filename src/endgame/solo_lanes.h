// What the squares of a lane may bring each tile of a rack (endgame/solo_bound.h): computed once
// for each lane and rack, and cached as long as there is room.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "endgame/lane_pool.h"
#include "endgame/letters_ahead.h"
#include "endgame/solo_rack.h"
#include "game/layout.h"
#include "lexicon/word_graph.h"

namespace zymurgy {

class SoloLanes {
 public:
  // In twelfths of a point; kNone if there is no word. The sum of two does not overflow.
  using Share = std::int16_t;
  static constexpr int kParts = 12;
  static constexpr Share kNone = -10000, kMostShare = 16000;

  struct Lane {
    std::uint64_t key;
    std::uint64_t first;   // the index of its first share
    std::uint32_t open;    // the squares where a tile may be laid
    std::uint32_t beside;  // the squares beside tiles: a tile laid there is in a word
  };

  // `words` are those that can still be spelled. All must outlive this.
  SoloLanes(const TileSet& tiles, const Layout& layout, const WordGraph& words,
            const LettersAhead& ahead);

  // `rack_key` identifies the rack. The result stays valid while the other lanes of the same board
  // are requested.
  const Lane& of(const PooledLane& pooled, const SoloRack& rack, std::uint64_t rack_key);

  // For each open square in turn, two lists of SoloRack::width: the shares with the main word along
  // the lane, then those with a crossing word along it. Each list holds first the shares, by kind,
  // with no other own tile in the word before, then those with at most one, and so on. A block may
  // be read from any of them; what it holds beyond the kinds has no meaning.
  const Share* shares(const Lane& lane) const { return &shares_[lane.first % kSharesKept]; }

 private:
  static constexpr std::size_t kMostTiles = SoloRack::kMostTiles;
  static constexpr std::size_t kSharesKept = std::size_t{1}
                                             << 26;  // 128 MB a searcher, taken as it fills
  struct Place {                                     // by the exact number of other own tiles
    std::array<Share, kMostTiles> main, cross;
  };
  struct Laid {
    std::uint8_t place, letter;  // the letter's number in the rack
  };

  void make(const PooledLane& pooled, const SoloRack& rack, std::uint32_t beside);
  void keep(Lane& lane);  // stores the lane made
  // Words that begin with own tiles at `place`; the next tile on the board is at `next`, if there
  // is one.
  void begin(int place, int next);
  void lay(int place, const SoloRack::Spelling& spelling, int length);
  void extend(int place, NodeIndex siblings);
  void emit();

  const TileSet* tiles_;
  const Layout* layout_;
  const WordGraph* words_;
  const LettersAhead* ahead_;
  struct Free {
    void operator()(Lane* lanes) const { std::free(lanes); }
  };
  // By key; a new lane replaces the one in its slot. The system zeroes the memory as it fills.
  std::unique_ptr<Lane[], Free> lanes_;
  std::unique_ptr<Share[]> shares_;  // a ring buffer
  std::uint64_t used_ = 0;           // shares filled so far

  // The lane being made.
  const PooledLane* pooled_ = nullptr;
  const SoloRack* rack_ = nullptr;
  std::array<std::array<Place, kMostTiles>, kBoardDim> places_;  // by place, then letter
  std::uint32_t open_ = 0;
  std::array<Premium, kBoardDim> premiums_{};
  // The word being spelled, and the tiles left.
  std::array<Laid, kMostTiles> laid_{};
  int laid_count_ = 0, sum_ = 0, length_ = 0;
  std::array<int, kMostTiles> left_{};
};

}  // namespace zymurgy
