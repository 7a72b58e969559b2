// What the squares of a lane may bring each tile of a rack (endgame/solo_bound.h): worked out once
// a lane and rack, and kept as long as there is room.
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
  // In twelfths of a point; kNone where there is no word. Two of them make no overflow.
  using Share = std::int16_t;
  static constexpr int kParts = 12;
  static constexpr Share kNone = -10000, kMostShare = 16000;

  struct Lane {
    std::uint64_t key;
    std::uint64_t first;   // of its shares
    std::uint32_t open;    // the squares where a tile may be laid
    std::uint32_t beside;  // the squares beside tiles: whoever lies there lies in a word
  };

  // `words` are those that can still be spelled. All must outlive this.
  SoloLanes(const TileSet& tiles, const Layout& layout, const WordGraph& words,
            const LettersAhead& ahead);

  // `rack_key` names the rack. What is returned stays while the other lanes of a board are asked
  // for.
  const Lane& of(const PooledLane& pooled, const SoloRack& rack, std::uint64_t rack_key);

  // For each open square in turn, twice SoloRack::width: the shares in a main word along the lane,
  // then those in a crossing one. Of each, first the shares, by kind, with no other own tile in the
  // word before, then those with at most one, and so on. A block may be read from any of them; what
  // it holds beyond the kinds means nothing.
  const Share* shares(const Lane& lane) const { return &shares_[lane.first % kSharesKept]; }

 private:
  static constexpr std::size_t kMostTiles = SoloRack::kMostTiles;
  static constexpr std::size_t kSharesKept = std::size_t{1}
                                             << 26;  // 128 MB a searcher, taken as it fills
  struct Place {                                     // by the others in the word before, exactly
    std::array<Share, kMostTiles> main, cross;
  };
  struct Laid {
    std::uint8_t place, letter;  // a letter's number in the rack
  };

  void make(const PooledLane& pooled, const SoloRack& rack, std::uint32_t beside);
  void keep(Lane& lane);  // what was made
  // Words that begin on a place with own tiles; the next tile lies on `next`, if any does.
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
  // By key; a newcomer replaces what lies in its place. Zeroed, by the system, as it fills.
  std::unique_ptr<Lane[], Free> lanes_;
  std::unique_ptr<Share[]> shares_;  // filled one after the other, round and round
  std::uint64_t used_ = 0;           // shares filled so far

  // The lane being made.
  const PooledLane* pooled_ = nullptr;
  const SoloRack* rack_ = nullptr;
  std::array<std::array<Place, kMostTiles>, kBoardDim> places_;  // by letter
  std::uint32_t open_ = 0;
  std::array<Premium, kBoardDim> premiums_{};
  // A word of it, and the tiles that are left.
  std::array<Laid, kMostTiles> laid_{};
  int laid_count_ = 0, sum_ = 0, length_ = 0;
  std::array<int, kMostTiles> left_{};
};

}  // namespace zymurgy
